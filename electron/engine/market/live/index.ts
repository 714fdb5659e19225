export { Live, type LiveObserver } from './live'
export type { Redact } from './quotable'
