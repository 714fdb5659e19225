export { QuoteRecorder, type QuoteRecorderPorts } from './recorder'
