import { createFileSink, createLog, createRedactor, type Log, type Redactor } from '#engine/base/log/index'
import { fileText } from '#shared/messages/base'

/** Main registers secrets with the redactor as soon as it knows them. */
export function setUpLog(folder: string): { log: Log; redactor: Redactor } {
  const redactor = createRedactor()
  const sink = createFileSink({
    folder,
    onFailure: (problem) => process.stderr.write(`${fileText.logNotWritten(folder, String(problem))}\n`)
  })
  return { log: createLog({ sink: sink.write, redactor }), redactor }
}
