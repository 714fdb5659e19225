import path from 'node:path'
import type { LoggedItem } from '../log/lines'
import { repairAbandoned } from '../log/repair-abandoned'
import { isLaterSegment } from '../log/segments'
import type { LogCursor } from '../replay/log-cursor'
import { ItemRows } from './item-rows'
import { hourOf, isSameHour, parquetFolderOf, type Hour, type HourPart } from './locations'
import { nextPart, readSealed, sealedOf, writeManifest, type Sealed, type SealedSegment } from './manifest'
import { PartFiles, type SealedFile } from './part-files'
import { pendingRuns, type PendingRun, type PendingSegment } from './pending'
import { startAt } from './start'
import { withParquet } from './with-parquet'

interface SealOptions {
  /** Until the log has the setting. */
  readonly staleAfter: () => number
  readonly signal?: AbortSignal
  /** Called with each part of the log before it is sealed. */
  readonly onBegin?: (part: HourPart) => void
  /** Called with each part of the log that is sealed. */
  readonly onPart?: (part: HourPart, files: readonly SealedFile[]) => void
  /** Called often; the work waits until it resolves. */
  readonly rest?: () => Promise<void>
  /** Rows in memory. */
  readonly limits?: { readonly group: number; readonly pending: number }
}

/**
 * Writes the closed segments of a log that were not sealed yet into Parquet files beside it. The log may grow
 * meanwhile. It can be killed at any time: a part counts only once all its files are complete, on the disk and read
 * back.
 */
export async function sealLog(log: string, options: SealOptions): Promise<void> {
  await withParquet(log, async (folder) => {
    await repairAbandoned(log)
    const sealed = await readSealed(folder)
    for (const run of await pendingRuns(log, sealed)) await SealRun.seal(log, run, sealed, options)
  })
}

interface OpenPart extends HourPart {
  readonly files: PartFiles
  readonly segments: SealedSegment[]
}

class SealRun {
  readonly #segments: ReadonlyMap<string, PendingSegment>
  #part: OpenPart | null = null

  private constructor(
    private readonly folder: string,
    private readonly options: SealOptions,
    private readonly cursor: LogCursor,
    private readonly rows: ItemRows,
    private readonly run: PendingRun,
    /** Sealed parts are added to it. */
    private readonly sealed: Sealed[]
  ) {
    this.#segments = new Map(run.map((segment) => [segment.file, segment]))
  }

  static async seal(log: string, run: PendingRun, sealed: Sealed[], options: SealOptions): Promise<void> {
    const start = await startAt(log, run[0]!.from - 1, options.staleAfter)
    if (!start) return
    const rows = new ItemRows(start)
    try {
      await new SealRun(parquetFolderOf(log), options, start.cursor, rows, run, sealed).#sealAll()
    } finally {
      rows.dispose()
      await start.cursor.close()
    }
  }

  async #sealAll(): Promise<void> {
    const { from } = this.run[0]!
    const last = this.run.at(-1)!.file
    for (;;) {
      this.options.signal?.throwIfAborted()
      const items = await this.cursor.next()
      const { file } = this.cursor.place
      if (items.length === 0 || isLaterSegment(file, last)) break
      const first = items.findIndex(({ seq }) => seq >= from)
      for (const item of first === -1 ? items : items.slice(0, first)) this.rows.skip(item)
      if (first !== -1) await this.#seal(file, items.slice(first))
      await this.options.rest?.()
    }
    await this.#finish()
    for (const { file, bytes, from: first } of this.run) {
      const name = path.basename(file)
      if (sealedOf(this.sealed, name).some((each) => each.bytes === bytes)) continue
      // Nothing of it was readable.
      this.#part = this.#begin(hourOf(file))
      this.#part.segments.push({ name, bytes, from: first, to: first })
      await this.#finish()
    }
  }

  async #seal(file: string, items: readonly LoggedItem[]): Promise<void> {
    const hour = hourOf(file)
    if (this.#part && !isSameHour(this.#part, hour)) await this.#finish()
    const part = (this.#part ??= this.#begin(hour))
    for (const item of items) this.rows.apply(item)
    const segment = this.#segments.get(file)
    const from = Math.max(items[0]!.seq, segment?.from ?? 0)
    const name = path.basename(file)
    addTo(part.segments, { name, bytes: segment?.bytes ?? 0, from, to: items.at(-1)!.seq })
    await part.files.spill()
  }

  #begin(hour: Hour): OpenPart {
    const part = nextPart(this.sealed, hour)
    this.options.onBegin?.(part)
    const files = new PartFiles(this.folder, part, this.options.limits)
    this.rows.begin(files.add)
    return { ...part, files, segments: [] }
  }

  async #finish(): Promise<void> {
    const open = this.#part
    this.#part = null
    if (!open) return
    const { files: writing, segments, ...part } = open
    const files = await writing.finish()
    await writeManifest(this.folder, part, segments, files)
    this.sealed.push({ part, segments, files })
    this.options.onPart?.(part, files)
  }
}

/** Items of the same segment follow each other. */
function addTo(segments: SealedSegment[], items: SealedSegment): void {
  const last = segments.at(-1)
  if (last?.name === items.name) segments[segments.length - 1] = { ...last, to: items.to }
  else segments.push(items)
}
