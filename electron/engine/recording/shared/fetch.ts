import { createHash } from 'node:crypto'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { RecordingFetch } from '#shared/contract/recording/catalog'
import { fail, ProblemError } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { freeSpace, needSpace } from '../free-space'
import { isAfter } from '../import/homes'
import { importSegment } from '../import/import-segment'
import { readEnds, type SegmentEnds } from '../log/ends'
import { dayOf, isLaterSegment, listSegments } from '../log/segments'
import { makeRoom, noteUse } from './fetched'
import { incomingFolder } from './left-fetches'
import type { SharedSets } from './read-sums'
import { bytesOfSet, segmentOf, timeOfSet, type SharedFile, type SharedSet } from './set'
import type { SharedReader } from './store'

interface FetchOptions {
  readonly store: Pick<SharedReader, 'read'>
  /** In the order of their items. */
  readonly wanted: readonly SharedSet[]
  /** Of what was fetched. */
  readonly log: string
  /** Of everything fetched that is not pinned. */
  readonly maxBytes: number
  readonly now: number
  readonly signal: AbortSignal
  readonly onProgress: (day: string, share: number) => void
  readonly freeBytes?: (folder: string) => Promise<number>
}

/** A segment is at most an hour long, and clocks of collectors may differ. */
const maxSetTime = 2 * 3_600_000
/** The recorder pauses when the disk has less than a gigabyte. */
const keptFree = 1.5e9
const maxRefused = 20
const maxEmptyPieces = 1000

/** The shared segments that have any of a time, in the order of their items. */
export async function setsWithin(
  sets: SharedSets,
  from: number,
  to: number,
  signal: AbortSignal
): Promise<SharedSet[]> {
  const mayReach = (name: string) => mayEndAfter(name, from)
  return (await segmentSets(sets, signal, mayReach)).filter((set) => set.from <= to && set.to >= from)
}

/** By its name, which is too late if a clock was set back. */
export const mayEndAfter = (name: string, from: number): boolean => timeOfSet(name)! >= from - maxSetTime

/** The shared segments that are wanted by their names, in the order of their items. */
export const segmentSets = async (
  sets: SharedSets,
  signal: AbortSignal,
  isWanted: (name: string) => boolean = () => true
): Promise<SharedSet[]> =>
  (await sets.read(signal, (name) => segmentOf(name) !== null && isWanted(name))).sort(inOrder)

const inOrder = (one: SharedSet, other: SharedSet) => one.firstSeq - other.firstSeq

export const isFetched = async (log: string, set: SharedSet): Promise<boolean> =>
  (await stat(segmentFileOf(log, set)).catch(() => null))?.size === set.files[0]!.bytes

const segmentFileOf = (log: string, { name }: SharedSet): string => path.join(log, segmentOf(name)!)

/**
 * Fetches those of some sets that are not here. Segments of several collectors become one log: their numbers
 * follow each other. Each is compared with its sums and then verified like one that is imported.
 */
export async function fetchShared(options: FetchOptions): Promise<RecordingFetch> {
  const { wanted, log, maxBytes, now, signal, onProgress, freeBytes = freeSpace } = options
  const here = await Promise.all(wanted.map((set) => isFetched(log, set)))
  const missing = wanted.filter((_set, index) => !here[index])
  const [all, needed] = [wanted, missing].map((some) =>
    some.reduce((sum, set) => sum + bytesOfSet(set), 0)
  ) as [number, number]
  if (all > maxBytes) throw fail('recording.shared-budget', recordingText.shared.overBudget(all, maxBytes))
  const names = wanted.map((set) => segmentOf(set.name)!)
  await mkdir(log, { recursive: true, mode: 0o700 })
  if (needed > 0) {
    await makeRoom(log, maxBytes - needed, new Set(names), now)
    await needSpace(log, needed, async (folder) => (await freeBytes(folder)) - keptFree)
  }
  const refused: string[] = []
  let [fetched, done] = [0, 0]
  const incoming = incomingFolder(log)
  try {
    for (const set of missing) {
      signal.throwIfAborted()
      const day = dayOf(segmentOf(set.name)!)
      const onBytes = (bytes: number) => onProgress(day, Math.min(1, (done + bytes) / needed))
      onBytes(0)
      await rm(incoming, { recursive: true, force: true })
      await mkdir(incoming, { recursive: true, mode: 0o700 })
      const refusal = await fetchSet(set, incoming, options, onBytes).catch(sentenceOfMissing)
      if (refusal === null) fetched += 1
      else refused.push(refusal)
      done += bytesOfSet(set)
    }
  } finally {
    await rm(incoming, { recursive: true, force: true })
    await noteUse(log, names, now)
  }
  return {
    fetched,
    skipped: wanted.length - missing.length,
    refused: refused.slice(0, maxRefused),
    refusals: refused.length
  }
}

async function fetchSet(
  set: SharedSet,
  incoming: string,
  { store, log, now, signal }: FetchOptions,
  onBytes: (bytes: number) => void
): Promise<string | null> {
  let bytes = 0
  for (const file of set.files) {
    const target = path.join(incoming, path.posix.basename(file.name))
    const isSame = await download(store, file, target, signal, (count) => onBytes((bytes += count)))
    if (!isSame) return recordingText.shared.differs(file.name)
  }
  const file = path.join(incoming, segmentOf(set.name)!)
  const name = path.basename(file)
  const ends = await readEnds(file)
  if (!ends) return recordingText.refused.unreadable(name)
  if (!(await fitsBefore(log, name, ends))) return recordingText.refused.chain(name)
  const source = { file, name, ends, bytes: bytesOfSet(set), isLast: false }
  const refusal = await importSegment(source, log, { now, signal, onBytes: () => {} })
  return refusal && recordingText.refused[refusal](name)
}

/** Its limits may have removed it from the store meanwhile. */
function sentenceOfMissing(thrown: unknown): string {
  if (thrown instanceof ProblemError && thrown.problem.code === 'recording.shared-file')
    return thrown.problem.sentence
  throw thrown
}

/** Whether its numbers are below those of the segment that it comes before. */
async function fitsBefore(log: string, name: string, ends: SegmentEnds): Promise<boolean> {
  const after = (await listSegments(log)).find((each) => isLaterSegment(each, name))
  const endsAfter = after === undefined ? null : await readEnds(after)
  return !endsAfter || isAfter(ends, endsAfter)
}

/** False if it is not the file of the sums: then nothing more of it is read. */
async function download(
  store: FetchOptions['store'],
  { name, bytes, sha256 }: SharedFile,
  target: string,
  signal: AbortSignal,
  onBytes: (count: number) => void
): Promise<boolean> {
  const hash = createHash('sha256')
  let [left, empty] = [bytes, 0]
  const handle = await open(target, 'wx', 0o600)
  try {
    for await (const piece of store.read(name, signal)) {
      signal.throwIfAborted()
      left -= piece.length
      if (piece.length === 0) empty += 1
      if (left < 0 || empty > maxEmptyPieces) return false
      hash.update(piece)
      await handle.writeFile(piece)
      onBytes(piece.length)
    }
  } finally {
    await handle.close()
  }
  return left === 0 && hash.digest('hex') === sha256
}
