import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { RecordingImport } from '#shared/contract/recording/catalog'
import { fail } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { freeSpace, needSpace } from '../free-space'
import { dayOf } from '../log/segments'
import { changePins } from '../pins'
import { findLogs, type FoundLog } from './find-logs'
import { Homes, isAfter } from './homes'
import { importSegment } from './import-segment'
import { listSource, type SourceSegment } from './source'

export interface ImportRequest {
  /** Of all recordings. */
  readonly root: string
  /** The folder that was chosen. */
  readonly source: string
}

interface ImportOptions {
  readonly now: number
  readonly signal: AbortSignal
  readonly onProgress: (day: string, share: number) => void
  readonly freeBytes?: (folder: string) => Promise<number>
}

/** The recorder pauses when the disk has less than a gigabyte. */
const keptFree = 1.5e9
const maxRefused = 20

/** A segment and the log here that it goes to. */
interface Planned {
  readonly segment: SourceSegment
  readonly log: string
}

/**
 * Copies the segments of other recordings into folders of their own, each verified before it counts. What is here
 * already is left, so an import that ended early can be repeated.
 */
export async function importRecordings(
  { root, source }: ImportRequest,
  { now, signal, onProgress, freeBytes = freeSpace }: ImportOptions
): Promise<RecordingImport> {
  const logs = await findLogs(source)
  if (logs.length === 0) throw fail('recording.nothing-to-import', recordingText.nothingToImport(source))
  const result = new Result(root)
  const planned: Planned[] = []
  for (const log of logs) {
    const taken = new Set(planned.map((each) => each.log))
    planned.push(...(await plan(await Homes.find(root, log, taken), log, result, signal)))
  }
  await mkdir(root, { recursive: true, mode: 0o700 })
  const bytes = sum(planned, (segment) => segment.bytes)
  if (bytes > 0) await needSpace(root, bytes, async (folder) => (await freeBytes(folder)) - keptFree)
  const total = sum(planned, ({ ends }) => ends.end)
  let done = 0
  for (const { segment, log } of planned) {
    signal.throwIfAborted()
    const day = dayOf(segment.file)
    onProgress(day, done / total)
    // Before the limits can delete it.
    if (!result.has(log, day)) await changePins(log, [day], true)
    const onBytes = (copied: number) => onProgress(day, Math.min(1, (done + copied) / total))
    const refusal = await importSegment(segment, log, { now, signal, onBytes })
    if (refusal === null) result.add(log, day)
    else result.refuse(segment.name, refusal)
    done += segment.ends.end
  }
  return result.value
}

const sum = (planned: readonly Planned[], bytesOf: (segment: SourceSegment) => number) =>
  planned.reduce((all, { segment }) => all + bytesOf(segment), 0)

async function plan(homes: Homes, found: FoundLog, result: Result, signal: AbortSignal): Promise<Planned[]> {
  const added: SourceSegment[] = []
  const planned: Planned[] = []
  let known: string | null = null
  let before: SourceSegment | null = null
  for (const { name, segment } of await listSource(found.folder, signal)) {
    signal.throwIfAborted()
    if (!segment) {
      result.refuse(name, 'unreadable')
      continue
    }
    const { here, log } = await homes.lookFor(segment)
    if (here === 'other') result.refuse(name, 'other')
    else if (before && !isAfter(before.ends, segment.ends)) result.refuse(name, 'chain')
    else {
      before = segment
      known ??= here === 'nothing' ? null : log
      if (here === 'all') result.skip()
      else if (log === null) added.push(segment)
      else planned.push({ segment, log })
    }
  }
  if (added.length === 0) return planned
  const home = await homes.homeFor(added, known)
  return [...planned, ...added.map((segment) => ({ segment, log: home }))]
}

/** The outcome of each segment. */
class Result {
  readonly #days = new Map<string, Set<string>>()
  readonly #refused: string[] = []
  #imported = 0
  #skipped = 0
  #refusals = 0

  constructor(private readonly root: string) {}

  get value(): RecordingImport {
    return {
      imported: this.#imported,
      skipped: this.#skipped,
      refused: this.#refused,
      refusals: this.#refusals,
      connections: [...this.#days].map(([log, days]) => ({
        connection: path.relative(this.root, path.dirname(log)).split(path.sep).join('/'),
        days: [...days].sort()
      }))
    }
  }

  add(log: string, day: string): void {
    this.#imported += 1
    const days = this.#days.get(log) ?? new Set()
    this.#days.set(log, days.add(day))
  }

  has(log: string, day: string): boolean {
    return this.#days.get(log)?.has(day) ?? false
  }

  skip(): void {
    this.#skipped += 1
  }

  /** The first of them are named. */
  refuse(name: string, reason: keyof typeof recordingText.refused): void {
    this.#refusals += 1
    if (this.#refused.length < maxRefused) this.#refused.push(recordingText.refused[reason](name))
  }
}
