import { codesOf, type Frame } from './frame'

const bookStart = '{"channel":{"type":"market_data","params":{"market":"'
const executionStart = '{"channel":{"type":"execution_data","params":{"market":"'
const payloadStart = '"}},"payload":{"market":"'

/**
 * All that comes before the first value that changes. It is the same in every message of one kind and market, whose
 * name is in there twice, so it is held against the frame four letters at a time: the frame was copied to where its
 * words begin at multiples of four.
 */
interface Head {
  readonly length: number
  readonly words: Int32Array
  /** What of the last word belongs to the head. */
  readonly lastMask: number
}

interface MarketHeads {
  readonly market: number
  readonly hash: number
  readonly book: Head
  readonly execution: Head
}

/** Another name would be escaped or take several bytes a letter; its frames are left to the decoder. */
const plainName = /^[!#-[\]-~]{1,64}$/
const firstSlots = 64

/** The heads of the markets that are expected, found by the hash of the name: open addressing, half full at most. */
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

/** The market whose head, of this kind, the frame begins with; null when it is none of the table's. */
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
