import type { Touch } from '../../feed/feed'
import { sink } from '../sink'
import type { Peer } from '../peer'
import { parse, type WireLevel } from '../wire'

/** In floating point. */
export interface PlainBook {
  replace(bids: readonly WireLevel[], asks: readonly WireLevel[]): void
  change(bids: readonly WireLevel[], asks: readonly WireLevel[]): void
  bestBid(): readonly [price: number, amount: number] | undefined
  bestAsk(): readonly [price: number, amount: number] | undefined
}

/** JSON.parse and plain books. */
export function plainPeer(createBook: () => PlainBook): Peer {
  const books = new Map<string, PlainBook>()
  return {
    take(frame) {
      const { channel, payload } = parse(frame)
      if (channel.type !== 'market_data') return sink(Number(payload.price) + Number(payload.amount))
      let book = books.get(payload.market)
      if (!book) books.set(payload.market, (book = createBook()))
      if (payload.type === 'SNAPSHOT') book.replace(payload.bids, payload.asks)
      else book.change(payload.bids, payload.asks)
      sink((book.bestBid()?.[0] ?? 0) + (book.bestAsk()?.[0] ?? 0))
    },
    touches() {
      const touchOf = (book: PlainBook): Touch => [
        ...(book.bestBid() ?? ([0, 0] as const)),
        ...(book.bestAsk() ?? ([0, 0] as const))
      ]
      return Object.fromEntries([...books].map(([market, book]) => [market, touchOf(book)]))
    }
  }
}
