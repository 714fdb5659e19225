export { Addresses, type AddressesPorts, type Service } from './addresses'
export type { ClipboardPort, Replaced } from './clipboard-watch'
export { startWorker, type StartCore } from './worker/client'
