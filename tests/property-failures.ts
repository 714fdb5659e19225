import fc from 'fast-check'

// A report of a failure names its cause, which Vitest leaves out of the JSON.
fc.configureGlobal({ includeErrorInReport: true })
