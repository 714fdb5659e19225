import { withMembers } from '../keyframes/members'
import { parseLines } from '../log/lines'
import { openMember, type MemberFacts } from '../log/member'
import type { Located, Segment } from '../log/segment'
import { logTimeOf, type LogTime } from './log-time'
import { readEvent } from './logged-event'

/** Nothing was recorded in between. */
export interface RecordingGap {
  readonly from: LogTime
  readonly to: LogTime
}

/** Milliseconds; a shorter pause between two runs is not shown. */
const minGap = 1000
/** If a clock was set, a segment may seem to last for years. */
const maxSeconds = 200_000

/** How much a segment has of each second, and what is missing. It may grow. */
export class SegmentSummary {
  readonly gaps: RecordingGap[] = []
  /** Whether another run of the app begins with it. */
  startsRun = false
  first: MemberFacts | null = null
  last: MemberFacts | null = null
  items = 0
  /** Messages of each second. */
  #seconds = new Uint32Array(64)
  #end = 0
  #size = 0

  constructor(readonly file: string) {}

  /** Reads what was added. */
  async refresh(signal?: AbortSignal): Promise<void> {
    await withMembers(this.file, async (segment) => {
      if (segment.size === this.#size) return
      this.#size = segment.size
      for await (const piece of segment.pieces(this.#end)) {
        signal?.throwIfAborted()
        if (piece.kind === 'member') await this.#add(segment, piece.member)
      }
    })
  }

  /** Calls with each second that has messages, or its part within the segment, in milliseconds since the epoch. */
  eachSecond(take: (from: number, to: number, messages: number) => void): void {
    if (!this.first || !this.last) return
    const [start, end] = [this.first.from, this.last.to].map((time) => logTimeOf(time).milliseconds) as [
      number,
      number
    ]
    const first = Math.floor(start / 1000)
    for (let index = 0; index < this.#seconds.length; index++) {
      const messages = this.#seconds[index]!
      if (messages === 0) continue
      const from = Math.max((first + index) * 1000, start)
      take(from, Math.max(from + 1, Math.min((first + index + 1) * 1000, end + 1)), messages)
    }
  }

  async #add(segment: Segment, member: Located): Promise<void> {
    const { facts, offset } = member
    const before = this.last
    this.#end = offset + facts.length
    this.first ??= facts
    this.last = facts
    this.items += facts.items
    if (!before) this.startsRun = await startsRun(segment, member)
    else if (
      isGap(before, facts) &&
      (facts.firstSeq > before.lastSeq + 1 || (await startsRun(segment, member)))
    )
      this.gaps.push(gapBetween(before, facts))
    // Numbers are missing where items could not be recorded.
    if (facts.items <= facts.lastSeq - facts.firstSeq)
      this.gaps.push({ from: logTimeOf(facts.from), to: logTimeOf(facts.to) })
    this.#count(facts)
  }

  /** Spread evenly over the seconds of the member. */
  #count({ from, to, items }: MemberFacts): void {
    const start = secondOf(this.first!.from)
    const one = inside(secondOf(from) - start)
    const other = Math.max(one, inside(secondOf(to) - start))
    if (other >= this.#seconds.length) this.#grow(other + 1)
    const each = items / (other - one + 1)
    let given = 0
    for (let second = one; second <= other; second++) {
      const until = second === other ? items : Math.round((second - one + 1) * each)
      this.#seconds[second]! += until - given
      given = until
    }
  }

  #grow(min: number): void {
    const seconds = new Uint32Array(Math.max(min, this.#seconds.length * 2))
    seconds.set(this.#seconds)
    this.#seconds = seconds
  }
}

/** Between two members that follow each other, also of two segments. */
export const isGap = (one: MemberFacts, other: MemberFacts): boolean =>
  other.firstSeq > one.lastSeq + 1 ||
  logTimeOf(other.from).milliseconds - logTimeOf(one.to).milliseconds >= minGap

export const gapBetween = (one: MemberFacts, other: MemberFacts): RecordingGap => ({
  from: logTimeOf(one.to),
  to: logTimeOf(other.from)
})

async function startsRun(segment: Segment, member: Located): Promise<boolean> {
  const text = openMember(await segment.read(member))
  const first = text && parseLines(text.subarray(0, text.indexOf('\n') + 1))?.[0]
  return first?.kind === 'e' && readEvent(first.content)?.event === 'clock'
}

const secondOf = (nanoseconds: bigint) => Math.floor(logTimeOf(nanoseconds).milliseconds / 1000)

const inside = (second: number) => Math.min(Math.max(second, 0), maxSeconds)
