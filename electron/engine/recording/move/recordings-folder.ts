import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { fail } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { JsonStore } from '../../base/files'
import { removeRecordings } from './remove-recordings'

/** In a folder that recordings were moved to. Without it, its drive is away. */
export const markerName = 'leadline-recordings.txt'

const maxPath = 4096
const folder = v.nullable(v.pipe(v.string(), v.maxLength(maxPath)))
const schema = v.object({
  /** Null: the default folder. */
  root: folder,
  /** The target of a move that has not switched yet. */
  moving: folder,
  /** The old folder, which a move that has switched still has to remove. */
  leftover: folder
})
type Content = v.InferOutput<typeof schema>

/** `recordings.json` in the app's own folder: where the recordings are. */
export class RecordingsFolder {
  private constructor(
    private readonly store: JsonStore<Content>,
    private readonly usual: string
  ) {}

  static async open(file: string, usual: string): Promise<RecordingsFolder> {
    const initial = { root: null, moving: null, leftover: null }
    const title = recordingText.folderFile
    return new RecordingsFolder(await JsonStore.open({ file, schema, version: 1, title, initial }), usual)
  }

  /** A message for the user, or null. */
  get notice(): string | null {
    return this.store.notice
  }

  get root(): string {
    return this.store.value.root ?? this.usual
  }

  /** It may be on a drive that is away, and is not created then. */
  get isMoved(): boolean {
    return this.store.value.root !== null
  }

  /** From here on, a kill leaves it to the next start to remove what was copied. */
  begin(to: string): Promise<void> {
    return this.#change({ moving: to })
  }

  /** The step that decides. */
  async switchTo(to: string): Promise<void> {
    const root = path.resolve(to) === path.resolve(this.usual) ? null : to
    await this.#change({ root, moving: null, leftover: this.root })
  }

  /** Removes what a move left where the recordings are not; at the next start again if that fails. */
  async removeLeft(): Promise<void> {
    const { moving, leftover } = this.store.value
    for (const left of [moving, leftover]) {
      if (left === null || left === this.root) continue
      await removeRecordings(left)
      await rm(path.join(left, markerName), { force: true })
    }
    if (moving ?? leftover) await this.#change({ moving: null, leftover: null })
  }

  dispose(): Promise<void> {
    return this.store.dispose()
  }

  async #change(change: Partial<Content>): Promise<void> {
    const before = this.store.value
    await this.store.update(change)
    const { isWritable, notSaved } = this.store
    if (isWritable && notSaved === null) return
    void this.store.update(before)
    throw fail('recording.folder-file', notSaved ?? recordingText.folderNotSaved, { retryable: true })
  }
}

/** Fails while the drive of moved recordings is away. */
export async function needRoot(root: string, isMoved: boolean): Promise<void> {
  if (!isMoved || (await stat(path.join(root, markerName)).catch(() => null))) return
  throw fail('recording.away', recordingText.away(root), { retryable: true })
}
