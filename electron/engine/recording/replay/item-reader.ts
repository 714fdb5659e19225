import { parseLines, type LoggedItem } from '../log/lines'
import { digestOf, noMember, openMemberAside } from '../log/member'
import { Segment } from '../log/segment'

/** The recorder writes far smaller ones. */
const maxMember = 64 * 1024 * 1024
/** Members that are inflated while one is used. */
const maxAhead = 3

interface Member {
  readonly end: number
  readonly previous: Buffer
  /** Null if it is too large. */
  readonly bytes: Buffer | null
  /** Null if it is damaged. */
  readonly text: Buffer | null
}

/** The items of a segment, a member at a time; the next ones are inflated meanwhile. */
export class ItemReader {
  readonly #pieces: ReturnType<Segment['pieces']>
  #last: Buffer | null = null
  #previous: Buffer = noMember
  #damaged = 0
  readonly #ahead: Promise<Member | 'unreadable' | null>[] = []
  /** One more with each member, because a seek reads few. */
  #maxAhead = 0

  private constructor(
    private readonly segment: Segment,
    private at: number
  ) {
    this.#pieces = segment.pieces(at)
  }

  /** Reads what the segment has now. */
  static async open(file: string, offset = 0): Promise<ItemReader> {
    return new ItemReader(await Segment.open(file), offset)
  }

  /** Where the next member begins. */
  get offset(): number {
    return this.at
  }

  /** Whether it has read a segment of this size, even if its end is damaged. */
  isAtEnd(size: number): boolean {
    return size <= this.segment.size
  }

  /** Places that could not be read. */
  get damaged(): number {
    return this.#damaged
  }

  get digests(): { readonly last: Buffer; readonly previous: Buffer } | null {
    return this.#last && { last: digestOf(this.#last), previous: this.#previous }
  }

  /** Null at the end; damaged members are left out. */
  async next(): Promise<LoggedItem[] | null> {
    for (;;) {
      const read = await (this.#ahead.shift() ?? this.#read())
      if (read === null) return null
      this.#readAhead()
      if (read !== 'unreadable') {
        this.at = read.end
        this.#previous = read.previous
        this.#last = read.bytes ?? this.#last
        const items = read.text && parseLines(read.text)
        if (items) return items
      }
      this.#damaged += 1
    }
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#ahead)
    await this.segment.close()
  }

  #readAhead(): void {
    while (this.#ahead.length < this.#maxAhead) {
      const read = this.#read()
      // Thrown by the call that takes it.
      read.catch(() => {})
      this.#ahead.push(read)
    }
    this.#maxAhead = Math.min(this.#maxAhead + 1, maxAhead)
  }

  async #read(): Promise<Member | 'unreadable' | null> {
    const { value: piece, done } = await this.#pieces.next()
    if (done) return null
    if (piece.kind === 'unreadable') return 'unreadable'
    const { offset, facts } = piece.member
    const bytes = facts.length <= maxMember ? await this.segment.bytes(offset, facts.length) : null
    const text = bytes && (await openMemberAside(bytes))
    return { end: offset + facts.length, previous: facts.previous, bytes, text }
  }
}
