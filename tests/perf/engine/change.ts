import { Book } from '#shared/domain/market/book/index'
import { book as bookKind, PackedMessage } from '#shared/domain/market/packed'
import { Scanner } from '#shared/wire/fast/scanner'
import { readFrames } from '../feed/frames'
import type { Load } from './peer'
import { serve } from './serve'
import { timed } from './stopwatch'

/** Decoded updates in a few arrays, because scattered objects would cost more than the book. */
class Updates {
  readonly #message = new PackedMessage()
  readonly #bids: Int32Array
  readonly #asks: Int32Array
  readonly #all = new PackedMessage()
  readonly changes: number

  constructor(frames: readonly Buffer[], scan: (frame: Buffer) => PackedMessage) {
    this.#bids = new Int32Array(frames.length)
    this.#asks = new Int32Array(frames.length)
    let changes = 0
    for (const [index, frame] of frames.entries()) {
      const message = scan(frame)
      this.#bids[index] = message.bids
      this.#asks[index] = message.asks
      const count = message.bids + message.asks
      this.#all.grow(changes + count)
      copyLevels(message, 0, this.#all, changes, count)
      changes += count
    }
    this.changes = changes
  }

  apply(each: (message: PackedMessage) => void): void {
    const message = this.#message
    message.kind = bookKind
    for (let update = 0, from = 0; update < this.#bids.length; update += 1) {
      message.bids = this.#bids[update]!
      message.asks = this.#asks[update]!
      const count = message.bids + message.asks
      copyLevels(this.#all, from, message, 0, count)
      from += count
      each(message)
    }
  }
}

function copyLevels(from: PackedMessage, at: number, to: PackedMessage, place: number, count: number): void {
  for (let index = 0; index < count; index += 1) {
    to.prices[place + index] = from.prices[at + index]!
    to.priceScales[place + index] = from.priceScales[at + index]!
    to.amounts[place + index] = from.amounts[at + index]!
    to.amountScales[place + index] = from.amountScales[at + index]!
  }
}

// Decoded before the clock starts.
const book = new Book()
const snapshot = new PackedMessage()
let updates: Updates
let total = 0

const take = (message: PackedMessage) => {
  book.update(message)
  total += book.bestBidUnits + book.bestAskUnits
}

serve({
  load({ markets, snapshots, messages }: Load) {
    const scanner = new Scanner()
    for (const market of markets) scanner.register(market)
    const message = new PackedMessage()
    const scan = (frame: Buffer, into: PackedMessage) => {
      if (!scanner.scan(frame, into)) throw new Error('A frame of the feed is not the usual one.')
      return into
    }
    for (const frame of readFrames(snapshots)) scan(frame, snapshot)
    updates = new Updates(readFrames(messages), (frame) => scan(frame, message))
  },
  /** Nanoseconds per change. */
  round() {
    book.replace(snapshot)
    return timed(() => updates.apply(take)) / updates.changes
  },
  total: () => total
})
