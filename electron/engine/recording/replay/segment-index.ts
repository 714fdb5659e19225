import type { MemberFacts } from '../log/member'
import type { Located, Segment } from '../log/segment'
import { withMembers } from '../keyframes/members'
import { compareTimes, logTimeOf, type LogTime } from './log-time'

/** The members of a segment, or of a file beside it, that may grow. */
export class SegmentIndex {
  readonly members: Located[] = []
  #size = 0
  #turn: Promise<void> = Promise.resolve()

  constructor(readonly file: string) {}

  get first(): MemberFacts | null {
    return this.members[0]?.facts ?? null
  }

  get last(): MemberFacts | null {
    return this.members.at(-1)?.facts ?? null
  }

  /** Reads what was added, or everything if the file became smaller. Calls run one after the other. */
  refresh(): Promise<void> {
    const done = this.#turn.then(() => this.#refresh())
    this.#turn = done.catch(() => {})
    return done
  }

  async #refresh(): Promise<void> {
    const size = await withMembers(this.file, async (segment) => {
      if (segment.size < this.#size) this.members.length = 0
      if (segment.size !== this.#size) await this.#read(segment)
      return segment.size
    })
    if (size === null) this.members.length = 0
    this.#size = size ?? 0
  }

  async #read(segment: Segment): Promise<void> {
    const last = this.members.at(-1)
    for await (const piece of segment.pieces(last ? last.offset + last.facts.length : 0))
      if (piece.kind === 'member') this.members.push(piece.member)
  }

  /** The last member that begins at or before the time. */
  memberAt(at: LogTime): Located | undefined {
    return this.members.findLast(({ facts }) => compareTimes(logTimeOf(facts.from), at) <= 0)
  }
}
