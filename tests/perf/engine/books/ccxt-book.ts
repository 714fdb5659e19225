import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { WireLevel } from '../wire'
import type { PlainBook } from './plain-peer'

type Entry = [price: number, amount: number]

interface Side extends ReadonlyArray<Entry> {
  store(price: number, amount: number): void
}

interface OrderBook {
  readonly bids: Side
  readonly asks: Side
  reset(snapshot: { readonly bids: Entry[]; readonly asks: Entry[] }): unknown
}

type OrderBookModule = { readonly OrderBook: new () => OrderBook }

const entry = ({ price, amount }: WireLevel): Entry => [Number(price), Number(amount)]

const store = (side: Side, levels: readonly WireLevel[]) => {
  for (const { price, amount } of levels) side.store(Number(price), Number(amount))
}

/** The order book of ccxt, loaded from its own file because the package loads all exchanges. */
export async function ccxtBooks(packages: string): Promise<() => PlainBook> {
  const file = path.join(packages, 'ccxt/js/src/base/ws/OrderBook.js')
  const { OrderBook }: OrderBookModule = await import(pathToFileURL(file).href)
  return () => {
    const book = new OrderBook()
    return {
      replace: (bids, asks) => book.reset({ bids: bids.map(entry), asks: asks.map(entry) }),
      change(bids, asks) {
        store(book.bids, bids)
        store(book.asks, asks)
      },
      bestBid: () => book.bids[0],
      bestAsk: () => book.asks[0]
    }
  }
}
