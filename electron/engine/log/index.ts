export { createFileSink } from './file-sink'
export { createLog, type Log } from './log'
export { createRedactor, type Redactor } from './redact'
