export { createFileSink, type FileSink } from './file-sink'
export { createLog, levels, type Level, type Log, type Sink } from './log'
export { createRedactor, type Redactor } from './redact'
