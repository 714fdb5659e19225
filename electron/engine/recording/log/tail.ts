import { rm, truncate } from 'node:fs/promises'
import { digestOf, headLength, memberMark, noMember, readFacts, tailLength } from './member'
import { lastRemoved } from './removed'
import { Segment, type Located } from './segment'
import { listSegments } from './segments'

/** Where a log continues. */
export interface LogEnd {
  readonly nextSeq: number
  /** SHA-256 of the last member. */
  readonly digest: Buffer
  /** Its end has no damage, so that a member can be appended. */
  readonly segment: { readonly file: string; readonly size: number } | null
}

/** Removes what an interrupted write left; damage of any other kind is left alone, and a new segment begins. */
export async function repairEnd(folder: string): Promise<LogEnd> {
  const removed = (await lastRemoved(folder)) ?? { nextSeq: 1, digest: noMember }
  let segment: LogEnd['segment'] | undefined
  for (const file of (await listSegments(folder)).reverse()) {
    const { last, size, rest } = await readEnd(file)
    // A kill can leave a segment empty.
    const isTorn = rest === null ? last === null : isInterrupted(rest)
    if (isTorn && last) await truncate(file, size)
    else if (isTorn) await rm(file)
    if (isTorn && !last) continue
    segment ??= last && (rest === null || isTorn) ? { file, size } : null
    if (!last) continue
    const nextSeq = last.facts.lastSeq + 1
    // The newest segments may have been removed, and numbers are given once.
    return removed.nextSeq > nextSeq
      ? { ...removed, segment: null }
      : { nextSeq, digest: last.digest, segment }
  }
  return { ...removed, segment: null }
}

/** The last whole member, and the bytes after it. */
async function readEnd(file: string) {
  const segment = await Segment.open(file)
  try {
    let [before, last]: (Located | null)[] = [null, null]
    for await (const piece of segment.pieces())
      if (piece.kind === 'member') [before, last] = [last, piece.member]
    if (last && isUnfilled(await segment.read(last))) last = before
    const size = last ? last.offset + last.facts.length : 0
    const rest = size === segment.size ? null : await segment.bytes(size, segment.size - size)
    return { last: last && { ...last, digest: digestOf(await segment.read(last)) }, size, rest }
  } finally {
    await segment.close()
  }
}

/** After a power failure, the file may have its length without its content. */
const isUnfilled = (member: Buffer) => member.subarray(-tailLength).every((byte) => byte === 0)

/** A member that was not written to its end, or space that was never written. */
function isInterrupted(rest: Buffer): boolean {
  if (rest.length < headLength) return isBeginning(rest) || rest.every((byte) => byte === 0)
  const facts = readFacts(rest)
  if (!facts) return rest.every((byte) => byte === 0)
  return facts.length > rest.length || (facts.length === rest.length && isUnfilled(rest))
}

const isBeginning = (rest: Buffer) =>
  rest.subarray(0, memberMark.length).equals(memberMark.subarray(0, Math.min(rest.length, memberMark.length)))
