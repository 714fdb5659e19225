import { createFileSink, createLog, createRedactor, type Log, type Redactor } from '#engine/base/log/index'
import { fileText } from '#shared/messages/base'

/** The log in the data folder. Secrets are registered with its redactor as soon as main learns them. */
export function setUpLog(folder: string): { log: Log; redactor: Redactor } {
  const redactor = createRedactor()
  const sink = createFileSink({
    folder,
    onFailure: (problem) => process.stderr.write(`${fileText.logNotWritten(folder, String(problem))}\n`)
  })
  return { log: createLog({ sink: sink.write, redactor }), redactor }
}
