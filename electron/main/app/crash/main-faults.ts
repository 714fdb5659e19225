import { app } from 'electron'
import type { Log, Redactor } from '#engine/base/log/index'
import { crashText } from '#shared/messages/app-process'
import { isExpectedEnd } from '../../base/child-process'
import type { Marks } from '../../base/startup/marks'
import { writeReport } from './report'

interface FaultOptions {
  readonly folder: string
  readonly redactor: Redactor
  readonly marks: Marks
  readonly log: Log
}

/** Writes a report and exits after an unknown error. */
export function setUpMainFaults({ folder, redactor, marks, log }: FaultOptions): void {
  let ending = false
  const end = (kind: string) => (thrown: unknown) => {
    if (ending) return
    ending = true
    log.error(`The main process ends: ${kind}`, thrown)
    const { electron, chrome, node } = process.versions
    const versions = { leadline: app.getVersion(), electron, chrome, node }
    try {
      const file = writeReport(
        folder,
        { kind, thrown, versions, marks: marks.all(), at: new Date() },
        redactor
      )
      process.stderr.write(`${crashText.reportWritten(file)}\n`)
    } catch (problem) {
      process.stderr.write(`${crashText.reportNotWritten(redactor.redact(String(problem)))}\n`)
    }
    app.exit(1)
  }
  process.on('uncaughtException', end(crashText.kinds.exception))
  process.on('unhandledRejection', end(crashText.kinds.rejection))
  app.on('child-process-gone', (_event, details) => {
    if (!isExpectedEnd(details)) log.warn('A child process is gone', details)
  })
}
