export type { QuoteFound } from './reading'
export { QuoteRecorder } from './recorder'
