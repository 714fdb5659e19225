export { Addresses, type AddressesPorts } from './addresses'
export type { ClipboardPort } from './clipboard-watch'
export { startWorker, type StartCore } from './worker/client'
