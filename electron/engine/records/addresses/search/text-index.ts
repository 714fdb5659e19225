import type { TextPool } from '../store/text-pool'
import { contains, Folder, foldText } from './fold'
import { findTrigram, intersect, readList, segmentBytes, segmentSize, type Segment } from './postings'
import { SegmentBuilder } from './segment-builder'

/** Remaining texts are compared directly after this many lists. */
const maxLists = 4

/** New texts are indexed in small segments; eight are merged into a full one. */
const youngSize = segmentSize / 8

/** Finds texts that contain a part of three or more bytes. The newest texts are scanned. */
export class TextIndex {
  readonly #segments: { readonly first: number; readonly size: number; readonly segment: Segment }[] = []
  readonly #builder = new SegmentBuilder()
  readonly #folder = new Folder()
  readonly #positions = new Uint16Array(segmentSize)

  constructor(private readonly pool: TextPool) {}

  get bytes(): number {
    return this.#segments.reduce((sum, { segment }) => sum + segmentBytes(segment), 0)
  }

  /** Indexes new texts except the last few. */
  grow(): void {
    while (this.#end + youngSize <= this.pool.size) {
      const whole = this.#end - ((this.#end - 1) % segmentSize)
      const filled = this.#end + youngSize - whole === segmentSize
      if (filled) while ((this.#segments.at(-1)?.first ?? 0) >= whole) this.#segments.pop()
      const first = filled ? whole : this.#end
      const size = filled ? segmentSize : youngSize
      this.#segments.push({ first, size, segment: this.#build(first, size) })
    }
  }

  /** Calls with the code of each match. */
  search(part: string, found: (code: number) => void): void {
    const needle = foldText(part)
    const trigrams = trigramsOf(needle)
    for (const { first, segment } of this.#segments) {
      const count = this.#candidates(segment, trigrams)
      for (let index = 0; index < count; index += 1) {
        const code = first + this.#positions[index]!
        // A single trigram needs no comparison.
        if (needle.length === 3 || contains(this.pool, code, needle)) found(code)
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

  #build(first: number, size: number): Segment {
    for (let position = 0; position < size; position += 1) {
      const { bytes, length } = this.#folder.fold(this.pool, first + position)
      this.#builder.add(position, bytes, length)
    }
    return this.#builder.finish()
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

function trigramsOf(needle: Buffer): readonly number[] {
  const trigrams = new Set<number>()
  for (let index = 2; index < needle.length; index += 1) {
    trigrams.add((needle[index - 2]! << 16) | (needle[index - 1]! << 8) | needle[index]!)
  }
  return [...trigrams]
}
