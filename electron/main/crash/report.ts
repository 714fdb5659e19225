import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe } from '../../engine/log/describe'
import type { Redactor } from '../../engine/log'
import type { Mark } from '../start/marks'

export interface ReportFacts {
  readonly kind: string
  readonly thrown: unknown
  readonly versions: Readonly<Record<string, string | undefined>>
  readonly marks: readonly Mark[]
  readonly at: Date
}

/** Writes what is known of the end of main, secrets struck out, and returns the file. It never leaves the machine. */
export function writeReport(folder: string, facts: ReportFacts, redactor: Redactor): string {
  const { kind, thrown, versions, marks, at } = facts
  const text = [
    `Leadline ended because of an error in its main process (${kind}).`,
    `Time: ${at.toISOString()}`,
    `System: ${process.platform} ${process.arch}`,
    `Versions: ${JSON.stringify(versions)}`,
    '',
    describe(thrown),
    '',
    ...marks.map((mark) => `${new Date(mark.at).toISOString()} ${mark.process} ${mark.name}`),
    ''
  ].join('\n')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `report-${at.toISOString().replaceAll(':', '-')}-${process.pid}.txt`)
  writeFileSync(file, redactor.redact(text), { mode: 0o600 })
  return file
}
