import { FrameReader } from '#engine/market/live/reader'
import { Book } from '#shared/domain/market/book/index'
import { book } from '#shared/domain/market/packed'
import { sink } from '../sink'
import type { Load, Peer } from '../peer'
import { touchOf } from '../touch'

/** Ours: frame reader and books. */
export function enginePeer({ markets }: Load): Peer {
  const books = markets.map(() => new Book())
  const reader = new FrameReader({
    packed(message) {
      if (message.kind !== book) {
        sink(message.prices[0]! + message.amounts[0]!)
        return
      }
      const kept = books[message.market]!
      if (message.snapshot) kept.replace(message)
      else kept.update(message)
      sink(kept.bestBidUnits + kept.bestAskUnits)
    },
    exact(message) {
      throw new Error(`A number of ${message.market} was too long.`)
    },
    garbled(market) {
      throw new Error(`A frame of ${market} was not understood.`)
    }
  })
  for (const market of markets) reader.register(market)
  return {
    take(frame) {
      reader.read(frame, false, 0)
    },
    touches: () => Object.fromEntries(markets.map((market, index) => [market, touchOf(books[index]!)]))
  }
}
