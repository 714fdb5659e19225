import { rm } from 'node:fs/promises'
import * as v from 'valibot'
import { readJsonOrSetAside, writeAtomically } from '../../files'

const newest = 1
const text = v.nullable(v.pipe(v.string(), v.maxLength(10_000)))
const schema = v.object({
  version: v.literal(newest),
  complete: v.boolean(),
  newest: text,
  oldest: text,
  cursor: text,
  until: text
})

/** How far "Load everything" is: from the newest address down to the oldest that has come. */
export interface Progress {
  readonly complete: boolean
  /** Times as the service wrote them. */
  readonly newest: string | null
  readonly oldest: string | null
  readonly cursor: string | null
  /** The time up to which the request asked that the cursor came from. */
  readonly until: string | null
}

export const noProgress: Progress = {
  complete: false,
  newest: null,
  oldest: null,
  cursor: null,
  until: null
}

/** `progress.json` stands beside the kept rows, and is written after them: it never promises what is not there. */
export class ProgressFile {
  constructor(private readonly file: string) {}

  /** What cannot be read has to be loaded again, which loses nothing. */
  async read(): Promise<Progress> {
    const reading = await readJsonOrSetAside(this.file, { schema, title: 'address progress', newest })
    if (reading.state !== 'read') return noProgress
    const { version: _, ...progress } = reading.value
    return progress
  }

  write(progress: Progress): Promise<void> {
    return writeAtomically(this.file, JSON.stringify({ version: newest, ...progress }))
  }

  remove(): Promise<void> {
    return rm(this.file, { force: true })
  }
}
