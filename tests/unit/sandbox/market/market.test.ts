import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canonicalDecimal,
  compareDecimals,
  formatDecimal,
  parseDecimal,
  subtractDecimals
} from '#shared/domain/base/decimal'
import { Exchange } from '#sandbox/market/exchange'
import type { BookMessage, MarketMessage } from '#sandbox/market/messages'
import { marketSpecifications } from '#sandbox/market/specifications'
import { ManualClock } from '../manual-clock'

const exchangeOf = (seed: number, executionLag: number | null = 0) =>
  new Exchange({
    clock: new ManualClock(),
    seed,
    rate: 1000,
    ...(executionLag !== null && { executionLag })
  })
/** Most prices are those of the step before. */
function once<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const value = known.get(text) ?? read(text)
    known.set(text, value)
    return value
  }
}
const number = once((text) => parseDecimal(text)!)
const keyOf = once((text) => canonicalDecimal(text)!)

/** Two maps from price to amount. */
class NaiveBook {
  readonly bids = new Map<string, string>()
  readonly asks = new Map<string, string>()

  apply(message: BookMessage) {
    for (const name of ['bids', 'asks'] as const) {
      if (message.type === 'SNAPSHOT') this[name].clear()
      for (const { price, amount } of message[name]) {
        if (canonicalDecimal(amount) === '0') this[name].delete(keyOf(price))
        else this[name].set(keyOf(price), amount)
      }
    }
  }

  /** The levels that differ from its own, or are not in order. */
  wrong(name: 'bids' | 'asks', levels: BookMessage['bids']) {
    const better = name === 'bids' ? 1 : -1
    const found = levels.filter(({ price, amount }, index) => {
      const before = levels[index - 1]
      const isInOrder = !before || compareDecimals(number(before.price), number(price)) === better
      return !isInOrder || this[name].get(keyOf(price)) !== amount
    })
    return { found, missing: this[name].size - levels.length }
  }
}

function follow(exchange: Exchange, count: number, check: (message: MarketMessage, book: NaiveBook) => void) {
  const books = new Map(exchange.markets.map((market) => [market, new NaiveBook()]))
  for (const [market, book] of books) book.apply(exchange.snapshot(market)!)
  const stop = exchange.onBatch((messages) => {
    for (const message of messages) {
      const book = books.get(message.market)!
      check(message, book)
      if (message.kind === 'book') book.apply(message)
    }
    for (const market of new Set(messages.map((message) => message.market))) {
      const truth = exchange.book(market)!
      const book = books.get(market)!
      for (const name of ['bids', 'asks'] as const)
        expect(book.wrong(name, truth[name]), `${market} ${name}`).toEqual({ found: [], missing: 0 })
      expect(Math.min(truth.bids.length, truth.asks.length)).toBeGreaterThanOrEqual(50)
      expect(compareDecimals(number(truth.bids[0]!.price), number(truth.asks[0]!.price))).toBe(-1)
    }
  })
  for (let done = 0; done < count;) done += exchange.step(20)
  stop()
}

describe('the market', () => {
  it('has at least sixteen markets, the busiest first', () => {
    expect(marketSpecifications.length).toBeGreaterThanOrEqual(16)
    expect(marketSpecifications[0]!.market).toBe('BTCUSD')
    expect(Math.max(...marketSpecifications.slice(1).map(({ liveliness }) => liveliness))).toBeLessThan(
      marketSpecifications[0]!.liveliness
    )
    expect(marketSpecifications.map(({ market }) => market)).toContain('USDPUSD')
  })

  it('publishes its book, never crossed and never thin', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        follow(exchangeOf(seed), 2000, () => undefined)
      }),
      { numRuns: 2 }
    )
  })

  it('trades resting orders and shows them in the update', () => {
    let executions = 0
    for (const seed of [1, 2]) {
      const left = new Map<string, { side: 'bids' | 'asks'; amount: string }>()
      follow(exchangeOf(seed), 3000, (message, book) => {
        if (message.kind === 'execution') {
          executions += 1
          const key = canonicalDecimal(message.price)!
          const id = `${message.market} ${key}`
          const side = left.get(id)?.side ?? (book.asks.has(key) ? 'asks' : 'bids')
          const before = left.get(id)?.amount ?? book[side].get(key)
          // The best price, unless swept.
          expect(before, id).toBeDefined()
          const rest = subtractDecimals(number(before!), number(message.amount))
          expect(rest.units >= 0n, id).toBe(true)
          left.set(id, { side, amount: canonicalDecimal(formatDecimal(rest))! })
          return
        }
        for (const [id, { side, amount }] of left) {
          if (!id.startsWith(`${message.market} `)) continue
          const level = message[side].find(
            ({ price }) => `${message.market} ${canonicalDecimal(price)}` === id
          )
          expect(level && canonicalDecimal(level.amount), id).toBe(amount)
          left.delete(id)
        }
      })
      expect(left.size).toBe(0)
    }
    expect(executions).toBeGreaterThan(200)
  })

  it('publishes some executions after the update', () => {
    const all = { early: 0, late: 0 }
    follow(exchangeOf(4, null), 6000, (message, book) => {
      if (message.kind !== 'execution') return
      const key = canonicalDecimal(message.price)!
      const rests = book.asks.has(key) || book.bids.has(key)
      all[rests ? 'early' : 'late'] += 1
    })
    expect(all.late).toBeGreaterThan(20)
    expect(all.early).toBeGreaterThan(2 * all.late)
  })

  it('gives each market an independent sequence', () => {
    const record = (exchange: Exchange, drive: () => void) => {
      const texts: string[] = []
      exchange.onBatch((messages) => {
        for (const message of messages) {
          if (message.market === 'ETHUSD') texts.push(JSON.stringify({ ...message, time: 0 }))
        }
      })
      drive()
      return texts
    }
    const clock = new ManualClock()
    const paced = new Exchange({ clock, seed: 7, rate: 5000 })
    const inTime = record(paced, () => {
      paced.resume()
      clock.advance(3000)
      paced.dispose()
    })
    const alone = new Exchange({
      clock: new ManualClock(),
      seed: 7,
      rate: 1,
      specifications: marketSpecifications.filter(({ market }) => market === 'ETHUSD')
    })
    const atOnce = record(alone, () => alone.step(3000))
    const length = Math.min(inTime.length, atOnce.length)
    expect(length).toBeGreaterThan(1000)
    expect(inTime.slice(0, length)).toEqual(atOnce.slice(0, length))
    const other = exchangeOf(8)
    expect(record(other, () => other.step(3000)).slice(0, 50)).not.toEqual(atOnce.slice(0, 50))
  })

  it('writes strictly increasing times', () => {
    const clock = new ManualClock()
    const exchange = new Exchange({ clock, seed: 3, rate: 50_000 })
    const last = new Map(exchange.markets.map((market) => [market, exchange.snapshot(market)!.time]))
    const wrong: string[] = []
    exchange.onBatch((messages) => {
      for (const { market, time } of messages) {
        if (time <= last.get(market)!) wrong.push(`${market} ${time} after ${last.get(market)}`)
        if (Math.abs(time / 1000 - clock.now()) >= 300) wrong.push(`${market} ${time} at ${clock.now()}`)
        last.set(market, time)
      }
    })
    exchange.resume()
    clock.advance(1000)
    exchange.dispose()
    expect(wrong).toEqual([])
  })

  it('keeps trades, oldest first', () => {
    const exchange = exchangeOf(5)
    exchange.step(4000)
    const all = exchange.trades('BTCUSD')!
    expect(all.length).toBeGreaterThan(10)
    const middle = all[5]!.executed_at
    expect(exchange.trades('BTCUSD', middle)).toEqual(all.slice(5))
    expect(exchange.trades('NOSUCH')).toBeNull()
    expect(exchange.trades('BTCUSD', 'yesterday')).toBeNull()
  })

  it('has busy and calm periods, and sweeps', () => {
    const exchange = exchangeOf(11)
    const perBucket: number[] = []
    let longest = 0
    let inBucket = 0
    let swept = new Set<string>()
    let steps = 0
    exchange.onBatch((messages) => {
      for (const message of messages) {
        if (message.market !== 'BTCUSD') continue
        if (message.kind === 'execution') {
          inBucket += 1
          swept.add(message.price)
          continue
        }
        longest = Math.max(longest, swept.size)
        swept = new Set()
        steps += 1
        if (steps % 200 === 0) {
          perBucket.push(inBucket)
          inBucket = 0
        }
      }
    })
    exchange.step(60_000)
    const mean = perBucket.reduce((sum, count) => sum + count, 0) / perBucket.length
    const variance = perBucket.reduce((sum, count) => sum + (count - mean) ** 2, 0) / perBucket.length
    // Independent trades would have equal mean and variance.
    expect(variance).toBeGreaterThan(mean * 2)
    expect(longest).toBeGreaterThanOrEqual(5)
  })
})

describe('the pacer', () => {
  const rateOf = (
    rate: number,
    milliseconds: number,
    disturb: (clock: ManualClock) => void = () => undefined
  ) => {
    const clock = new ManualClock()
    const exchange = new Exchange({ clock, seed: 1, rate })
    let count = 0
    exchange.onBatch((messages) => {
      count += messages.length
    })
    exchange.resume()
    disturb(clock)
    clock.advance(milliseconds)
    exchange.dispose()
    expect(clock.waiting).toBe(0)
    return count
  }

  it('keeps the total rate', () => {
    for (const [rate, seconds] of [
      [1, 120],
      [7, 90],
      [1000, 70],
      [20_000, 2]
    ] as const) {
      // A batch may slightly exceed its target.
      expect(Math.abs(rateOf(rate, seconds * 1000) - rate * seconds), `${rate}`).toBeLessThan(
        150 + rate * 0.2
      )
    }
  })

  it('does not flood after sleep', () => {
    expect(rateOf(1000, 1000, (clock) => clock.jump(3_600_000))).toBeLessThan(2000)
  })

  it('stops while paused and supports steps', () => {
    const clock = new ManualClock()
    const exchange = new Exchange({ clock, seed: 1, rate: 1000 })
    let count = 0
    exchange.onBatch((messages) => (count += messages.length))
    exchange.resume()
    clock.advance(100)
    exchange.pause()
    const before = count
    clock.advance(10_000)
    expect(count).toBe(before)
    expect(exchange.step(5)).toBe(count - before)
    expect(count - before).toBeGreaterThanOrEqual(5)
    exchange.resume()
    clock.advance(100)
    expect(count).toBeLessThan(before + 300)
    exchange.dispose()
  })
})
