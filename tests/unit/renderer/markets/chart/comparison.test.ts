import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { formatDecimal, type Decimal } from '#shared/domain/base/decimal'
import { ChartCandle } from '#renderer/lib/markets/candles'
import { ChartModel } from '#renderer/panels/chart/model'
import { comparedCells, comparedColumns, comparedFigures } from '#renderer/panels/chart/compare/texts'
import { chartOf, newsOf, priceScale, type Trade } from './news'

const trades = fc
  .array(
    fc.record({
      second: fc.integer({ min: 0, max: 1800 }),
      price: fc.integer({ min: 1, max: 5_000_000 }),
      amount: fc.constant(1),
      side: fc.constant('buy' as const)
    }),
    { minLength: 1, maxLength: 30 }
  )
  .map((some) => some.toSorted((one, other) => one.second - other.second))

/** The last price before the end of a minute, in units. */
const closeAt = (some: readonly Trade[], start: number) =>
  some.findLast(({ second }) => second < start + 60)?.price ?? null

const unitsOf = (value: Decimal | null, scale: number) =>
  value && value.units * 10n ** BigInt(scale - value.scale)

function expectTruth(model: ChartModel, own: readonly Trade[], other: readonly Trade[], since: number) {
  const { all } = model.slots
  const start = all[0]!.start
  // Before its first minute on the axis, the other market's price is unknown.
  const shown = other.filter(({ second }) => second >= start)
  const base = all.slice(since).find((slot) => closeAt(shown, slot.start) !== null)
  all.forEach((slot, index) => {
    const [mine, its] = [closeAt(own, slot.start), closeAt(shown, slot.start)]
    expect(unitsOf(model.comparison.at(index).other, priceScale)).toBe(its === null ? null : BigInt(its))
    const spread = mine === null || its === null ? null : BigInt(mine - its)
    expect(unitsOf(model.comparison.spread(index), priceScale)).toBe(spread)
    const percent = model.comparison.percent('other', index, since)
    const first = base && closeAt(shown, base.start)
    if (!first || its === null || slot.start < base.start) return expect(percent).toBeNull()
    // Within a rounded half of a thousandth.
    const error = BigInt(percent!.units) * BigInt(first) - BigInt(its - first) * 100_000n
    expect(2n * (error < 0n ? -error : error) <= BigInt(first)).toBe(true)
  })
}

it('compares the last prices exactly, in steps as at once', () => {
  fc.assert(
    fc.property(trades, trades, fc.nat(30), fc.nat(30), fc.nat(20), (own, other, cut, cutOther, since) => {
      const model = new ChartModel()
      const candles = chartOf(own.slice(0, Math.max(1, cut)), '1m')
      const others = chartOf(other.slice(0, Math.max(1, cutOther)), '1m')
      model.other = others
      model.follow(candles, null, null)
      candles.apply(newsOf(own, '1m', { fresh: false }))
      model.follow(candles, null, null)
      others.apply(newsOf(other, '1m', { fresh: false }))
      model.follow(candles, null, null)
      expectTruth(model, own, other, Math.min(since, model.slots.all.length - 1))
    }),
    { numRuns: 80 }
  )
})

const each = (price: number, minutes: readonly number[]): Trade[] =>
  minutes.map((minute) => ({ second: minute * 60, price: price + minute, amount: 1, side: 'buy' }))

it('has no price over a gap of either market', () => {
  const model = new ChartModel()
  const watched = [0, 180_000, 360_000, Infinity]
  model.other = chartOf(each(200, [0, 1, 2, 7]), '1m', { watched })
  model.follow(chartOf(each(100, [0, 1, 2, 3, 4, 5, 6, 7]), '1m'), null, null)
  const spreads = model.slots.all.map((_, index) => model.comparison.spread(index))
  expect(spreads.map((spread) => spread && formatDecimal(spread))).toEqual([
    '-1.00',
    '-1.00',
    '-1.00',
    null,
    null,
    null,
    null,
    '-1.00'
  ])
})

it('has the last price of the other market from time that is folded', () => {
  const model = new ChartModel()
  model.other = chartOf(each(200, [0, 300]), '1m')
  model.follow(chartOf(each(100, [0, 600]), '1m'), null, null)
  const { all } = model.slots
  expect(all.some(({ folded }) => folded > 0)).toBe(true)
  expect(all.some(({ start }) => start === 300 * 60)).toBe(false)
  expectTruth(model, each(100, [0, 600]), each(200, [0, 300]), 0)
  // Unless it was not recorded after that trade.
  const watched = [0, 400 * 60_000, 500 * 60_000, Infinity]
  const gapped = new ChartModel()
  gapped.other = chartOf(each(200, [0, 300]), '1m', { watched })
  gapped.follow(chartOf(each(100, [0, 600]), '1m'), null, null)
  expect(gapped.comparison.spread(gapped.slots.lastCandle)).toBeNull()
})

it('reads only candles that changed', () => {
  const model = new ChartModel()
  const minutes = Array.from({ length: 1000 }, (_, minute) => minute)
  const candles = chartOf(each(100, minutes), '1m')
  const others = chartOf(each(200, minutes), '1m')
  model.other = others
  model.follow(candles, null, null)
  const read = vi.spyOn(ChartCandle.prototype, 'decimal')
  others.apply(newsOf(each(300, [999]), '1m', { fresh: false }))
  expect(model.follow(candles, null, null)).toEqual({ fresh: false, from: 999 })
  expect(read.mock.calls.length).toBeLessThan(20)
  read.mockRestore()
})

it('names both markets in the legend and the table', () => {
  const model = new ChartModel()
  model.other = chartOf(each(50, [0, 1]), '1m')
  model.follow(chartOf(each(100, [0, 1]), '1m'), null, null)
  const format = { numbers: '1,234.56', clock: 'utc', now: 0 } as const
  const shown = (compareAs: 'percent' | 'ratio' | 'spread') => {
    model.compared = { own: 'BTCUSD', other: 'ETHUSD', compareAs, since: 0, refusal: null }
    return {
      legend: comparedFigures(model, 1, format).map(({ name, text }) => `${name} ${text}`),
      table: comparedColumns(model).map((column, index) => `${column} ${comparedCells(model, 1)[index]}`)
    }
  }
  model.compared = { own: 'BTCUSD', other: 'ETHUSD', compareAs: 'percent', since: 0, refusal: null }
  // The legend tells its figures apart by their titles.
  expect(new Set(comparedFigures(model, 1, format).map(({ title }) => title)).size).toBe(2)
  expect(shown('percent')).toEqual({
    legend: ['BTCUSD +1.000%', 'ETHUSD +2.000%'],
    table: ['ETHUSD close 0.51', 'BTCUSD % 1.000', 'ETHUSD % 2.000']
  })
  expect(shown('ratio').legend).toEqual(['BTCUSD/ETHUSD 1.980392'])
  expect(shown('spread')).toEqual({
    legend: ['BTCUSD−ETHUSD 0.50'],
    table: ['ETHUSD close 0.51', 'BTCUSD−ETHUSD 0.50']
  })
})

it('says that the service declined the other market', () => {
  const model = new ChartModel()
  model.follow(chartOf(each(100, [0, 1]), '1m'), null, null)
  const format = { numbers: '1,234.56', clock: 'utc', now: 0 } as const
  for (const [compareAs, legend] of [
    ['percent', ['BTCUSD +1.000%', 'NOSUCH Declined']],
    ['ratio', ['BTCUSD/NOSUCH Declined']]
  ] as const) {
    model.compared = { own: 'BTCUSD', other: 'NOSUCH', compareAs, since: 0, refusal: 'Declined' }
    expect(comparedFigures(model, 1, format).map(({ name, text }) => `${name} ${text}`)).toEqual(legend)
  }
})
