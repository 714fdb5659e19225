export type { Access } from './access'
export type { LocalService } from './local'
export { keychainProblem, keychainReport, noDefaultKeyring, type SecretStore } from './secret-store'
export { Connections, openConnections, type ConnectionsPorts } from './service'
