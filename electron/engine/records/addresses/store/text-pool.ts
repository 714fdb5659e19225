import { randomInt } from 'node:crypto'
import { GrowingWords } from './growing'

const chunkBits = 20
const chunkBytes = 1 << chunkBits
const chunkMask = chunkBytes - 1
/** Set in a length if the text is not ASCII. */
const wide = 0x8000_0000
const lengthMask = wide - 1

/** Bytes to take texts from. */
export interface TextSource {
  readonly bytes: Uint8Array
  /** Of the same bytes. */
  readonly view: DataView
}

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
  /** By code; a growing table does not compute them again. */
  readonly #hashes = new GrowingWords()
  #table = new Uint32Array(1 << 12)
  #scratch = scratchOf(4096)
  /** Randomized, so that the service cannot provoke collisions. */
  readonly #seed = randomInt(2 ** 31)
  readonly #lowKey = randomInt(2 ** 31) * 2 + 1
  readonly #highKey = randomInt(2 ** 31) * 2 + 1

  constructor() {
    this.#starts.push(0)
    this.#lengths.push(0)
    this.#hashes.push(0)
  }

  /** Codes are 1 to `size` - 1. */
  get size(): number {
    return this.#starts.length
  }

  get bytes(): number {
    const texts = this.#chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0)
    return texts + this.#table.byteLength + this.#starts.bytes + this.#lengths.bytes + this.#hashes.bytes
  }

  /** Adds the text if it is new. */
  code(text: string): number {
    const length = this.#encode(text)
    return this.codeOf(this.#scratch, 0, length)
  }

  /** The same for valid UTF-8. */
  codeOf(source: TextSource, start: number, length: number): number {
    const hash = this.#hash(source, start, length)
    const position = this.#positionOf(source.bytes, start, length, hash)
    const found = this.#table[position]!
    if (found > 0) return found
    const code = this.#append(source.bytes, start, length)
    this.#hashes.push(hash)
    this.#table[position] = code
    if (this.size * 2 > this.#table.length) this.#rehash()
    return code
  }

  /** 0 if unknown. */
  find(text: string): number {
    const length = this.#encode(text)
    const hash = this.#hash(this.#scratch, 0, length)
    return this.#table[this.#positionOf(this.#scratch.bytes, 0, length, hash)]!
  }

  text(code: number): string {
    const { bytes, start, length } = this.raw(code)
    return Buffer.from(bytes.buffer, bytes.byteOffset + start, length).toString('utf8')
  }

  raw(code: number): TextBytes {
    const start = this.#starts.at(code)
    return {
      bytes: this.#chunks[start >>> chunkBits] ?? this.#scratch.bytes,
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
    if (text.length * 3 > this.#scratch.bytes.length) this.#scratch = scratchOf(text.length * 3)
    return this.#scratch.bytes.write(text, 'utf8')
  }

  /** The slot of the text or its insertion point. */
  #positionOf(bytes: Uint8Array, start: number, length: number, hash: number): number {
    const mask = this.#table.length - 1
    for (let position = hash & mask; ; position = (position + 1) & mask) {
      const code = this.#table[position]!
      if (code === 0) return position
      if (this.#hashes.at(code) === hash && this.#same(code, bytes, start, length)) return position
    }
  }

  #same(code: number, bytes: Uint8Array, start: number, length: number): boolean {
    if (this.lengthOf(code) !== length) return false
    const own = this.chunkOf(code)
    const ownStart = this.startOf(code)
    for (let index = 0; index < length; index += 1) {
      if (own[ownStart + index] !== bytes[start + index]) return false
    }
    return true
  }

  #append(bytes: Uint8Array, start: number, length: number): number {
    let offset = this.#end & chunkMask
    if (this.#chunks.length * chunkBytes <= this.#end || offset + length > chunkBytes) {
      this.#end = this.#chunks.length * chunkBytes
      offset = 0
      // A longer text gets its own chunk with several numbers.
      const chunks = Math.max(1, Math.ceil(length / chunkBytes))
      this.#chunks.push(new Uint8Array(Math.max(chunkBytes, length)))
      for (let more = 1; more < chunks; more += 1) this.#chunks.push(new Uint8Array(0))
    }
    const chunk = this.#chunks[this.#end >>> chunkBits]!
    let all = 0
    for (let index = 0; index < length; index += 1) {
      const byte = bytes[start + index]!
      chunk[offset + index] = byte
      all |= byte
    }
    this.#starts.push(this.#end)
    this.#lengths.push(all >= 0x80 ? length + wide : length)
    this.#end = length > chunkBytes ? this.#chunks.length * chunkBytes : this.#end + length
    return this.size - 1
  }

  /** Two secret keys, because with one the difference of two texts could be made to vanish whatever the key is. */
  #hash({ bytes, view }: TextSource, start: number, length: number): number {
    const lowKey = this.#lowKey
    const highKey = this.#highKey
    const end = start + length
    let hash = this.#seed ^ length
    let index = start
    for (; index + 4 <= end; index += 4) {
      hash ^= view.getInt32(index, true)
      hash = (Math.imul(hash, lowKey) + Math.imul(hash >>> 16, highKey)) | 0
      hash ^= hash >>> 15
    }
    let word = 0
    for (; index < end; index += 1) word = (word << 8) | bytes[index]!
    hash ^= word
    hash = (Math.imul(hash, lowKey) + Math.imul(hash >>> 16, highKey)) | 0
    return (hash ^ (hash >>> 15)) >>> 0
  }

  #rehash(): void {
    const table = new Uint32Array(this.#table.length * 2)
    const mask = table.length - 1
    for (let code = 1; code < this.size; code += 1) {
      let position = this.#hashes.at(code) & mask
      while (table[position]! > 0) position = (position + 1) & mask
      table[position] = code
    }
    this.#table = table
  }
}

function scratchOf(length: number) {
  const bytes = Buffer.from(new ArrayBuffer(length))
  return { bytes, view: new DataView(bytes.buffer) }
}
