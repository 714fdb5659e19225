import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Decimal } from '#shared/domain/base/decimal'
import {
  CandleBook,
  CandleRows,
  intervalLimits,
  intervals,
  intervalSeconds,
  type Candle,
  type CandleSeries
} from '#shared/domain/market/candles/index'
import { candleOf, candlesOf, give, plain, someTrades, type KnownTrade } from './truth'

const all = (series: CandleSeries): Candle[] =>
  Array.from({ length: series.count }, (_, index) => series.at(index))

const filled = (trades: readonly KnownTrade[], limits = intervalLimits) => {
  const book = new CandleBook(limits)
  for (const trade of trades) give(book, trade)
  return book
}

const second = 1_000_000_000n
const at = (seconds: number, price: number, amount = 1, nanoseconds = 0): KnownTrade => ({
  time: BigInt(seconds) * second + BigInt(nanoseconds),
  price: { units: BigInt(price), scale: 0 },
  amount: { units: BigInt(amount), scale: 0 },
  inference: 1,
  packed: true
})

describe('candles of all intervals', () => {
  it('match all trades in any order', () => {
    fc.assert(
      fc.property(someTrades({ max: 60 }), (trades) => {
        const book = filled(trades)
        for (const interval of intervals) {
          const truth = candlesOf(trades, intervalSeconds[interval])
          expect(plain(all(book.series(interval)))).toEqual(plain(truth))
        }
      }),
      { numRuns: 200 }
    )
  })

  it('keep the newest', () => {
    const few = { ...intervalLimits, '1s': 5, '1m': 3 }
    fc.assert(
      fc.property(someTrades({ max: 80 }), (trades) => {
        // By time, so that dropped trades match.
        const sorted = trades.toSorted((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0))
        const book = filled(sorted, few)
        expect(plain(all(book.series('1s')))).toEqual(plain(candlesOf(sorted, 1).slice(-5)))
        expect(plain(all(book.series('1m')))).toEqual(plain(candlesOf(sorted, 60).slice(-3)))
      }),
      { numRuns: 200 }
    )
  })

  it('reject and count older trades', () => {
    const book = filled([at(100, 5), at(101, 6), at(102, 7)], { ...intervalLimits, '1s': 2 })
    give(book, at(99, 1))
    expect(book.series('1s').startAt(0)).toBe(101)
    expect(book.series('1s').ignored).toBe(1)
    expect(book.series('1m').at(0).trades).toBe(4)
  })

  it('grow in a full ring', () => {
    const book = filled([at(10, 1), at(20, 2), at(30, 3)], { ...intervalLimits, '1s': 3 })
    give(book, at(25, 9))
    expect(all(book.series('1s')).map(({ start }) => start)).toEqual([20, 25, 30])
  })

  it('skip empty periods', () => {
    const book = filled([at(0, 1), at(3600, 2)])
    expect(all(book.series('1m')).map(({ start }) => start)).toEqual([0, 3600])
  })

  it('start at UTC, before 1970 too', () => {
    const starts = (seconds: number) =>
      intervals.map((interval) =>
        filled([at(seconds, 1)])
          .series(interval)
          .startAt(0)
      )
    const moment = Date.UTC(2026, 2, 29, 5, 59, 59) / 1000
    expect(starts(moment)).toEqual(
      [
        '05:59:59',
        '05:59:55',
        '05:59:45',
        '05:59:00',
        '05:55:00',
        '05:45:00',
        '05:00:00',
        '04:00:00',
        '00:00:00'
      ].map((time) => Date.parse(`2026-03-29T${time}Z`) / 1000)
    )
    expect(starts(-1)).toEqual([-1, -5, -15, -60, -300, -900, -3600, -14_400, -86_400])
  })

  it('correct open and close for late trades', () => {
    const book = filled([at(10, 5, 1, 500), at(11, 7), at(10, 4, 1, 499), at(10, 6, 1, 501), at(9, 9)])
    const minute = book.series('1m').at(0)
    expect([minute.open.units, minute.high.units, minute.low.units, minute.close.units]).toEqual([
      9n,
      9n,
      4n,
      7n
    ])
    expect(book.series('1s').at(1)).toMatchObject({ open: { units: 4n }, close: { units: 6n } })
  })

  it('break ties by arrival', () => {
    const candle = filled([at(5, 1), at(5, 2), at(5, 3)])
      .series('1d')
      .at(0)
    expect([candle.open.units, candle.close.units]).toEqual([1n, 3n])
  })

  it('are exact beyond doubles', () => {
    const trades = Array.from({ length: 3000 }, (_, index) =>
      at(index % 60, 2 ** 51 + index, 2 ** 51 - index)
    )
    const book = filled(trades)
    expect(plain(book.series('1m').at(0))).toEqual(plain(candlesOf(trades, 60)[0]))
  })

  it('accept odd amounts', () => {
    const trades = [at(5, 10, -5), at(6, 11, 10), at(7, 12, 10), at(8, 12, 10)]
    const book = filled(trades)
    expect(plain(book.series('1m').at(0))).toEqual(plain(candlesOf(trades, 60)[0]))
  })

  it('add up to their trades', () => {
    fc.assert(
      fc.property(someTrades({ max: 40 }), fc.nat(20), fc.nat(20), (trades, from, more) => {
        const minutes = filled(trades).series('1m')
        const first = Math.min(from, minutes.count - 1)
        const last = Math.min(first + more, minutes.count - 1)
        const start = BigInt(minutes.startAt(first)) * second
        const end = (BigInt(minutes.startAt(last)) + 60n) * second
        expect(plain(minutes.fold(first, last + 1))).toEqual(plain(candleOf(trades, start, end)))
        expect(minutes.fold(first, first)).toBeNull()
      }),
      { numRuns: 200 }
    )
  })

  it('refuse a missing index', () => {
    expect(() => new CandleBook().series('1s').at(0)).toThrow(RangeError)
    expect(() =>
      filled([at(1, 1)])
        .series('1s')
        .at(1)
    ).toThrow(RangeError)
  })
})

describe('reading candles', () => {
  const expectRow = (rows: CandleRows, row: number, candle: Candle) => {
    const scale = rows.priceScale
    const amountScale = rows.amountScale
    expect([rows.starts[row], rows.trades[row]]).toEqual([candle.start, candle.trades])
    const isOdd = ({ units, scale: own }: Decimal, common: number) =>
      own > common || units * 10n ** BigInt(common - own) > 2n ** 52n
    const odd = isOdd(candle.high, scale) || isOdd(candle.low, scale) || isOdd(candle.volume, amountScale)
    const check = (given: number | undefined, value: Decimal, common: number) => {
      if (given === given) expect(plain({ units: BigInt(given!), scale: common })).toBe(plain(value))
      else expect(odd).toBe(true)
    }
    check(rows.opens[row], candle.open, scale)
    check(rows.highs[row], candle.high, scale)
    check(rows.lows[row], candle.low, scale)
    check(rows.closes[row], candle.close, scale)
    check(rows.volumes[row], candle.volume, amountScale)
    check(rows.buys[row], candle.buyVolume, amountScale)
    check(rows.sells[row], candle.sellVolume, amountScale)
    const high = rows.notionalHighs[row]!
    if (high === high) {
      const units = BigInt(high) * 2n ** 52n + BigInt(rows.notionalLows[row]!)
      expect(plain({ units, scale: scale + amountScale })).toBe(plain(candle.notional))
    }
  }

  it('matches exact candles, or NaN', () => {
    const rows = new CandleRows(100)
    let numbers = 0
    fc.assert(
      fc.property(someTrades({ max: 40 }), (trades) => {
        const series = filled(trades).series('15s')
        expect(series.read(0, rows)).toBe(series.count)
        for (let row = 0; row < rows.count; row++) expectRow(rows, row, series.at(row))
        numbers += rows.opens.subarray(0, rows.count).filter((open) => open === open).length
      }),
      { numRuns: 200 }
    )
    expect(numbers).toBeGreaterThan(100)
  })

  it('starts at any index within the space', () => {
    const series = filled([at(1, 1), at(2, 2), at(3, 3)]).series('1s')
    const rows = new CandleRows(2)
    series.read(1, rows)
    expect([...rows.starts]).toEqual([2, 3])
    series.read(0, rows, 1)
    expect([rows.count, rows.starts[0]]).toEqual([1, 1])
    expect(series.read(3, rows)).toBe(0)
  })

  it('returns changes that keep a copy equal', () => {
    const limits = { ...intervalLimits, '1s': 6, '5s': 6, '1m': 6 }
    fc.assert(
      fc.property(
        someTrades({ max: 60 }),
        fc.infiniteStream(fc.integer({ min: 0, max: 3 })),
        (trades, dice) => {
          const book = new CandleBook(limits)
          const rows = new CandleRows(6)
          const mirrors = (['1s', '5s', '1m'] as const).map((interval) => ({
            series: book.series(interval),
            version: 0,
            trades: new Map<number, number>()
          }))
          for (const trade of trades) {
            give(book, trade)
            for (const mirror of mirrors) {
              if (dice.next().value !== 0) continue
              mirror.series.readChanged(mirror.version, rows)
              mirror.version = rows.version
              for (let row = 0; row < rows.count; row++)
                mirror.trades.set(rows.starts[row]!, rows.trades[row]!)
              for (const start of mirror.trades.keys()) {
                if (start < mirror.series.startAt(0)) mirror.trades.delete(start)
              }
              const mirrored = [...mirror.trades].sort(([a], [b]) => a - b)
              expect(mirrored).toEqual(all(mirror.series).map(({ start, trades: count }) => [start, count]))
              expect(mirror.series.readChanged(mirror.version, rows)).toBe(0)
            }
          }
        }
      ),
      { numRuns: 150 }
    )
  })

  it('returns only changes', () => {
    const book = filled([at(1, 1), at(2, 2), at(3, 3)])
    const rows = new CandleRows(10)
    const series = book.series('1s')
    series.readChanged(0, rows)
    expect(rows.count).toBe(3)
    give(book, at(1, 5))
    series.readChanged(rows.version, rows)
    expect([...rows.starts.subarray(0, rows.count)]).toEqual([1])
    give(book, at(3, 5))
    series.readChanged(rows.version, rows)
    expect([...rows.starts.subarray(0, rows.count)]).toEqual([3])
  })
})
