import { withMembers } from '../keyframes/members'
import { digestOf, type MemberFacts } from './member'
import type { Located } from './segment'

/** The first and the last whole member of a segment. */
export interface SegmentEnds {
  readonly first: MemberFacts
  readonly last: MemberFacts
  /** SHA-256 of the last member. */
  readonly digest: Buffer
  /** In bytes, up to the end of the last member. */
  readonly end: number
}

/** By headers alone; null for a segment without a whole member, or one that was removed meanwhile. */
export const readEnds = (file: string): Promise<SegmentEnds | null> =>
  withMembers(file, async (segment) => {
    let [first, last]: (Located | null)[] = [null, null]
    for await (const piece of segment.pieces()) {
      if (piece.kind !== 'member') continue
      first ??= piece.member
      last = piece.member
    }
    if (!first || !last) return null
    const end = last.offset + last.facts.length
    return { first: first.facts, last: last.facts, digest: digestOf(await segment.read(last)), end }
  })
