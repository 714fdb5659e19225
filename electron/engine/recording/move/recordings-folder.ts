import { randomUUID } from 'node:crypto'
import { realpath, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { fail } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { diskReason, JsonStore, readPlainFile } from '../../base/files'
import { removeKilledExports } from '../export/export-folder'
import { removeRecordings } from './remove-recordings'

/** In a folder that recordings were moved to. Without it, its drive is away. */
export const markerName = 'leadline-recordings.txt'

const maxMarker = 1000
const maxPath = 4096
const maxFolders = 20
const place = v.pipe(v.string(), v.maxLength(maxPath))
const folder = v.nullable(place)
const folders = v.optional(v.pipe(v.array(place), v.maxLength(maxFolders), v.readonly()), [])
const schema = v.object({
  /** In the markers of the folders that these recordings were moved to. */
  id: v.optional(v.nullable(v.pipe(v.string(), v.uuid())), null),
  /** Null: the default folder. */
  root: folder,
  /** The target of a move that has not switched yet. */
  moving: folder,
  /** The old folder, which a move that has switched still has to remove. */
  leftover: folder,
  /** Folders that a move still has to remove when their drives are back. */
  away: folders,
  /** Folders that a killed export may have left something in. */
  exports: folders
})
type Content = v.InferOutput<typeof schema>

/** `recordings.json` in the app's own folder: where the recordings are. */
export class RecordingsFolder {
  private constructor(
    private readonly store: JsonStore<Content>,
    private readonly usual: string
  ) {}

  static async open(file: string, usual: string): Promise<RecordingsFolder> {
    const initial = { id: null, root: null, moving: null, leftover: null, away: [], exports: [] }
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
  async begin(to: string): Promise<void> {
    const id = this.store.value.id ?? randomUUID()
    await this.#change({ id, moving: to })
    await writeFile(path.join(to, markerName), recordingText.marker(id)).catch((thrown: unknown) => {
      throw fail('recording.disk', recordingText.notMoved(to, diskReason(thrown)), { cause: thrown })
    })
  }

  /** The step that decides. */
  async switchTo(to: string): Promise<void> {
    const root = path.resolve(to) === path.resolve(this.usual) ? null : to
    await this.#change({ root, moving: null, leftover: this.root })
  }

  /** From here on, a kill leaves it to the next start to remove what was exported. */
  beginExport(to: string): Promise<void> {
    return this.#change({ exports: newestOf([to, ...this.store.value.exports]) })
  }

  async endExport(to: string): Promise<void> {
    await this.#change({ exports: this.store.value.exports.filter((each) => each !== to) })
  }

  /**
   * Removes what moves left where the recordings are not, at a later start if that fails or the drive is away. An
   * existing folder stays, so a missing one is away. Another drive in its place, or recordings of another Leadline, are
   * not touched.
   */
  async removeLeft(): Promise<void> {
    const { moving, leftover, away } = this.store.value
    const missing: string[] = []
    const used = await realNameOf(this.root)
    for (const left of [moving, leftover, ...away]) {
      if (left === null || (await realNameOf(left)) === used) continue
      if (!(await isThere(left))) missing.push(left)
      if (!(await this.#isOwn(left))) continue
      await removeRecordings(left)
      await rm(path.join(left, markerName), { force: true })
    }
    const changes = { moving: null, leftover: null, away: newestOf(missing) }
    if (moving !== null || leftover !== null || away.length > missing.length) await this.#change(changes)
  }

  /** Removes what killed exports left. */
  async removeExports(now: () => number): Promise<void> {
    const { exports } = this.store.value
    const missing: string[] = []
    for (const left of exports) {
      if (await isThere(left)) await removeKilledExports(left, now)
      else missing.push(left)
    }
    if (missing.length < exports.length) await this.#change({ exports: missing })
  }

  dispose(): Promise<void> {
    return this.store.dispose()
  }

  async #isOwn(found: string): Promise<boolean> {
    if (path.resolve(found) === path.resolve(this.usual)) return true
    const { id } = this.store.value
    const marker = await readPlainFile(path.join(found, markerName), maxMarker).catch(() => null)
    return id !== null && marker?.toString() === recordingText.marker(id)
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

const isThere = (found: string) =>
  stat(found).then(
    () => true,
    () => false
  )

/** Links and letters of either case may name one folder. */
const realNameOf = (folder: string) => realpath(folder).catch(() => path.resolve(folder))

const newestOf = (all: readonly string[]) => [...new Set(all)].slice(0, maxFolders)

/** Fails while the drive of moved recordings is away. */
export async function needRoot(root: string, isMoved: boolean): Promise<void> {
  if (!isMoved || (await stat(path.join(root, markerName)).catch(() => null))) return
  throw fail('recording.away', recordingText.away(root), { retryable: true })
}
