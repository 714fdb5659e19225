import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDecimal } from '#shared/domain/base/decimal'
import { Book } from '#shared/domain/market/book/index'
import { intervals, intervalSeconds } from '#shared/domain/market/candles/index'
import { HeatBook, heatBins } from '#shared/domain/market/heat/index'
import type { BookMessage } from '#shared/domain/market/messages'
import { typical, Feed, type Habits } from '../feed'
import { OracleBook } from '../oracle'
import { columnsOf, expectColumns, seenOf, type Seen } from './truth'

const beginning = Date.UTC(2026, 10, 21, 11, 59, 30)

const kinds: readonly (Habits & { readonly steady?: boolean })[] = [
  { ...typical, steady: true },
  { ...typical, name: 'cheap', steady: true, price: 11_021n, priceScale: 5, depth: 400, spacing: 3 },
  { ...typical, name: 'coarse', steady: true, price: 400n, priceScale: 1, tick: 5n, depth: 30, spacing: 1 },
  { ...typical, name: 'sparse', depth: 40, spacing: 3000, strays: 20 },
  { ...typical, name: 'padded and finer', steady: true, padded: 300, finer: 100 },
  { ...typical, name: 'long', long: 40, depth: 20 }
]

const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ wait: fc.integer({ min: 200, max: 1990 }), live: fc.constant(true) }) },
  { weight: 1, arbitrary: fc.record({ wait: fc.integer({ min: 1, max: 400_000 }), live: fc.boolean() }) }
)

it.each(kinds)('matches a slow exact count: $name', (habits) => {
  fc.assert(
    fc.property(fc.nat(1e6), fc.array(step, { minLength: 20, maxLength: 60 }), (seed, steps) => {
      const feed = new Feed(habits, seed)
      const book = new Book()
      const oracle = new OracleBook()
      const heat = new HeatBook()
      const seen: Seen[] = []
      let time = beginning
      let looked: number | null = null
      const apply = (message: BookMessage) => {
        if (message.snapshot) book.replaceExact(message)
        else book.updateExact(message)
        oracle.apply(message)
      }
      apply(feed.snapshot())
      for (const { wait, live } of steps) {
        apply(feed.next())
        time += wait
        if (!live || oracle.bids.count + oracle.asks.count === 0) {
          heat.pause()
          looked = null
          continue
        }
        heat.look(book, time)
        if (looked !== null) seen.push(seenOf(oracle, Math.max(looked, time - 2000), time))
        looked = time
      }
      expectColumns(heat, seen, habits.steady ?? false)
    }),
    { numRuns: 8 }
  )
})

const decimal = (text: string) => parseDecimal(text)!
const bookOf = (...levels: readonly (readonly [bid: string, ask: string, size?: string])[]) => {
  const book = new Book()
  const side = (at: 0 | 1) =>
    levels.map((level) => ({ price: decimal(level[at]), amount: decimal(level[2] ?? '1') }))
  book.replaceExact({ kind: 'book', market: 'M', snapshot: true, time: 0n, bids: side(0), asks: side(1) })
  return book
}
/** Once a second. */
function watch(heat: HeatBook, book: Book, from: number, seconds: number): void {
  for (let second = 0; second <= seconds; second += 1) heat.look(book, from + second * 1000)
}

describe('heat time', () => {
  it('is known between two samples only', () => {
    const heat = new HeatBook()
    const book = bookOf(['100.00', '100.01'])
    heat.look(book, beginning + 300)
    expect(intervals.map((interval) => heat.tier(interval).count)).toEqual(intervals.map(() => 0))
    heat.look(book, beginning + 1200)
    expect(columnsOf(heat, '1s').map(({ start, seen }) => [start * 1000 - beginning, seen])).toEqual([
      [0, 0.7],
      [1000, 0.2]
    ])
    expect(columnsOf(heat, '1m')[0]!.seen).toBeCloseTo(0.9 / 60)
  })

  it('excludes time not live or not sampled', () => {
    const heat = new HeatBook()
    const book = bookOf(['100.00', '100.01'])
    watch(heat, book, beginning, 3)
    heat.pause()
    watch(heat, book, beginning + 20_000, 2)
    heat.look(book, beginning + 40_000)
    const starts = columnsOf(heat, '1s').map(({ start }) => start - beginning / 1000)
    expect(starts).toEqual([0, 1, 2, 20, 21, 38, 39])
  })

  it('restarts when the clock is set back', () => {
    const heat = new HeatBook()
    const book = bookOf(['100.00', '100.01'])
    watch(heat, book, beginning, 10)
    for (const step of [9500, 8000, 10_400, 11_000]) heat.look(book, beginning + step)
    const columns = columnsOf(heat, '1s')
    expect(columns.map(({ start }) => start)).toEqual([...new Set(columns.map(({ start }) => start))].sort())
    expect(columns.every(({ seen }) => seen <= 1)).toBe(true)
    const { era } = heat
    watch(heat, book, beginning - 3_600_000, 2)
    expect(heat.era).toBe(era + 1)
    expect(columnsOf(heat, '1s').map(({ start }) => start)).toEqual([
      beginning / 1000 - 3600,
      beginning / 1000 - 3599
    ])
  })
})

describe('heat bins', () => {
  it('stay on one grid around the market', () => {
    const heat = new HeatBook()
    let time = beginning
    for (let move = 0; move < 12; move += 1) {
      const bid = (64_000 + move * 20).toFixed(2)
      const ask = (64_000 + move * 20 + 0.5).toFixed(2)
      heat.look(bookOf([bid, ask], ['63995.00', '64240.00', '7']), (time += 1000))
    }
    const columns = columnsOf(heat, '1s')
    expect(new Set(columns.map(({ bin }) => bin))).toEqual(new Set([5]))
    for (const { first, bid, ask, sizes } of columns) {
      expect(sizes[Math.floor(bid / 5) - first]).toBeGreaterThan(0)
      expect(sizes[Math.floor(ask / 5) - first]).toBeGreaterThan(0)
      if (ask < 64_240) expect(sizes[64_240 / 5 - first]).toBeCloseTo(7, 1)
    }
  })

  it('match the market’s steps and price', () => {
    const heat = new HeatBook()
    watch(heat, bookOf(['20.0', '20.5'], ['19.5', '21.0']), beginning, 3)
    expect(columnsOf(heat, '1s').at(-1)).toMatchObject({ bin: 0.5, first: 40 - heatBins / 2 })
    heat.pause()
    watch(heat, bookOf(['2000000', '2000100'], ['1999900', '2000200']), beginning + 10_000, 3)
    expect(columnsOf(heat, '1s').map(({ bin }) => bin)).toEqual([0.5, 0.5, 0.5, 100, 100, 100])
    // A column has a single bin height.
    expect(columnsOf(heat, '1m').at(-1)!.seen).toBeCloseTo(3 / 60)
  })

  it('are smaller for shallow books', () => {
    const heat = new HeatBook()
    const level = (away: number) => [(64_000 - away).toFixed(2), (64_000.24 + away).toFixed(2)] as const
    watch(heat, bookOf(...Array.from({ length: 200 }, (_, index) => level(index * 0.11))), beginning, 3)
    const [column] = columnsOf(heat, '15s')
    expect(column!.bin).toBe(1)
    expect([...column!.sizes].filter((size) => size > 0).length).toBeGreaterThan(40)
    // A far stray is ignored.
    const strays = [level(9000), level(20_000)]
    heat.clear()
    watch(
      heat,
      bookOf(...Array.from({ length: 200 }, (_, index) => level(index * 0.11)), ...strays),
      beginning,
      3
    )
    expect(columnsOf(heat, '15s')[0]!.bin).toBe(1)
  })

  it('are finer in short columns, but no finer than the market’s step', () => {
    const away = (step: number) => (level: number) =>
      [(64_000 - level * step).toFixed(2), (64_000 + (level + 1) * step).toFixed(2)] as const
    const binsOf = (step: number, levels: number) => {
      const heat = new HeatBook()
      watch(heat, bookOf(...Array.from({ length: levels }, (_, level) => away(step)(level))), beginning, 3)
      return (['1s', '5s', '15s', '1m', '5m'] as const).map((interval) => columnsOf(heat, interval)[0]!.bin)
    }
    expect(binsOf(0.25, 3000)).toEqual([1, 1, 5, 5, 20])
    expect(binsOf(2, 400)).toEqual([2, 2, 5, 5, 20])
    expect(binsOf(10, 100)).toEqual([10, 10, 10, 10, 50])
  })

  it('count observed time and follow the market', () => {
    const heat = new HeatBook()
    watch(heat, bookOf(['100.00', '100.01'], ['99.36', '100.02', '5']), beginning, 2)
    watch(heat, bookOf(['100.20', '100.21'], ['99.36', '100.22', '3']), beginning + 3000, 0)
    const column = columnsOf(heat, '1m')[0]!
    expect(column).toMatchObject({ bin: 0.01, first: 9936, seen: 3 / 60 })
    expect(column.sizes[0]).toBeCloseTo(5, 6)
    expect(column.sizes[10_002 - column.first]).toBeCloseTo(10 / 3, 6)
    watch(heat, bookOf(['101.80', '101.81']), beginning + 4000, 0)
    const moved = columnsOf(heat, '1m')[0]!
    expect(moved.first).toBe(10_180 - heatBins / 2)
    expect(moved.sizes[10_180 - moved.first]).toBeCloseTo(1, 6)
    expect([...moved.sizes].filter((size) => size > 0)).toHaveLength(2)
  })
})

describe('heat memory', () => {
  it('stays below 1.65 MB per market', () => {
    const heat = new HeatBook()
    const book = bookOf(['100.00', '100.01'])
    // One sample per column.
    for (const interval of intervals) {
      const length = intervalSeconds[interval] * 1000
      const columns = 2000
      const from = beginning + intervals.indexOf(interval) * 40_000 * 86_400_000
      for (let column = 0; column < columns; column += 1) {
        heat.pause()
        heat.look(book, from + column * length)
        heat.look(book, from + column * length + 900)
      }
    }
    expect(heat.bytes).toBeLessThanOrEqual(1.65 * 2 ** 20)
    for (const interval of intervals) {
      const starts = columnsOf(heat, interval).map(({ start }) => start)
      expect(starts).toEqual([...starts].sort((one, other) => one - other))
      expect(heat.tier(interval).indexFrom(starts[5]!)).toBe(5)
      expect(heat.tier(interval).indexFrom(starts[5]! + 1)).toBe(6)
    }
    expect(heat.tier('1m').count).toBe(1440)
  })

  it('is small before the first sample', () => {
    expect(new HeatBook().bytes).toBe(0)
  })
})
