import { stat } from 'node:fs/promises'
import path from 'node:path'
import { removeDerived, sizeOfDerived } from './keyframes/files'
import { withMembers } from './keyframes/members'
import { headLength, readFacts } from './log/member'
import { removeSegment } from './log/removed'
import { listSegments, segmentTime } from './log/segments'
import type { Budget, LogSize } from './messages'
import { ignoreMissing } from './missing'
import { hourOf, parquetFolderOf } from './parquet/locations'
import { readSealed } from './parquet/manifest'
import { isSealed } from './parquet/pending'
import { isPinned, readPins, type PinnedRange } from './pins'
import { logTimeOf } from './replay/log-time'

const day = 86_400_000
/** Segments at the end that grow, or the files beside them do. */
const maxGrowing = 2

export interface Sized {
  readonly file: string
  /** When it was last written, in milliseconds since the epoch. */
  readonly modified: number
  readonly bytes: number
}

/**
 * Removes the oldest segments until the log fits its budget; the last one, which may be being written, only once it
 * is old. What is derived from a segment counts with it; pinned days do not count, and stay. Returns what is left.
 * @param isLow whether the disk is nearly full, so that segments are removed even if they have to be sealed first
 * @param known kept between calls: the sizes of segments that no longer grow
 */
export async function keepBudget(
  folder: string,
  budget: Budget,
  now: number,
  isLow = false,
  known = new Map<string, Sized>()
): Promise<LogSize> {
  const pins = await readPins(folder)
  const segments = await sizes(folder, known)
  const pinned = new Set(
    segments.filter((segment, index) => isPinned(pins, timeOf(segment, segments[index + 1])))
  )
  let limited = sum(segments.filter((segment) => !pinned.has(segment)))
  const left = new Set(segments)
  for (const [index, segment] of segments.entries()) {
    if (pinned.has(segment)) continue
    const next = segments[index + 1]
    const isOld = timeOf(segment, next).to < now - budget.days * day
    if (!isOld && (!next || limited <= budget.bytes)) break
    const isUnsealed = budget.sealedFirst && !(await isSegmentSealed(segment.file))
    if (isUnsealed && !isLow) break
    await removeDerived(segment.file)
    // The user may delete days meanwhile.
    await removeSegment(segment.file, now, isUnsealed ? 'limits-unsealed' : 'limits').catch(ignoreMissing)
    limited -= segment.bytes
    left.delete(segment)
    known.delete(segment.file)
  }
  return { bytes: sum([...left]), since: await beginOf([...left]) }
}

/** Parquet files that do not fit the log are a problem of sealing, which says so. */
async function isSegmentSealed(file: string): Promise<boolean> {
  try {
    return await isSealed(file, await readSealed(parquetFolderOf(path.dirname(file)), hourOf(file)))
  } catch {
    return false
  }
}

const timeOf = ({ file, modified }: Sized, next: Sized | undefined): PinnedRange => ({
  from: segmentTime(file),
  to: next ? segmentTime(next.file) : modified
})

const sum = (segments: readonly Sized[]) => segments.reduce((all, { bytes }) => all + bytes, 0)

/** When the first item arrived, in milliseconds since the epoch. */
async function beginOf(segments: readonly Sized[]): Promise<number | null> {
  for (const { file } of segments) {
    const facts = await withMembers(file, async (segment) => readFacts(await segment.exactly(0, headLength)))
    if (facts) return logTimeOf(facts.from).milliseconds
  }
  const [first] = segments
  return first ? segmentTime(first.file) : null
}

async function sizes(folder: string, known: Map<string, Sized>): Promise<Sized[]> {
  const files = await listSegments(folder)
  const found = await Promise.all(
    files.map(async (file, index) => {
      const before = known.get(file)
      if (before) return before
      const { size, mtimeMs } = (await stat(file).catch(ignoreMissing)) ?? {}
      if (size === undefined || mtimeMs === undefined) return null
      const sized = { file, bytes: size + (await sizeOfDerived(file)), modified: mtimeMs }
      if (index < files.length - maxGrowing) known.set(file, sized)
      return sized
    })
  )
  return found.filter((each) => each !== null)
}
