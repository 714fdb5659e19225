import { addressText } from '#shared/messages/addresses'
import { rm } from 'node:fs/promises'
import * as v from 'valibot'
import { readJsonFile, writeAtomically } from '#engine/base/files/index'
import type { Covered } from './covered'

const version = 1
const text = v.nullable(v.pipe(v.string(), v.maxLength(10_000)))
const schema = v.object({
  complete: v.boolean(),
  newest: text,
  oldest: text,
  cursor: text,
  until: text,
  covered: v.object({
    bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
  })
})

/** The progress of "Load everything", from the newest to the oldest loaded address. */
export interface Progress {
  readonly complete: boolean
  /** As sent by the service. */
  readonly newest: string | null
  readonly oldest: string | null
  readonly cursor: string | null
  /** The end time of the request that returned the cursor. */
  readonly until: string | null
}

export const noProgress: Progress = {
  complete: false,
  newest: null,
  oldest: null,
  cursor: null,
  until: null
}

interface KeptProgress {
  readonly progress: Progress
  /** The rows on disk at that time; null if unreadable. */
  readonly covered: Covered | null
}

/** `progress.json`, written after the rows, so that it never covers missing rows. */
export class ProgressFile {
  constructor(private readonly file: string) {}

  async read(): Promise<KeptProgress> {
    const { value } = await readJsonFile(this.file, { schema, title: addressText.notes.progress, version })
    if (!value) return { progress: noProgress, covered: null }
    const { covered, ...progress } = value
    return { progress, covered }
  }

  write(progress: Progress, covered: Covered): Promise<void> {
    return writeAtomically(this.file, JSON.stringify({ version, ...progress, covered }))
  }

  remove(): Promise<void> {
    return rm(this.file, { force: true })
  }
}
