import { segmentSize, type Segment } from './postings'

const radix = 1 << 12

/** Collects the trigrams of a segment and sorts them into lists. */
export class SegmentBuilder {
  #trigrams = new Uint32Array(segmentSize * 32)
  #positions = new Uint16Array(segmentSize * 32)
  /** The output of a sorting pass. */
  #otherTrigrams = new Uint32Array(segmentSize * 32)
  #otherPositions = new Uint16Array(segmentSize * 32)
  #count = 0

  add(position: number, bytes: Uint8Array, length: number): void {
    if (this.#count + length > this.#trigrams.length) this.#grow(this.#count + length)
    for (let index = 2; index < length; index += 1) {
      this.#trigrams[this.#count] = (bytes[index - 2]! << 16) | (bytes[index - 1]! << 8) | bytes[index]!
      this.#positions[this.#count] = position
      this.#count += 1
    }
  }

  finish(): Segment {
    this.#sortBy(0)
    this.#sortBy(12)
    const segment = this.#lists()
    this.#count = 0
    return segment
  }

  #grow(wanted: number): void {
    const trigrams = new Uint32Array(Math.ceil(wanted * 1.3))
    const positions = new Uint16Array(trigrams.length)
    trigrams.set(this.#trigrams)
    positions.set(this.#positions)
    this.#trigrams = trigrams
    this.#positions = positions
    this.#otherTrigrams = new Uint32Array(trigrams.length)
    this.#otherPositions = new Uint16Array(trigrams.length)
  }

  /** A stable radix pass over twelve bits; two passes sort the trigrams. */
  #sortBy(shift: number): void {
    const starts = new Uint32Array(radix + 1)
    for (let index = 0; index < this.#count; index += 1) {
      starts[((this.#trigrams[index]! >>> shift) & (radix - 1)) + 1]! += 1
    }
    for (let digit = 0; digit < radix; digit += 1) starts[digit + 1]! += starts[digit]!
    const trigrams = this.#otherTrigrams
    const positions = this.#otherPositions
    for (let index = 0; index < this.#count; index += 1) {
      const trigram = this.#trigrams[index]!
      const digit = (trigram >>> shift) & (radix - 1)
      const to = starts[digit]!
      starts[digit] = to + 1
      trigrams[to] = trigram
      positions[to] = this.#positions[index]!
    }
    this.#otherTrigrams = this.#trigrams
    this.#otherPositions = this.#positions
    this.#trigrams = trigrams
    this.#positions = positions
  }

  #lists(): Segment {
    const trigrams: number[] = []
    const starts: number[] = []
    const lists = new Uint8Array(this.#count * 2)
    let end = 0
    let trigram = -1
    let position = -1
    for (let index = 0; index < this.#count; index += 1) {
      if (this.#trigrams[index] !== trigram) {
        trigram = this.#trigrams[index]!
        trigrams.push(trigram)
        starts.push(end)
        position = -1
      } else if (this.#positions[index] === position) continue
      const step = this.#positions[index]! - position - 1
      if (step >= 0x80) lists[end++] = 0x80 | (step >> 8)
      lists[end++] = step & 0xff
      position = this.#positions[index]!
    }
    starts.push(end)
    return {
      trigrams: Uint32Array.from(trigrams),
      starts: Uint32Array.from(starts),
      lists: lists.slice(0, end)
    }
  }
}
