import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { maxFaultsReported } from '#shared/contract/records/statements/index'
import { fail } from '#shared/domain/base/problem'
import { systemClock } from '../../base/clock'
import { mayWrite, readJsonOrSetAside, writeAtomically } from '../../base/files'

const text = v.string()
const count = v.number()
const wanted = v.object({
  id: text,
  sentence: text,
  asset: v.nullable(text),
  month: v.nullable(text),
  pending: v.optional(v.boolean(), false),
  at: v.optional(v.nullable(v.number()), null)
})
const mark = v.object({ count, sha256: text })
const fault = <const States extends readonly string[]>(states: States) =>
  v.object({
    place: text,
    state: v.picklist(states),
    reason: v.optional(text),
    sha256: v.optional(text)
  })
const copyVerification = v.object({
  folder: text,
  files: count,
  unaltered: count,
  altered: count,
  missing: count,
  unreadable: v.optional(count),
  disagreeing: v.optional(v.array(text)),
  faults: v.pipe(v.array(fault(['altered', 'missing', 'unreadable'])), v.maxLength(maxFaultsReported)),
  mended: v.boolean(),
  sentence: v.nullable(text)
})
/** After a writing that failed. */
const retryMilliseconds = 30_000

const schema = v.object({
  version: v.literal(1),
  /** Of this installation: what the lock of an archive on a shared drive says of whose it is. */
  machine: v.optional(text, ''),
  /** Of the archive that belongs here; null before the first one was made. */
  id: v.nullable(text),
  /** Null: the usual place. */
  root: v.nullable(text),
  copy: v.nullable(text),
  /** Where a move that has not switched yet copies to. */
  moving: v.nullable(text),
  /** What a move that has switched has still to remove. */
  leftover: v.nullable(text),
  wanted: v.record(text, v.array(wanted)),
  /** Of the archive's own list, which whoever changes the archive could change with it. */
  list: v.optional(
    v.nullable(
      v.object({
        id: text,
        list: v.nullable(mark),
        next: v.nullable(mark),
        saving: v.record(text, text),
        adds: v.boolean()
      })
    ),
    null
  ),
  verification: v.nullable(
    v.object({
      at: count,
      files: count,
      unaltered: count,
      altered: count,
      missing: count,
      unknown: count,
      unreadable: v.optional(count),
      /** All that is hurt, however much: what is not named here is taken for proven. */
      faults: v.array(fault(['altered', 'missing', 'unreadable', 'unknown'])),
      copy: v.optional(v.nullable(copyVerification), null)
    })
  )
})
export type ArchiveSettings = Omit<v.InferOutput<typeof schema>, 'version'>

const none: ArchiveSettings = {
  machine: '',
  id: null,
  root: null,
  copy: null,
  moving: null,
  leftover: null,
  wanted: {},
  list: null,
  verification: null
}

/**
 * `archive.json` in the app's own folder: where the archive is, and what is still wanted. All else is in the archive.
 * What is wanted belongs to a connection, which goes to another computer with a backup, as this file does, and not with
 * the archive; and it must be known where the archive's drive is full or away.
 */
export class SettingsFile {
  #content: ArchiveSettings
  #writing: Promise<void> = Promise.resolve()
  #next: Promise<void> | null = null
  #cancelRetry: (() => void) | null = null

  private constructor(
    private readonly file: string,
    content: ArchiveSettings,
    readonly notice: string | null,
    private readonly writable: boolean
  ) {
    this.#content = content
  }

  static async open(file: string): Promise<SettingsFile> {
    const reading = await readJsonOrSetAside(file, { schema, title: 'archive settings', newest: 1 })
    const content = reading.state === 'read' ? reading.value : none
    const notice = 'notice' in reading ? reading.notice : null
    const settings = new SettingsFile(file, content, notice, mayWrite(reading))
    // Written at once: after a crash the lock that is left says that it was ours.
    if (content.machine === '') await settings.change({ machine: randomUUID() }).catch(() => {})
    return settings
  }

  get content(): ArchiveSettings {
    return this.#content
  }

  /** Before what would be lost if it could not be written down. */
  refuseUnwritable(): void {
    if (this.writable) return
    throw fail(
      'archive.settings',
      'The archive settings were written by a newer Leadline. This one leaves them and the archive’s places as they are.'
    )
  }

  /** Rejects where it could not be written; what changed holds until the app ends. */
  change(change: Partial<ArchiveSettings>): Promise<void> {
    this.#content = { ...this.#content, ...change }
    if (!this.writable) return Promise.resolve()
    // Many changes that wait for one writing go with the next.
    this.#next ??= this.#writing
      .catch(() => {})
      .then(() => {
        this.#next = null
        return this.#write()
      })
    this.#writing = this.#next
    return this.#next
  }

  /** Resolves when nothing is being written; what could not be is tried once more. */
  async idle(): Promise<void> {
    await this.#writing.catch(() => {})
    if (this.#cancelRetry) await this.#retry()
    this.#cancelRetry?.()
    this.#cancelRetry = null
  }

  async #write(): Promise<void> {
    this.#cancelRetry?.()
    this.#cancelRetry = null
    try {
      await writeAtomically(this.file, `${JSON.stringify({ version: 1, ...this.#content }, null, 2)}\n`)
    } catch (problem) {
      this.#cancelRetry = systemClock.later(retryMilliseconds, () => void this.#retry())
      throw problem
    }
  }

  async #retry(): Promise<void> {
    await this.change({}).catch(() => {})
  }
}
