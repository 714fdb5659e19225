import { rm, truncate } from 'node:fs/promises'
import { digestOf, headLength, memberMark, noMember, readFacts } from './member'
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
  let segment: LogEnd['segment'] | undefined
  for (const file of (await listSegments(folder)).reverse()) {
    const { last, size, rest } = await readEnd(file)
    const isTorn = rest !== null && isInterrupted(rest)
    if (isTorn && last) await truncate(file, size)
    else if (isTorn) await rm(file)
    if (isTorn && !last) continue
    segment ??= last && (rest === null || isTorn) ? { file, size } : null
    if (last) return { nextSeq: last.facts.lastSeq + 1, digest: last.digest, segment }
  }
  const before = (await lastRemoved(folder)) ?? { nextSeq: 1, digest: noMember }
  return { ...before, segment: null }
}

/** The last member, and the beginning and length of the bytes after it. */
async function readEnd(file: string) {
  const segment = await Segment.open(file)
  try {
    let last: Located | null = null
    for await (const piece of segment.pieces()) if (piece.kind === 'member') last = piece.member
    const size = last ? last.offset + last.facts.length : 0
    const rest = size === segment.size ? null : await segment.bytes(size, segment.size - size)
    return { last: last && { ...last, digest: digestOf(await segment.read(last)) }, size, rest }
  } finally {
    await segment.close()
  }
}

/** A member that was not written to its end, or space that was never written. */
function isInterrupted(rest: Buffer): boolean {
  if (rest.length < headLength) return isBeginning(rest) || rest.every((byte) => byte === 0)
  const facts = readFacts(rest)
  return facts ? facts.length > rest.length : rest.every((byte) => byte === 0)
}

const isBeginning = (rest: Buffer) =>
  rest.subarray(0, memberMark.length).equals(memberMark.subarray(0, Math.min(rest.length, memberMark.length)))
