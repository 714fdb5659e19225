import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { subtractDecimals } from '#shared/domain/base/decimal'
import { CandleBook, type Candle } from '#shared/domain/market/candles/index'
import { Statistics, type Figures } from '#shared/domain/market/statistics/index'
import { candleOf, floorTo, give, plain, someTrades, type KnownTrade } from '../candles/truth'

const second = 1_000_000_000n
const minute = 60n * second
const day = 86_400n * second
const nanoseconds = (milliseconds: number) => BigInt(milliseconds) * 1_000_000n

const exactFigures = (figures: Figures) => {
  const { traded } = figures
  if (!traded) return null
  const { open, high, low, last, change, volume, buyVolume, sellVolume, unknownVolume, delta, notional } =
    traded
  return plain({
    open,
    high,
    low,
    last,
    change,
    volume,
    buyVolume,
    sellVolume,
    unknownVolume,
    delta,
    notional,
    trades: traded.trades
  })
}

const truth = (candle: Candle | null) =>
  candle &&
  plain({
    open: candle.open,
    high: candle.high,
    low: candle.low,
    last: candle.close,
    change: subtractDecimals(candle.close, candle.open),
    volume: candle.volume,
    buyVolume: candle.buyVolume,
    sellVolume: candle.sellVolume,
    unknownVolume: subtractDecimals(subtractDecimals(candle.volume, candle.buyVolume), candle.sellVolume),
    delta: subtractDecimals(candle.buyVolume, candle.sellVolume),
    notional: candle.notional,
    trades: candle.trades
  })

const origin = 1_732_147_199_000
const now = fc
  .integer({ min: -4, max: 12 })
  .chain((steps) => fc.integer({ min: 0, max: 59_999 }).map((more) => origin + steps * 6 * 3_600_000 + more))

describe('statistics', () => {
  it('match all trades in any order', () => {
    let found = 0
    fc.assert(
      fc.property(
        someTrades({ max: 50 }),
        fc.array(now, { minLength: 1, maxLength: 8 }),
        (trades, moments) => {
          const book = new CandleBook()
          const statistics = new Statistics(book)
          const known: KnownTrade[] = []
          for (const [index, trade] of trades.entries()) {
            give(book, trade)
            known.push(trade)
            // Repeated, to use the cache.
            const moment = moments[index % moments.length]!
            const time = nanoseconds(moment)
            const session = floorTo(time, day)
            const until = floorTo(time, minute) + minute
            expect(exactFigures(statistics.session(moment))).toEqual(
              truth(candleOf(known, session, session + day))
            )
            const lastDay = exactFigures(statistics.lastDay(moment))
            expect(lastDay).toEqual(truth(candleOf(known, until - day, until)))
            if (lastDay) found += 1
          }
        }
      ),
      { numRuns: 120 }
    )
    expect(found).toBeGreaterThan(150)
  })

  it('are exact for large sums', () => {
    const book = new CandleBook()
    const trades = Array.from({ length: 1440 }, (_, index): KnownTrade => ({
      time: BigInt(index) * minute,
      price: { units: 2n ** 52n - 1n - BigInt(index % 7), scale: 3 },
      amount: { units: 2n ** 52n - 1n - BigInt(index % 5), scale: 8 },
      inference: 2,
      packed: true
    }))
    for (const trade of trades) give(book, trade)
    const figures = new Statistics(book).lastDay(86_399_000)
    expect(exactFigures(figures)).toEqual(truth(candleOf(trades, 0n, day)))
  })

  it('round average and change', () => {
    const book = new CandleBook()
    book.record(10, 0, 30_000, 2, 1, 0, 1)
    book.record(20, 0, 30_100, 2, 2, 0, 2)
    const { traded } = new Statistics(book).session(30_000)
    expect(plain(traded!.averagePrice)).toBe('3006667e-4')
    expect(plain(traded!.changePercent)).toBe('33e-2')
    expect(plain(traded!.delta)).toBe('-1e-0')
  })

  it('have no percentage of zero', () => {
    const book = new CandleBook()
    book.record(10, 0, 0, 2, 0, 0, 1)
    const { traded } = new Statistics(book).session(30_000)
    expect([traded!.changePercent, traded!.averagePrice]).toEqual([null, null])
  })

  it('expire with time', () => {
    const book = new CandleBook()
    book.record(59, 0, 5, 0, 1, 0, 1)
    book.record(60, 0, 6, 0, 1, 0, 1)
    const statistics = new Statistics(book)
    const trades = (at: number) => statistics.lastDay(at).traded?.trades
    expect(trades(86_399_999)).toBe(2)
    expect(trades(86_400_000)).toBe(1)
    expect(trades(86_460_000)).toBeUndefined()
    expect(statistics.session(86_399_999).traded?.trades).toBe(2)
    expect(statistics.session(86_400_000).traded).toBeNull()
  })
})

describe('the reach of statistics', () => {
  const hour = 3_600_000
  const start = 100 * 24 * hour

  it('is reported with its start and gaps', () => {
    const book = new CandleBook()
    const statistics = new Statistics(book)
    const at = start + 5 * hour + 30_000
    expect(statistics.lastDay(at)).toMatchObject({ since: null, complete: false })
    book.coverage.seen(at - 30 * hour, at - 20 * hour)
    book.coverage.watchingSince(at - 2 * hour)
    expect(statistics.lastDay(at)).toMatchObject({
      from: at - 24 * hour + 30_000,
      to: at,
      since: at - 24 * hour + 30_000,
      complete: false,
      unseen: [{ from: at - 20 * hour, to: at - 2 * hour }]
    })
    expect(statistics.session(at)).toMatchObject({
      from: start,
      since: at - 2 * hour,
      complete: false,
      unseen: [{ from: start, to: at - 2 * hour }]
    })
    expect(statistics.lastDay(at + 22 * hour)).toMatchObject({ complete: true, unseen: [] })
  })

  it('is kept after a restart', () => {
    const book = new CandleBook()
    book.coverage.watchingSince(start)
    book.record(start / 1000 + 90, 0, 7, 1, 3, 2, 1)
    const again = new CandleBook()
    again.restore(book.toStored(start + hour))
    again.coverage.watchingSince(start + 2 * hour)
    const figures = new Statistics(again).session(start + 3 * hour)
    expect(figures).toMatchObject({
      since: start,
      complete: false,
      unseen: [{ from: start + hour, to: start + 2 * hour }]
    })
    expect(figures.traded?.trades).toBe(1)
  })
})
