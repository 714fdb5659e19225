import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { RecordedConnection, RecordedDay } from '#shared/contract/recording/catalog'
import { listLogs } from '../location'
import { LogLock } from '../log/lock'
import { listRemoved } from '../log/removed'
import { listSegments } from '../log/segments'
import { parquetFolderOf } from '../parquet/locations'
import { readSealed, type Sealed } from '../parquet/manifest'
import { bytesOf, timeOf } from '../parquet/retention'
import { isPinned, readPins, type Pins } from '../pins'
import { daysOf } from './days'
import { ignoreMissing } from '../missing'
import { RecordedSegment } from './recorded-segment'

/** A recorded connection, without what only the app knows. */
export interface CatalogEntry extends Pick<RecordedConnection, 'id' | 'sources' | 'parquet' | 'removed'> {
  readonly days: readonly Omit<RecordedDay, 'verified'>[]
}

interface ReadOptions {
  readonly signal: AbortSignal
  /** Sizes are known first, contents follow from the newest day back. */
  readonly onProgress: (entries: readonly CatalogEntry[]) => void
}

interface Log {
  readonly folder: string
  readonly segments: readonly RecordedSegment[]
  readonly openFile: string | undefined
  readonly pinned: Pins
  readonly parquet: RecordedConnection['parquet']
  readonly removed: RecordedConnection['removed']
}

const notifyEvery = 500

/** The recordings of all connections; a recorder may be writing meanwhile. */
export class Catalog {
  #known = new Map<string, RecordedSegment>()

  constructor(readonly root: string) {}

  async read({ signal, onProgress }: ReadOptions): Promise<readonly CatalogEntry[]> {
    const logs = await this.#look()
    const entries = () => logs.map((log) => entryOf(this.root, log)).filter(hasSomething)
    onProgress(entries())
    let notifiedAt = performance.now()
    for (const { segments, openFile } of logs) {
      for (const segment of segments.toReversed()) {
        signal.throwIfAborted()
        if (segment.isRead) continue
        // One that was removed meanwhile has nothing.
        await segment.read(signal, segment.file === openFile).catch(ignoreMissing)
        if (performance.now() - notifiedAt < notifyEvery) continue
        notifiedAt = performance.now()
        onProgress(entries())
      }
    }
    return entries()
  }

  async #look(): Promise<readonly Log[]> {
    // It is missing until something is recorded.
    await readdir(this.root).catch(ignoreMissing)
    const known = new Map<string, RecordedSegment>()
    const logs: Log[] = []
    for (const folder of await listLogs(this.root)) {
      const files = await listSegments(folder)
      const segments: RecordedSegment[] = []
      for (const file of files) {
        const segment = this.#known.get(file) ?? new RecordedSegment(file)
        const isThere = await segment.look().then(() => true, ignoreMissing)
        if (!isThere) continue
        known.set(file, segment)
        segments.push(segment)
      }
      const openFile = (await LogLock.isLeft(folder)) ? files.at(-1) : undefined
      const removed = await removedOf(folder)
      // A damaged list is reported where days would be deleted.
      const pinned = await readPins(folder).catch((): Pins => ({ days: new Set(), ranges: [] }))
      const parquet = await parquetOf(folder, pinned)
      logs.push({ folder, segments, openFile, pinned, parquet, removed })
    }
    this.#known = known
    return logs
  }
}

const entryOf = (
  root: string,
  { folder, segments, openFile, pinned, parquet, removed }: Log
): CatalogEntry => ({
  id: path.relative(root, path.dirname(folder)).split(path.sep).join('/'),
  sources: [],
  days: daysOf(segments, pinned, openFile),
  parquet,
  removed
})

/** Only Parquet may be left. */
const hasSomething = ({ days, parquet }: CatalogEntry) =>
  days.length > 0 || parquet.bytes + parquet.pinnedBytes > 0

async function removedOf(folder: string): Promise<RecordedConnection['removed']> {
  const removed = await listRemoved(folder)
  return {
    segments: removed.length,
    bytes: removed.reduce((sum, { bytes }) => sum + bytes, 0),
    last: removed.length > 0 ? Math.max(...removed.map(({ at }) => at)) : null
  }
}

async function parquetOf(folder: string, pinned: Pins): Promise<RecordedConnection['parquet']> {
  // A damaged manifest is reported where it is sealed.
  const sealed = await readSealed(parquetFolderOf(folder)).catch(() => [])
  const there = sealed.filter(({ files }) => files.length > 0)
  const [kept, limited] = [true, false].map((isKept) =>
    there.filter(({ part }) => isPinned(pinned, timeOf(part)) === isKept)
  )
  const sum = (parts: readonly Sealed[]) => parts.reduce((bytes, part) => bytes + bytesOf(part), 0)
  const days = new Set(limited!.map(({ part }) => part.date)).size
  return { bytes: sum(limited!), days, pinnedBytes: sum(kept!) }
}
