import type { TextPool } from '../store/text-pool'
import { foldText } from './fold'
import { letterCount, letters } from './letters'
import type { Segment } from './postings'

/**
 * Writes each list directly to its final place: the first pass measures the lists, the second writes them. Both only
 * need the last position of each trigram, so nothing is collected or sorted. Whether a step needs one byte or two is
 * computed without a branch, which would be mispredicted and cost half as much again.
 */
export class SegmentBuilder {
  /** The last position + 1 by trigram; 0 for none. */
  readonly #last = new Uint16Array(letterCount ** 3)
  /** By trigram: the length of its list, then where its next step is written. */
  readonly #ends = new Uint32Array(letterCount ** 3)
  /** Whether any trigram starts with these two letters. */
  readonly #used = new Uint8Array(letterCount ** 2)

  build(pool: TextPool, first: number, size: number): Segment {
    this.#pass(pool, first, size, null)
    const { trigrams, starts } = this.#place()
    const lists = new Uint8Array(starts.at(-1)!)
    this.#pass(pool, first, size, lists)
    this.#clear(trigrams)
    return { trigrams, starts, lists }
  }

  #pass(pool: TextPool, first: number, size: number, lists: Uint8Array | null): void {
    for (let position = 0; position < size; position += 1) {
      const code = first + position
      if (pool.isWide(code)) {
        // Folding may change the number of bytes.
        const bytes = foldText(pool.text(code))
        this.#add(bytes, 0, bytes.length, position, lists)
      } else {
        const start = pool.startOf(code)
        this.#add(pool.chunkOf(code), start, start + pool.lengthOf(code), position, lists)
      }
    }
  }

  #add(bytes: Uint8Array, start: number, end: number, position: number, lists: Uint8Array | null): void {
    if (end - start < 3) return
    if (lists) this.#write(bytes, start, end, position, lists)
    else this.#measure(bytes, start, end, position)
  }

  #measure(bytes: Uint8Array, start: number, end: number, position: number): void {
    const last = this.#last
    const ends = this.#ends
    let second = letters[bytes[start + 1]!]!
    let pair = letters[bytes[start]!]! * letterCount + second
    for (let index = start + 2; index < end; index += 1) {
      const third = letters[bytes[index]!]!
      const trigram = pair * letterCount + third
      const step = position - last[trigram]!
      if (step >= 0) {
        if (last[trigram] === 0) this.#used[pair] = 1
        last[trigram] = position + 1
        ends[trigram]! += 1 + ((0x7f - step) >>> 31)
      }
      pair = second * letterCount + third
      second = third
    }
  }

  #write(bytes: Uint8Array, start: number, end: number, position: number, lists: Uint8Array): void {
    const last = this.#last
    const ends = this.#ends
    let second = letters[bytes[start + 1]!]!
    let pair = letters[bytes[start]!]! * letterCount + second
    for (let index = start + 2; index < end; index += 1) {
      const third = letters[bytes[index]!]!
      const trigram = pair * letterCount + third
      const step = position - last[trigram]!
      if (step >= 0) {
        last[trigram] = position + 1
        let to = ends[trigram]!
        lists[to] = 0x80 | (step >> 8)
        to += (0x7f - step) >>> 31
        lists[to] = step & 0xff
        ends[trigram] = to + 1
      }
      pair = second * letterCount + third
      second = third
    }
  }

  /** Turns the lengths of the lists into their starts. */
  #place(): Pick<Segment, 'trigrams' | 'starts'> {
    const last = this.#last
    const ends = this.#ends
    const trigrams: number[] = []
    const starts: number[] = []
    let end = 0
    for (let pair = 0; pair < this.#used.length; pair += 1) {
      if (this.#used[pair] === 0) continue
      const past = (pair + 1) * letterCount
      for (let trigram = pair * letterCount; trigram < past; trigram += 1) {
        if (last[trigram] === 0) continue
        last[trigram] = 0
        trigrams.push(trigram)
        starts.push(end)
        const length = ends[trigram]!
        ends[trigram] = end
        end += length
      }
    }
    starts.push(end)
    return { trigrams: Uint32Array.from(trigrams), starts: Uint32Array.from(starts) }
  }

  #clear(trigrams: Uint32Array): void {
    for (let index = 0; index < trigrams.length; index += 1) {
      this.#ends[trigrams[index]!] = 0
      this.#last[trigrams[index]!] = 0
    }
    this.#used.fill(0)
  }
}
