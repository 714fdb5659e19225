import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { marketsOf } from '../catalog/recorded-markets'
import { derivedOf } from '../keyframes/files'
import { readEnds } from '../log/ends'
import { LogLock } from '../log/lock'
import { endOfPeriod, listSegments, segmentTime, usualSegmentLength } from '../log/segments'
import { ignoreMissing } from '../missing'
import { parquetFolderOf, partOf, sealedFolder, type HourPart } from '../parquet/locations'
import { readManifest, type Sealed } from '../parquet/manifest'
import { timeOf } from '../parquet/retention'
import { logTimeOf } from '../replay/log-time'
import { setOfSegment, type SharedSet } from './set'

/** A set that may be shared, with where its files are. */
export interface SealedSet {
  readonly facts: Omit<SharedSet, 'files'>
  /** By the name in the store. */
  readonly files: ReadonlyMap<string, string>
}

interface FinishedWhen {
  readonly now: number
  /** Milliseconds within which the files beside a segment follow it. */
  readonly settle: number
  /** Whether the recorder may go on with the last segment, within its length. */
  readonly mayContinue: boolean
  /** Milliseconds after which the recorder begins another segment; an hour without it. */
  readonly segmentLength?: number | undefined
  /** Whether a segment is known to be finished, by its name. */
  readonly isDone?: (name: string) => boolean
}

/** The segments of a log that no longer change, oldest first. */
export async function finishedSegments(
  log: string,
  { now, settle, mayContinue, segmentLength = usualSegmentLength, isDone = () => false }: FinishedWhen
): Promise<string[]> {
  const segments = await listSegments(log)
  const isWritten = await LogLock.isLeft(log)
  const finished: string[] = []
  for (const [index, file] of segments.entries()) {
    if (isDone(path.basename(file))) {
      finished.push(file)
      continue
    }
    const isLast = index === segments.length - 1
    const isOver = !isWritten && (!mayContinue || now >= endOfPeriod(segmentTime(file), segmentLength))
    const modified = (await stat(file).catch(ignoreMissing))?.mtimeMs ?? now
    if ((!isLast || isOver) && now - modified >= settle) finished.push(file)
  }
  return finished
}

/** Null if nothing of a segment is readable. */
export async function sealedSegment(file: string): Promise<SealedSet | null> {
  const ends = await readEnds(file)
  if (!ends) return null
  const { first, last } = ends
  const milliseconds = (time: bigint) => logTimeOf(time).milliseconds
  const [from, to] = [milliseconds(first.from), milliseconds(last.to)]
  const there = await Promise.all(
    [file, ...derivedOf(file)].map(async (each) =>
      (await stat(each).catch(() => null))?.isFile() ? [each] : []
    )
  )
  return {
    facts: {
      name: setOfSegment(path.basename(file)),
      from: Math.min(from, to),
      to: Math.max(from, to),
      firstSeq: first.firstSeq,
      lastSeq: last.lastSeq,
      markets: await marketsOf(file, first)
    },
    files: new Map(there.flat().map((each) => [`log/${path.basename(each)}`, each]))
  }
}

/** The Parquet files of finished segments, by the names of their manifests. */
export async function sealedParts(
  log: string,
  finished: readonly string[],
  isDone: (manifest: string) => boolean
): Promise<ReadonlyMap<string, SealedSet | null>> {
  const folder = parquetFolderOf(log)
  const segments = new Set((await listSegments(log)).map((file) => path.basename(file)))
  const names = new Set(finished.map((file) => path.basename(file)))
  const parts = new Map<string, SealedSet | null>()
  const manifests = await readdir(path.join(folder, sealedFolder)).catch(() => [])
  for (const name of manifests.sort()) {
    const part = partOf(name)
    if (!part || isDone(name)) continue
    const sealed = await readManifest(folder, part)
    const isReady = sealed.segments.every((each) => names.has(each.name) || !segments.has(each.name))
    if (isReady) parts.set(name, sealed.files.length > 0 ? partSet(folder, sealed) : null)
  }
  return parts
}

/** Names have the number of the first item, so that those of two collectors differ. */
function partSet(folder: string, { part, segments, files }: Sealed): SealedSet {
  const [firstSeq, lastSeq] = [segments[0]!.from, segments.at(-1)!.to]
  const named = (name: string) => `parquet/${path.posix.dirname(name)}/${part.hour}-${firstSeq}.parquet`
  return {
    facts: { name: partName(part, firstSeq), ...timeOf(part), firstSeq, lastSeq, markets: [] },
    files: new Map(files.map(({ name }) => [named(name), path.join(folder, name)]))
  }
}

const partName = ({ date, hour: of }: HourPart, firstSeq: number) => `parquet-${date}T${of}-${firstSeq}`
