export { createFileSink } from './file-sink'
export { createLog, type Log } from './log'
export { createRedactor, redacted, type Redactor } from './redact'
