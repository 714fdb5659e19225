export type { QuoteFound } from './reading'
export { QuoteRecorder, type QuoteRecorderPorts } from './recorder'
