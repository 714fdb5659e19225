import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import type { FeedFrame } from '#shared/contract/market/feed'
import { packMarketFrame } from '#shared/contract/market/market-frame'
import { bestWidth, levelWidth, tradeWidth, type MarketNews } from '#shared/contract/market/market-news'
import { Random } from '#sandbox/market/random'
import { serve } from './serve'
import { timed } from './stopwatch'

const levels = 50
const trades = 100
const times = 2000
const startedAt = Date.UTC(2026, 0, 5, 9) / 1000

/** Fifty levels per side and a hundred trades. */
function createNews(random: Random): MarketNews {
  const book = new Float64Array(bestWidth + 2 * levels * levelWidth)
  const tape = new Float64Array(trades * tradeWidth)
  for (let cell = 0; cell < book.length; cell += 1) book[cell] = 6_425_000 + random.below(100_000)
  for (let cell = 0; cell < tape.length; cell += 1) tape[cell] = startedAt + random.below(100_000)
  return {
    interest: 1,
    state: 'live',
    since: startedAt * 1000,
    reason: null,
    crossed: false,
    reset: false,
    version: 1,
    bookAge: 4,
    tradeAge: 40,
    book: {
      values: book,
      exact: null,
      priceScale: 2,
      tick: 1,
      amountScale: 8,
      bids: levels,
      asks: levels,
      allBids: 1000,
      allAsks: 1000
    },
    trades: { values: tape, exact: null, priceScale: 2, amountScale: 8, fresh: true, skipped: 0, move: 0 },
    candles: null,
    statistics: null,
    heat: null,
    cost: null
  }
}

/** Numbers; text would be slower. */
function asObjects({ book, trades: tape }: MarketNews) {
  const cells = [...(book?.values ?? [])]
  const tapeCells = [...(tape?.values ?? [])]
  const level = (index: number) => {
    const [price, amount, total] = cells.slice(bestWidth + index * levelWidth)
    return { price, amount, total }
  }
  const trade = (_: unknown, index: number) => {
    const [id, price, amount, seconds, nanoseconds, mark] = tapeCells.slice(index * tradeWidth)
    return { id, price, amount, seconds, nanoseconds, mark }
  }
  return {
    state: 'live',
    since: startedAt * 1000,
    bids: Array.from({ length: levels }, (_, index) => level(index)),
    asks: Array.from({ length: levels }, (_, index) => level(levels + index)),
    trades: Array.from({ length: trades }, trade)
  }
}

const { port1, port2 } = new MessageChannel()
let message: unknown
let received = 0

serve({
  load({ kind }: { kind: 'frame' | 'objects' }) {
    const news = createNews(new Random(1))
    const frame: FeedFrame = {
      kind: 'frame',
      sequence: 1,
      markets: packMarketFrame([news], startedAt * 1000)
    }
    message = kind === 'frame' ? frame : { kind: 'frame', sequence: 1, markets: [asObjects(news)] }
  },
  /** Nanoseconds per message. */
  round() {
    const nanoseconds = timed(() => {
      for (let time = 0; time < times; time += 1) {
        port1.postMessage(message)
        if (receiveMessageOnPort(port2)) received += 1
      }
    })
    if (received % times !== 0) throw new Error('A message was lost.')
    return nanoseconds / times
  }
})
