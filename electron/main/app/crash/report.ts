import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe } from '#engine/base/log/describe'
import type { Redactor } from '#engine/base/log/index'
import { crashText } from '#shared/messages/app-process'
import type { Mark } from '../../base/startup/marks'

/** In characters. */
const maxLength = 256 * 1024
const maxReports = 20

interface ReportFacts {
  readonly kind: string
  readonly thrown: unknown
  readonly versions: Readonly<Record<string, string | undefined>>
  readonly marks: readonly Mark[]
  readonly at: Date
}

/** Writes a local crash report without secrets and returns the file. */
export function writeReport(folder: string, facts: ReportFacts, redactor: Redactor): string {
  const { kind, thrown, versions, marks, at } = facts
  const text = [
    crashText.report.title(kind),
    crashText.report.time(at.toISOString()),
    crashText.report.system(`${process.platform} ${process.arch}`),
    crashText.report.versions(JSON.stringify(versions)),
    '',
    describe(thrown),
    '',
    ...marks.map((mark) => `${new Date(mark.at).toISOString()} ${mark.process} ${mark.name}`),
    ''
  ].join('\n')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, `report-${at.toISOString().replaceAll(':', '-')}-${process.pid}.txt`)
  const wasCut = text.length > maxLength
  const safe = redactor.redact(wasCut ? text.slice(0, maxLength) : text, wasCut)
  writeFileSync(file, safe, { mode: 0o600, flag: 'wx' })
  removeOldest(folder)
  return file
}

/** Names start with the time. Failing to remove files must not lose the report. */
function removeOldest(folder: string): void {
  const reports = readdirSync(folder).filter((name) => /^report-.*\.txt$/.test(name))
  for (const name of reports.sort().slice(0, -maxReports)) {
    try {
      rmSync(path.join(folder, name), { force: true })
    } catch {
      continue
    }
  }
}
