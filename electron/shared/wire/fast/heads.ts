import { codesOf, type Frame } from './frame'

const bookStart = '{"channel":{"type":"market_data","params":{"market":"'
const executionStart = '{"channel":{"type":"execution_data","params":{"market":"'
const payloadStart = '"}},"payload":{"market":"'

/**
 * Everything before the first variable value. It is constant for a kind and market, so it is compared as aligned
 * words of four letters.
 */
interface Head {
  readonly length: number
  readonly words: Int32Array
  /** The bytes of the last word that belong to the head. */
  readonly lastMask: number
}

interface MarketHeads {
  readonly market: number
  readonly hash: number
  readonly book: Head
  readonly execution: Head
}

/** Other names would be escaped or multi-byte; their frames use the decoder. */
const plainName = /^[!#-[\]-~]{1,64}$/
const firstSlots = 64

/** The heads of expected markets by hash of the name: open addressing, at most half full. */
export class HeadTable {
  slots: (MarketHeads | null)[] = new Array<MarketHeads | null>(firstSlots).fill(null)
  #count = 0

  add(name: string, market: number): void {
    if (!plainName.test(name)) return
    const rest = `${name}${payloadStart}${name}"`
    const heads = {
      market,
      hash: hashOf(name),
      book: makeHead(`${bookStart}${rest},"type":"`),
      execution: makeHead(`${executionStart}${rest},"price":"`)
    }
    this.#count += 1
    if (2 * this.#count > this.slots.length) {
      const all = this.slots
      this.slots = new Array<MarketHeads | null>(all.length * 2).fill(null)
      for (const each of all) if (each) this.#put(each)
    }
    this.#put(heads)
  }

  #put(heads: MarketHeads): void {
    const mask = this.slots.length - 1
    let slot = heads.hash & mask
    while (this.slots[slot]) slot = (slot + 1) & mask
    this.slots[slot] = heads
  }
}

const addLetter = (hash: number, code: number) => (Math.imul(hash, 31) + code) | 0

const hashOf = (name: string) => codesOf(name).reduce(addLetter, 0)

function makeHead(text: string): Head {
  const codes = codesOf(text)
  const room = new Uint8Array(Math.ceil(codes.length / 4) * 4)
  const mask = room.slice().fill(0xff, 0, codes.length)
  room.set(codes)
  return {
    length: codes.length,
    words: new Int32Array(room.buffer),
    lastMask: new Int32Array(mask.buffer).at(-1)!
  }
}

/** The market of the head at the start of the frame, or null. */
type FindMarket = (isBook: boolean, table: HeadTable) => MarketHeads | null

export function marketFinder(frame: Frame): FindMarket {
  const bytes = frame.bytes
  const words = frame.words
  const quote = 0x22
  const maxLetters = 64
  const bookNameAt = bookStart.length
  const executionNameAt = executionStart.length

  return function findMarket(isBook, table) {
    const nameAt = isBook ? bookNameAt : executionNameAt
    let hash = 0
    let position = nameAt
    let code = bytes[position]!
    while (code !== quote) {
      hash = (Math.imul(hash, 31) + code) | 0
      position = (position + 1) | 0
      if (position - nameAt > maxLetters) return null
      code = bytes[position]!
    }
    const slots = table.slots
    const mask = slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const heads = slots[slot]
      if (!heads) return null
      if (heads.hash === hash && begins(isBook ? heads.book : heads.execution)) return heads
    }
  }

  function begins(head: Head): boolean {
    const expected = head.words
    const last = expected.length - 1
    for (let index = 0; index < last; index += 1) if (words[index] !== expected[index]) return false
    return (words[last]! & head.lastMask) === expected[last]
  }
}
