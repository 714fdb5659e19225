import type { TextPool } from '../store/text-pool'
import { contains, foldText } from './fold'
import { areExact, trigramsOf } from './letters'
import { findTrigram, intersect, readList, segmentBytes, segmentSize, type Segment } from './postings'
import { SegmentBuilder } from './segment-builder'

/** Remaining texts are compared directly after this many lists. */
const maxLists = 4

/** New texts are indexed in small segments, which a full one replaces. */
const youngSize = segmentSize / 4

/** Finds texts that contain a part of three or more bytes. The newest texts are scanned. */
export class TextIndex {
  readonly #segments: { readonly first: number; readonly size: number; readonly segment: Segment }[] = []
  /** Large, so not created for a few texts. */
  #builder: SegmentBuilder | null = null
  readonly #positions = new Uint16Array(segmentSize)

  constructor(private readonly pool: TextPool) {}

  get bytes(): number {
    return this.#segments.reduce((sum, { segment }) => sum + segmentBytes(segment), 0)
  }

  /** Indexes new texts except the last few. */
  grow(): void {
    this.growWhole()
    while (this.#end + youngSize <= this.pool.size) this.#add(this.#end, youngSize)
  }

  /** Indexes only full segments, so that no text is indexed twice. */
  growWhole(): void {
    for (let whole = this.#whole; whole + segmentSize <= this.pool.size; whole += segmentSize) {
      while ((this.#segments.at(-1)?.first ?? 0) >= whole) this.#segments.pop()
      this.#add(whole, segmentSize)
    }
  }

  /** Calls with the code of each match. */
  search(part: string, found: (code: number) => void): void {
    const needle = foldText(part)
    const trigrams = trigramsOf(needle)
    // A single trigram needs no comparison.
    const isCertain = needle.length === 3 && areExact(needle)
    for (const { first, segment } of this.#segments) {
      const count = this.#candidates(segment, trigrams)
      for (let index = 0; index < count; index += 1) {
        const code = first + this.#positions[index]!
        if (isCertain || contains(this.pool, code, needle)) found(code)
      }
    }
    for (let code = this.#end; code < this.pool.size; code += 1) {
      if (contains(this.pool, code, needle)) found(code)
    }
  }

  /** The first code that is not indexed. */
  get #end(): number {
    const last = this.#segments.at(-1)
    return last ? last.first + last.size : 1
  }

  /** The start of the segment that is not full yet. */
  get #whole(): number {
    return this.#end - ((this.#end - 1) % segmentSize)
  }

  #add(first: number, size: number): void {
    this.#builder ??= new SegmentBuilder()
    this.#segments.push({ first, size, segment: this.#builder.build(this.pool, first, size) })
  }

  /** Intersects the rarest trigrams into `#positions`; returns the count. */
  #candidates(segment: Segment, trigrams: readonly number[]): number {
    const lists: number[] = []
    for (const trigram of trigrams) {
      const list = findTrigram(segment, trigram)
      if (list < 0) return 0
      lists.push(list)
    }
    const { starts } = segment
    const size = (list: number) => starts[list + 1]! - starts[list]!
    lists.sort((one, other) => size(one) - size(other))
    let count = readList(segment, lists[0]!, this.#positions)
    for (const list of lists.slice(1, maxLists)) {
      if (count === 0) return 0
      count = intersect(segment, list, this.#positions, count)
    }
    return count
  }
}
