import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { fail } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import type { LoggedItem } from '../log/lines'
import { LogLock } from '../log/lock'
import { listSegments } from '../log/segments'
import type { LogCursor } from '../replay/log-cursor'
import { ItemRows } from './item-rows'
import { hourOf, isSameHour, parquetFolderOf, partEnding, type HourPart } from './locations'
import { lastSealed, nextPart, writeManifest, type Sealed } from './manifest'
import { PartFiles, type SealedFile } from './part-files'
import { startAt } from './start'

interface SealOptions {
  /** Until the log has the setting. */
  readonly staleAfter: () => number
  readonly signal?: AbortSignal
  /** Called with each part of the log that is sealed. */
  readonly onPart?: (part: HourPart, files: readonly SealedFile[]) => void
  /** Rows in memory. */
  readonly limits?: { readonly group: number; readonly pending: number }
}

/**
 * Writes the closed segments of a log that were not sealed yet into Parquet files beside it. The log may grow
 * meanwhile. It can be killed at any time: a part counts only once all its files are complete, on the disk and read
 * back.
 */
export async function sealLog(log: string, options: SealOptions): Promise<void> {
  const folder = parquetFolderOf(log)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lock = await LogLock.take(folder, Date.now)
  try {
    await removeUnfinished(folder)
    const run = await SealRun.begin(log, folder, options)
    await run?.sealAll()
  } finally {
    await removeUnfinished(folder).catch(() => {})
    await lock.release()
  }
}

interface OpenPart extends HourPart {
  readonly files: PartFiles
  readonly from: number
  readonly segments: string[]
}

class SealRun {
  #last: Sealed | null
  #part: OpenPart | null = null
  /** The last item that was read. */
  #to: number

  private constructor(
    private readonly folder: string,
    private readonly options: SealOptions,
    private readonly cursor: LogCursor,
    private readonly rows: ItemRows,
    private readonly openSegment: string | undefined,
    last: Sealed | null,
    startsAfter: number
  ) {
    this.#last = last
    this.#to = startsAfter
  }

  /** Null without a log. */
  static async begin(log: string, folder: string, options: SealOptions): Promise<SealRun | null> {
    const last = await lastSealed(folder)
    // Its end may be lost if the computer fails.
    const openSegment = (await LogLock.isLeft(log)) ? (await listSegments(log)).at(-1) : undefined
    const start = await startAt(log, last?.to ?? 0, options.staleAfter)
    if (!start) return null
    return new SealRun(folder, options, start.cursor, new ItemRows(start), openSegment, last, start.hub.seq)
  }

  async sealAll(): Promise<void> {
    const sealedTo = this.#last?.to ?? 0
    try {
      for (let items = await this.#next(); items.length > 0; items = await this.#next()) {
        this.options.signal?.throwIfAborted()
        const first = items.findIndex(({ seq }) => seq > sealedTo)
        for (const item of first === -1 ? items : items.slice(0, first)) this.rows.skip(item)
        if (first !== -1) await this.#seal(items.slice(first))
        this.#to = items.at(-1)!.seq
      }
      if (this.#to < sealedTo && this.openSegment === undefined)
        throw fail('recording.other-log', recordingText.otherLog(this.folder))
      await this.#finish()
    } finally {
      this.rows.dispose()
      await this.cursor.close()
    }
  }

  /** None at the end of the closed segments. */
  async #next(): Promise<readonly LoggedItem[]> {
    const items = await this.cursor.next()
    return this.cursor.place.file === this.openSegment ? [] : items
  }

  async #seal(items: readonly LoggedItem[]): Promise<void> {
    const { file } = this.cursor.place
    const hour = hourOf(file)
    if (this.#part && !isSameHour(this.#part, hour)) await this.#finish()
    const part = (this.#part ??= this.#begin(hour, items[0]!))
    const name = path.basename(file)
    if (part.segments.at(-1) !== name) part.segments.push(name)
    for (const item of items) this.rows.apply(item)
    await part.files.spill()
  }

  #begin(hour: Omit<HourPart, 'number'>, first: LoggedItem): OpenPart {
    const part = nextPart(this.#last, hour)
    const files = new PartFiles(this.folder, part, this.options.limits)
    this.rows.begin(files.add)
    return { ...part, files, from: first.seq, segments: [] }
  }

  async #finish(): Promise<void> {
    const part = this.#part
    this.#part = null
    if (!part) return
    const files = await part.files.finish()
    if (files.length === 0) return
    await writeManifest(this.folder, part, { from: part.from, to: this.#to, segments: part.segments }, files)
    this.#last = { part, to: this.#to }
    this.options.onPart?.(part, files)
  }
}

/** What a kill left. */
async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  for (const name of names) if (name.endsWith(partEnding)) await rm(path.join(folder, name), { force: true })
}
