import type { ItemKind } from './log/lines'

/** Items on their way to the recorder, numbered one after the other from `first`. */
export interface Chunk {
  readonly first: number
  readonly count: number
  /** Milliseconds since the epoch at which the clock of the items was zero. */
  readonly epoch: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

interface ChunkItem {
  readonly number: number
  /** Monotonic. */
  readonly at: number
  readonly kind: ItemKind
  readonly content: Buffer
}

/** Some hundred milliseconds of 5,000 messages a second: sending costs most per chunk. */
const size = 256 * 1024
const minFull = size * 0.75
const maxSpare = 2
/** Kind, time and length. */
const headLength = 1 + 8 + 4

/** Copies items into chunks; filling one costs no allocation per item. */
export class ChunkBuilder {
  #bytes = new Uint8Array(size)
  #view = new DataView(this.#bytes.buffer)
  #length = 0
  #count = 0
  readonly #spare: Uint8Array<ArrayBuffer>[] = []

  /** @param number of the first item */
  constructor(
    private epoch: number,
    private number = 0
  ) {}

  /** Of the first item. */
  get first(): number {
    return this.number
  }

  /** Of the next item. */
  get next(): number {
    return this.number + this.#count
  }

  get isEmpty(): boolean {
    return this.#count === 0
  }

  /** False if the item does not fit, and the chunk must be taken first. */
  add(kind: ItemKind, at: number, content: Uint8Array): boolean {
    const end = this.#length + headLength + content.length
    if (end > this.#bytes.length) {
      if (this.#count > 0) return false
      this.#use(new Uint8Array(end))
    }
    this.#view.setUint8(this.#length, kind.charCodeAt(0))
    this.#view.setFloat64(this.#length + 1, at, true)
    this.#view.setUint32(this.#length + 9, content.length, true)
    this.#bytes.set(content, this.#length + headLength)
    this.#length = end
    this.#count += 1
    return true
  }

  take(): Chunk {
    const chunk = {
      first: this.number,
      count: this.#count,
      epoch: this.epoch,
      bytes: this.#takeBytes()
    }
    this.number += this.#count
    this.#length = 0
    this.#count = 0
    return chunk
  }

  /** A full buffer is given away, which is cheaper than a copy; of others, the whole buffer would be sent. */
  #takeBytes(): Uint8Array<ArrayBuffer> {
    const isFull = this.#length >= minFull
    const bytes = isFull ? this.#bytes.subarray(0, this.#length) : this.#bytes.slice(0, this.#length)
    if (isFull) this.#use(this.#spare.pop() ?? new Uint8Array(Buffer.allocUnsafeSlow(size).buffer))
    return bytes
  }

  /** The chunk is not read again: later items go into its memory, which costs less than new pages. */
  reuse({ bytes: { buffer } }: Chunk): void {
    if (buffer.byteLength === size && this.#spare.length < maxSpare) this.#spare.push(new Uint8Array(buffer))
  }

  /** Numbers that no item gets. The chunk must be empty. */
  skip(numbers: number): void {
    this.number += numbers
  }

  /** The chunk must be empty. */
  setEpoch(epoch: number): void {
    this.epoch = epoch
  }

  #use(bytes: Uint8Array<ArrayBuffer>): void {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer)
  }
}

export function* itemsOf({ first, count, bytes }: Chunk): Generator<ChunkItem> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let number = first, at = 0; number < first + count; number++) {
    const length = buffer.readUInt32LE(at + 9)
    const start = at + headLength
    yield {
      number,
      kind: String.fromCharCode(buffer[at]!) as ItemKind,
      at: buffer.readDoubleLE(at + 1),
      content: buffer.subarray(start, start + length)
    }
    at = start + length
  }
}
