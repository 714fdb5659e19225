export { Live, type LiveObserver } from './live'
export type { Redact } from './quotable'
export type { RecordedEvent, StreamRecorder } from './recording'
