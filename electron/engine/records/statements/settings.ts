import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { fail } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import { maxFaultsReported } from './facts'
import { JsonStore } from '../../base/files'

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
const schema = v.object({
  /** Identifies this installation in the lock of an archive on a shared drive. */
  machine: v.optional(text, ''),
  /** The ID of the archive; null before the first one was created. */
  id: v.nullable(text),
  /** Null: the default folder. */
  root: v.nullable(text),
  copy: v.nullable(text),
  /** The target of a move that has not switched yet. */
  moving: v.nullable(text),
  /** The old folder, which a move that has switched still has to remove. */
  leftover: v.nullable(text),
  wanted: v.record(text, v.array(wanted)),
  /** Known of the archive's list outside the archive, where tampering with the archive does not reach. */
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
      /** Everything that is damaged: files that are not named here count as proven. */
      faults: v.array(fault(['altered', 'missing', 'unreadable', 'unknown'])),
      copy: v.optional(v.nullable(copyVerification), null)
    })
  )
})
export type ArchiveSettings = v.InferOutput<typeof schema>

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
  private constructor(
    private readonly store: JsonStore<ArchiveSettings>,
    readonly notice: string | null
  ) {}

  static async open(file: string): Promise<SettingsFile> {
    const store = await JsonStore.open({
      file,
      schema,
      version: 1,
      title: archiveText.files.settings,
      initial: none
    })
    const settings = new SettingsFile(store, store.notice)
    // Written at once: after a crash the lock that is left says that it was ours.
    if (store.value.machine === '') await store.update({ machine: randomUUID() })
    return settings
  }

  get content(): ArchiveSettings {
    return this.store.value
  }

  /** Fails where the settings cannot be saved. */
  refuseUnwritable(): void {
    if (this.store.isWritable) return
    throw fail('statements.settings', archiveText.settings.newer)
  }

  /** Rejects where it could not be saved; the change then lasts until the app quits. */
  async change(change: Partial<ArchiveSettings>): Promise<void> {
    await this.store.update(change)
    const { isWritable, notSaved } = this.store
    if (isWritable && notSaved !== null) throw fail('statements.settings', notSaved)
  }

  /** Resolves when nothing is being written; a failed write is tried once more. */
  idle(): Promise<void> {
    return this.store.dispose()
  }
}
