import { describe, expect, it } from 'vitest'
import { createFeed, type FeedRequest, type Touch } from '../../perf/feed/feed'

interface WireLevel {
  price: string
  amount: string
}

const request: FeedRequest = {
  seed: 7,
  markets: 12,
  levels: 60,
  messages: 3000,
  trades: 0.1,
  kind: 'updates'
}

class NaiveBook {
  readonly bids = new Map<number, number>()
  readonly asks = new Map<number, number>()

  apply(bids: WireLevel[], asks: WireLevel[]): void {
    for (const [side, levels] of [[this.bids, bids] as const, [this.asks, asks] as const]) {
      for (const { price, amount } of levels) {
        if (Number(amount) === 0) side.delete(Number(price))
        else side.set(Number(price), Number(amount))
      }
    }
  }

  touch(): Touch {
    const bid = Math.max(...this.bids.keys())
    const ask = Math.min(...this.asks.keys())
    return [bid, this.bids.get(bid) ?? 0, ask, this.asks.get(ask) ?? 0]
  }
}

function replay(frames: readonly string[], each: (book: NaiveBook, changes: number) => void) {
  const books = new Map<string, NaiveBook>()
  let trades = 0
  for (const frame of frames) {
    const { channel, payload } = JSON.parse(frame)
    expect(channel.params.market).toBe(payload.market)
    if (channel.type === 'execution_data') {
      trades += 1
      continue
    }
    const book = payload.type === 'SNAPSHOT' ? new NaiveBook() : books.get(payload.market)!
    books.set(payload.market, book)
    book.apply(payload.bids, payload.asks)
    each(book, payload.bids.length + payload.asks.length)
  }
  return { books, trades }
}

describe('the benchmark feed', () => {
  it('is deterministic for a seed', () => {
    expect(createFeed(request)).toEqual(createFeed(request))
    expect(createFeed({ ...request, seed: 8 }).messages).not.toEqual(createFeed(request).messages)
  })

  it('ends at its stated best prices and never crosses', () => {
    const feed = createFeed(request)
    const { books, trades } = replay([...feed.snapshots, ...feed.messages], (book) => {
      const [bid, , ask] = book.touch()
      expect(bid).toBeLessThan(ask)
    })
    expect(Object.fromEntries([...books].map(([market, book]) => [market, book.touch()]))).toEqual(feed.truth)
    expect(Object.keys(feed.truth)).toHaveLength(request.markets)
    expect(trades / feed.messages.length).toBeCloseTo(request.trades, 1)
  })

  it('has the agreed shape', () => {
    const feed = createFeed({ ...request, markets: 10, levels: 1000, trades: 0 })
    const counts: number[] = []
    const { books } = replay([...feed.snapshots, ...feed.messages], (_, changes) => counts.push(changes))
    const changes = counts.slice(feed.snapshots.length)
    expect([Math.min(...changes), Math.max(...changes)]).toEqual([1, 10])
    const bytes = feed.messages.reduce((sum, message) => sum + message.length, 0) / feed.messages.length
    expect(Math.abs(bytes - 312)).toBeLessThan(16)
    for (const { bids, asks } of books.values()) {
      for (const side of [bids, asks]) expect(Math.abs(side.size - 1000)).toBeLessThan(100)
    }
  })

  it('writes whole books when asked for snapshots', () => {
    const feed = createFeed({ ...request, kind: 'snapshots', messages: 24 })
    const { books } = replay(feed.messages, () => undefined)
    expect(Object.fromEntries([...books].map(([market, book]) => [market, book.touch()]))).toEqual(feed.truth)
  })
})
