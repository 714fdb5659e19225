export { Live, type LivePorts, type LiveObserver } from './live'
export type { Redact } from './quotable'
