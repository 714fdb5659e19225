import { randomInt } from 'node:crypto'
import { GrowingWords } from './growing'

const chunkBits = 20
const chunkBytes = 1 << chunkBits
const chunkMask = chunkBytes - 1
/** Set in a length if the text is not ASCII. */
const wide = 0x8000_0000
const lengthMask = wide - 1

interface TextBytes {
  readonly bytes: Uint8Array
  readonly start: number
  readonly length: number
}

/**
 * Each distinct text once, as UTF-8 outside the JavaScript heap: objects would need two or three times the memory and
 * slow down garbage collection. Code 0 means no text.
 */
export class TextPool {
  readonly #chunks: Uint8Array[] = []
  #end = 0
  readonly #starts = new GrowingWords()
  readonly #lengths = new GrowingWords()
  #table = new Uint32Array(1 << 12)
  #scratch = Buffer.alloc(4096)
  /** Randomized, so that the service cannot provoke collisions. */
  readonly #seed = randomInt(2 ** 31)

  constructor() {
    this.#starts.push(0)
    this.#lengths.push(0)
  }

  /** Codes are 1 to `size` - 1. */
  get size(): number {
    return this.#starts.length
  }

  get bytes(): number {
    const texts = this.#chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0)
    return texts + this.#table.byteLength + this.#starts.bytes + this.#lengths.bytes
  }

  /** Adds the text if it is new. */
  code(text: string): number {
    const length = this.#encode(text)
    const position = this.#positionOf(length)
    const found = this.#table[position]!
    if (found > 0) return found
    const code = this.#append(length)
    this.#table[position] = code
    if (this.size * 2 > this.#table.length) this.#rehash()
    return code
  }

  /** 0 if unknown. */
  find(text: string): number {
    return this.#table[this.#positionOf(this.#encode(text))]!
  }

  text(code: number): string {
    const { bytes, start, length } = this.raw(code)
    return Buffer.from(bytes.buffer, bytes.byteOffset + start, length).toString('utf8')
  }

  raw(code: number): TextBytes {
    const start = this.#starts.at(code)
    return {
      bytes: this.#chunks[start >>> chunkBits] ?? this.#scratch,
      start: start & chunkMask,
      length: this.lengthOf(code)
    }
  }

  chunkOf(code: number): Uint8Array {
    return this.#chunks[this.#starts.at(code) >>> chunkBits]!
  }

  startOf(code: number): number {
    return this.#starts.at(code) & chunkMask
  }

  lengthOf(code: number): number {
    return this.#lengths.at(code) & lengthMask
  }

  /** Whether it is not ASCII. */
  isWide(code: number): boolean {
    return this.#lengths.at(code) >= wide
  }

  /** Bytewise, which is code point order. */
  compare(one: number, other: number): number {
    const left = this.raw(one)
    const right = this.raw(other)
    const min = Math.min(left.length, right.length)
    for (let index = 0; index < min; index += 1) {
      const difference = left.bytes[left.start + index]! - right.bytes[right.start + index]!
      if (difference !== 0) return difference
    }
    return left.length - right.length
  }

  #encode(text: string): number {
    if (text.length * 3 > this.#scratch.length) this.#scratch = Buffer.alloc(text.length * 3)
    return this.#scratch.write(text, 'utf8')
  }

  /** The slot of the scratch text or its insertion point. */
  #positionOf(length: number): number {
    const mask = this.#table.length - 1
    for (let position = this.#hash(this.#scratch, 0, length) & mask; ; position = (position + 1) & mask) {
      const code = this.#table[position]!
      if (code === 0 || this.#same(code, length)) return position
    }
  }

  #same(code: number, length: number): boolean {
    if (this.lengthOf(code) !== length) return false
    const bytes = this.chunkOf(code)
    const start = this.startOf(code)
    for (let index = 0; index < length; index += 1) {
      if (bytes[start + index] !== this.#scratch[index]) return false
    }
    return true
  }

  #append(length: number): number {
    let offset = this.#end & chunkMask
    if (this.#chunks.length * chunkBytes <= this.#end || offset + length > chunkBytes) {
      this.#end = this.#chunks.length * chunkBytes
      offset = 0
      // A longer text gets its own chunk with several numbers.
      const chunks = Math.max(1, Math.ceil(length / chunkBytes))
      this.#chunks.push(new Uint8Array(Math.max(chunkBytes, length)))
      for (let more = 1; more < chunks; more += 1) this.#chunks.push(new Uint8Array(0))
    }
    this.#chunks[this.#end >>> chunkBits]!.set(this.#scratch.subarray(0, length), offset)
    this.#starts.push(this.#end)
    this.#lengths.push(this.#scratchIsWide(length) ? length + wide : length)
    this.#end = length > chunkBytes ? this.#chunks.length * chunkBytes : this.#end + length
    return this.size - 1
  }

  #scratchIsWide(length: number): boolean {
    for (let index = 0; index < length; index += 1) if (this.#scratch[index]! >= 0x80) return true
    return false
  }

  #hash(bytes: Uint8Array, start: number, length: number): number {
    let hash = this.#seed ^ length
    for (let index = start; index < start + length; index += 1) {
      hash = Math.imul(hash ^ bytes[index]!, 0x5bd1e995)
      hash ^= hash >>> 15
    }
    return (hash ^ (hash >>> 13)) >>> 0
  }

  #rehash(): void {
    const table = new Uint32Array(this.#table.length * 2)
    const mask = table.length - 1
    for (let code = 1; code < this.size; code += 1) {
      let position = this.#hash(this.chunkOf(code), this.startOf(code), this.lengthOf(code)) & mask
      while (table[position]! > 0) position = (position + 1) & mask
      table[position] = code
    }
    this.#table = table
  }
}
