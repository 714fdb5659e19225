import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CandleBook,
  intervals,
  intervalSeconds,
  readStoredCandles
} from '#shared/domain/market/candles/index'
import { candlesOf, give, plain, someTrades, type KnownTrade } from './truth'

const candles = (book: CandleBook) =>
  intervals.map((interval) => {
    const series = book.series(interval)
    return Array.from({ length: series.count }, (_, index) => series.at(index))
  })
const truthOf = (trades: readonly KnownTrade[]) =>
  intervals.map((interval) => candlesOf(trades, intervalSeconds[interval]))

/** As in a file. */
const reread = (book: CandleBook, max?: number) =>
  readStoredCandles(JSON.parse(JSON.stringify(book.toStored(1000, max))))

describe('stored candles', () => {
  it('are equal after a restart', () => {
    fc.assert(
      fc.property(someTrades({ max: 40 }), fc.nat(40), fc.nat(20), (trades, before, between) => {
        const first = new CandleBook()
        for (const trade of trades.slice(0, before)) give(first, trade)
        const stored = reread(first)!
        const second = new CandleBook()
        for (const trade of trades.slice(before, before + between)) give(second, trade)
        second.restore(stored)
        for (const trade of trades.slice(before + between)) give(second, trade)
        expect(plain(candles(second))).toEqual(plain(truthOf(trades)))
      }),
      { numRuns: 150 }
    )
  })

  it('include coverage up to now', () => {
    const book = new CandleBook()
    book.coverage.seen(100, 200)
    book.coverage.watchingSince(500)
    const other = new CandleBook()
    other.coverage.watchingSince(2000)
    other.restore(reread(book)!)
    expect(other.coverage.spans(2500)).toEqual([
      { from: 100, to: 200 },
      { from: 500, to: 1000 },
      { from: 2000, to: 2500 }
    ])
  })

  it('are the newest if limited', () => {
    const book = new CandleBook()
    const at = (seconds: number) => book.record(seconds, 0, 100 + seconds, 2, 1, 0, 1)
    for (let seconds = 0; seconds < 30; seconds++) at(seconds)
    const stored = reread(book, 10)!
    expect(stored.series.map(([, rows]) => rows.length)).toEqual([10, 6, 2, 1, 1, 1, 1, 1, 1])
    expect(stored.series[0]![1].map(([start]) => start)).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28, 29])
  })

  it('count as changed', () => {
    const book = new CandleBook()
    book.record(10, 0, 1, 0, 1, 0, 0)
    const other = new CandleBook()
    other.record(20, 0, 1, 0, 1, 0, 0)
    const { version } = other.series('1s')
    other.restore(reread(book)!)
    expect(other.series('1s').lateVersion).toBeGreaterThan(version)
  })
})

describe('foreign candle data', () => {
  const book = new CandleBook()
  book.record(60, 5, 101, 2, 5, 1, 1)
  book.record(61, 5, 103, 2, 5, 1, 1)
  book.coverage.seen(1, 2)
  type Content = { spans: unknown[][]; series: [string, unknown[][]][] }
  const content = () => JSON.parse(JSON.stringify(book.toStored(5))) as Content
  const row = (change: (row: unknown[]) => void) => {
    const changed = content()
    change(changed.series[0]![1][1]!)
    return changed
  }
  const set = (position: number, value: unknown) => row((values) => void (values[position] = value))

  it('is distinguished', () => {
    expect(readStoredCandles(content())).not.toBeNull()
  })

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'candles'],
    ['an empty object', {}],
    ['no series', { spans: [] }],
    ['a span that ends before it starts', { ...content(), spans: [[5, 4]] }],
    ['a span of text', { ...content(), spans: [['a', 'b']] }],
    ['an unknown interval', { ...content(), series: [['2m', []]] }],
    [
      'one interval twice',
      {
        ...content(),
        series: [
          ['1m', []],
          ['1m', []]
        ]
      }
    ],
    ['a row too short', row((values) => void values.pop())],
    ['a row too long', row((values) => void values.push(1))],
    ['rows out of order', set(0, 60)],
    ['a start between two seconds', set(0, 61.5)],
    [
      'a start off its interval',
      { ...content(), series: [['1m', [[61, ...content().series[0]![1][0]!.slice(1)]]]] }
    ],
    ['an opening outside of the candle', set(1, -1)],
    ['a close before the opening', set(2, 1)],
    ['a close outside of the candle', set(2, 1_000_000_000)],
    ['no trades', set(3, 0)],
    ['a negative scale', set(4, -1)],
    ['a scale beyond all', set(5, 10_001)],
    ['a fraction of a unit', set(6, 103.5)],
    ['words for a number', set(10, '12a')],
    ['a number beyond doubles', set(10, 2 ** 53)],
    ['null for a number', set(13, null)],
    ['an open above the high', set(6, 104)],
    ['a close below the low', set(9, 102)]
  ])('is refused: %s', (_, wrong) => {
    expect(readStoredCandles(wrong)).toBeNull()
  })
})
