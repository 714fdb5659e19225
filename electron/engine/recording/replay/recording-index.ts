import { headLength, readFacts, type MemberFacts } from '../log/member'
import { listSegments } from '../log/segments'
import { withMembers } from '../keyframes/members'
import { compareTimes, logTimeOf, type LogTime } from './log-time'
import { SegmentIndex } from './segment-index'

/** Files whose members are kept in memory. */
const maxIndexes = 24

/** The segments of a log that may grow. */
export class RecordingIndex {
  segments: readonly string[] = []
  readonly #firsts = new Map<string, MemberFacts>()
  readonly #indexes = new Map<string, SegmentIndex>()
  from: LogTime | null = null
  to: LogTime | null = null

  constructor(private readonly folder: string) {}

  async refresh(): Promise<void> {
    const segments = await listSegments(this.folder)
    const [from, to] = [await this.#beginOf(segments), await this.#endOf(segments)]
    // Assigned together, because others may read meanwhile.
    this.segments = segments
    this.from = from
    this.to = to
  }

  /** The number of the last segment that begins at or before the time; -1 if none does. */
  segmentAt(at: LogTime): Promise<number> {
    return this.#lastThat(({ from }) => compareTimes(logTimeOf(from), at) <= 0)
  }

  /** The same for an item. */
  segmentOf(seq: number): Promise<number> {
    return this.#lastThat(({ firstSeq }) => firstSeq <= seq)
  }

  /** The items of a segment, with numbers that are missing before the next one; null for a segment without a whole member. */
  async itemsOf(file: string): Promise<Pick<MemberFacts, 'firstSeq' | 'lastSeq'> | null> {
    const first = await this.#firstOf(file)
    if (!first) return null
    const following = this.segments[this.segments.indexOf(file) + 1]
    const next = following === undefined ? null : await this.#firstOf(following)
    const lastSeq = next ? next.firstSeq - 1 : (await this.indexOf(file)).last?.lastSeq
    return { firstSeq: first.firstSeq, lastSeq: lastSeq ?? first.lastSeq }
  }

  /** The last item before a segment; null without one. */
  async lastBefore(file: string): Promise<number | null> {
    const before = this.segments[this.segments.indexOf(file) - 1]
    return before === undefined ? null : ((await this.indexOf(before)).last?.lastSeq ?? null)
  }

  /** Of a segment, or of a file beside one. */
  async indexOf(file: string): Promise<SegmentIndex> {
    const index = this.#indexes.get(file) ?? new SegmentIndex(file)
    await index.refresh()
    this.#indexes.delete(file)
    this.#indexes.set(file, index)
    for (const oldest of this.#indexes.keys()) {
      if (this.#indexes.size <= maxIndexes) break
      this.#indexes.delete(oldest)
    }
    return index
  }

  /** The same as it was last read. */
  async knownIndexOf(file: string): Promise<SegmentIndex> {
    return this.#indexes.get(file) ?? this.indexOf(file)
  }

  async #beginOf(segments: readonly string[]): Promise<LogTime | null> {
    for (const file of segments) {
      const first = await this.#firstOf(file)
      if (first) return logTimeOf(first.from)
    }
    return null
  }

  async #endOf(segments: readonly string[]): Promise<LogTime | null> {
    for (const file of segments.toReversed()) {
      const { last } = await this.indexOf(file)
      if (last) return logTimeOf(last.to)
    }
    return null
  }

  async #lastThat(isIt: (first: MemberFacts) => boolean): Promise<number> {
    for (let number = this.segments.length - 1; number >= 0; number--) {
      const file = this.segments[number]!
      // Without a wait for each.
      const first = this.#firsts.get(file) ?? (await this.#firstOf(file))
      if (first && isIt(first)) return number
    }
    return -1
  }

  /** Null for a segment without a whole member. */
  async #firstOf(file: string): Promise<MemberFacts | null> {
    const known = this.#firsts.get(file)
    if (known) return known
    const first = await withMembers(file, async (segment) => {
      const facts = readFacts(await segment.exactly(0, headLength))
      if (facts) return facts
      for await (const piece of segment.pieces()) if (piece.kind === 'member') return piece.member.facts
      return null
    })
    if (first) this.#firsts.set(file, first)
    return first
  }
}
