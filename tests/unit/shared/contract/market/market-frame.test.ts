import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packMarketFrame, readMarketFrame } from '#shared/contract/market/market-frame'
import {
  bestWidth,
  candleWidth,
  costWidth,
  heatWidth,
  levelWidth,
  statisticNames,
  tradeWidth,
  type Figures,
  type MarketNews,
  type StatisticsNews
} from '#shared/contract/market/market-news'
import { bookStates } from '#shared/contract/market/markets'
import { intervals } from '#shared/domain/market/candles/index'

const anyNumber = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }),
  fc.maxSafeInteger(),
  fc.double({ noDefaultInfinity: true }),
  fc.constantFrom(0, NaN)
)
const scale = fc.integer({ min: 0, max: 40 })
const count = fc.integer({ min: 0, max: 1e9 })

/** Some with exact text. */
const figures = (cells: number): fc.Arbitrary<Figures> =>
  fc
    .tuple(
      fc.array(anyNumber, { minLength: cells, maxLength: cells }),
      fc.dictionary(fc.nat(Math.max(0, cells - 1)).map(String), fc.stringMatching(/^-?\d{17,40}$/), {
        maxKeys: cells > 0 ? 3 : 0
      })
    )
    .map(([values, texts]) => {
      const exact = new Map(Object.entries(texts).map(([cell, text]) => [Number(cell), text]))
      return { values: Float64Array.from(values), exact: exact.size > 0 ? exact : null }
    })

const book = fc.tuple(fc.nat(6), fc.nat(6)).chain(([bids, asks]) =>
  fc
    .tuple(
      fc.record({
        priceScale: scale,
        tick: count,
        amountScale: scale,
        bids: fc.constant(bids),
        asks: fc.constant(asks),
        allBids: count,
        allAsks: count
      }),
      figures(bestWidth + (bids + asks) * levelWidth)
    )
    .map(([head, cells]) => ({ ...head, ...cells }))
)
const trades = fc.nat(8).chain((rows) =>
  fc
    .tuple(
      fc.record({
        priceScale: scale,
        amountScale: scale,
        fresh: fc.boolean(),
        skipped: count,
        move: fc.constantFrom(-1, 0, 1)
      }),
      figures(rows * tradeWidth)
    )
    .map(([head, cells]) => ({ ...head, ...cells }))
)
const watched = fc.option(fc.array(anyNumber, { maxLength: 6 }).map((times) => Float64Array.from(times)))
const candles = fc.nat(5).chain((rows) =>
  fc
    .tuple(
      fc.record({
        interval: fc.constantFrom(...intervals),
        priceScale: scale,
        amountScale: scale,
        fresh: fc.boolean(),
        watched,
        steps: watched
      }),
      figures(rows * candleWidth)
    )
    .map(([head, cells]) => ({ ...head, ...cells }))
)
const span: fc.Arbitrary<StatisticsNews> = fc
  .tuple(
    fc.record({
      trades: count,
      from: count,
      to: count,
      since: fc.option(count),
      complete: fc.boolean(),
      move: fc.integer({ min: -1, max: 1 }),
      scales: fc.uint8Array({ minLength: statisticNames.length, maxLength: statisticNames.length })
    }),
    figures(statisticNames.length)
  )
  .map(([head, cells]) => ({ ...head, ...cells }))

const heat = fc.nat(3).chain((columns) =>
  fc.record({
    interval: fc.constantFrom(...intervals),
    fresh: fc.boolean(),
    values: fc
      .array(anyNumber, { minLength: columns * heatWidth, maxLength: columns * heatWidth })
      .map((cells) => Float64Array.from(cells))
  })
)

const cost = fc
  .tuple(fc.uint8Array({ minLength: costWidth, maxLength: costWidth }), figures(costWidth))
  .map(([scales, cells]) => ({ scales, ...cells }))

const news: fc.Arbitrary<MarketNews> = fc.record({
  interest: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
  state: fc.constantFrom(...bookStates),
  since: count,
  reason: fc.option(fc.string()),
  crossed: fc.boolean(),
  reset: fc.boolean(),
  version: fc.integer({ min: -1, max: 1e12 }),
  bookAge: fc.option(fc.double({ min: 0, max: 1e9, noNaN: true })),
  tradeAge: fc.option(fc.double({ min: 0, max: 1e9, noNaN: true })),
  book: fc.option(book),
  trades: fc.option(trades),
  candles: fc.option(candles),
  statistics: fc.option(fc.record({ lastDay: span, session: span })),
  // A heat column has a hundred cells.
  heat: fc.option(heat, { freq: 2 }),
  cost: fc.option(cost)
})

test('reads back a frame, after transfer too', () => {
  fc.assert(
    fc.property(fc.array(news, { maxLength: 5 }), count, (all, builtAt) => {
      const frame = packMarketFrame(all, builtAt)
      const read = readMarketFrame(frame)
      expect(read).toEqual({ builtAt, news: all })
      expect(isDeepStrictEqual(readMarketFrame(structuredClone(frame)), read)).toBe(true)
    }),
    { numRuns: 250 }
  )
})

test('contains no memory beyond its data', () => {
  fc.assert(
    fc.property(fc.array(news, { maxLength: 3 }), (all) => {
      const { numbers } = packMarketFrame(all, 1)
      expect(numbers.buffer.byteLength).toBe(numbers.byteLength)
    })
  )
})

test('throws for a truncated frame', () => {
  const [one] = fc.sample(
    news.filter(({ book: levels }) => levels !== null),
    1
  )
  const frame = packMarketFrame([one!], 1)
  const cut = { ...frame, numbers: frame.numbers.slice(0, 6) }
  expect(() => readMarketFrame(cut)).toThrow('ends too early')
})
