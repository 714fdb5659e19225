import { parseLines, type LoggedItem } from '../log/lines'
import { digestOf, noMember, openMember } from '../log/member'
import { Segment } from '../log/segment'

/** The recorder writes far smaller ones. */
const maxMember = 64 * 1024 * 1024

/** The items of a segment, a member at a time. */
export class ItemReader {
  readonly #pieces: ReturnType<Segment['pieces']>
  #last: Buffer | null = null
  #previous: Buffer = noMember
  #damaged = 0

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
      const { value: piece, done } = await this.#pieces.next()
      if (done) return null
      if (piece.kind === 'unreadable') {
        this.#damaged += 1
        continue
      }
      const { offset, facts } = piece.member
      const items = facts.length <= maxMember ? await this.#read(offset, facts.length) : null
      this.at = offset + facts.length
      this.#previous = facts.previous
      if (items) return items
      this.#damaged += 1
    }
  }

  close(): Promise<void> {
    return this.segment.close()
  }

  async #read(offset: number, length: number): Promise<LoggedItem[] | null> {
    this.#last = await this.segment.bytes(offset, length)
    const text = openMember(this.#last)
    return text && parseLines(text)
  }
}
