import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatDecimal } from '#shared/domain/base/decimal'
import type { Interval } from '#shared/domain/market/candles/intervals'
import { ChartModel } from '#renderer/panels/chart/model'
import { deltaPoint, vwapPoint } from '#renderer/panels/chart/points'
import { seenShare } from '#renderer/panels/chart/seen'
import { vwapOf } from '#renderer/panels/chart/sums'
import { amountScale, chartOf, newsOf, priceScale, type Trade } from './news'

const day = 86_400
const midnight = 20_000 * day

const trade = (from: number, to: number): fc.Arbitrary<Trade> =>
  fc.record({
    second: fc.integer({ min: from, max: to }),
    price: fc.integer({ min: 1, max: 10_000_000 }),
    amount: fc.integer({ min: 1, max: 1_000_000 }),
    side: fc.constantFrom('buy', 'sell', 'unknown')
  })

/** Exact sums of the UTC day. */
function oracle(trades: readonly Trade[], start: number, length: number) {
  const session = Math.floor(start / day) * day
  const within = trades.filter(({ second }) => second >= session && second < start + length)
  const notional = within.reduce((sum, { price, amount }) => sum + BigInt(price) * BigInt(amount), 0n)
  const volume = within.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  const delta = within.reduce(
    (sum, { amount, side }) => sum + BigInt(side === 'buy' ? amount : side === 'sell' ? -amount : 0),
    0n
  )
  // Two digits finer than the prices, rounded half up.
  const vwap = volume === 0n ? null : (200n * notional + volume) / (2n * volume)
  return { vwap, delta }
}

function expectTruth(model: ChartModel, trades: readonly Trade[], length: number) {
  for (const [index, { start, candle }] of model.slots.all.entries()) {
    if (!candle) continue
    const sums = model.studies.sums[index]!
    const { vwap, delta } = oracle(trades, start, length)
    expect(formatDecimal(vwapOf(sums, priceScale)!)).toBe(
      formatDecimal({ units: vwap!, scale: priceScale + 2 })
    )
    expect(sums.delta.units).toBe(delta * 10n ** BigInt(sums.delta.scale - amountScale))
  }
}

it.each(['1m', '15m', '4h'] as const)('cumulates %s candles from 00:00 UTC', (interval: Interval) => {
  const length = { '1m': 60, '15m': 900, '4h': 14_400 }[interval as '1m']
  fc.assert(
    fc.property(
      fc.array(trade(midnight, midnight + day + 5000), { minLength: 1, maxLength: 30 }),
      (trades) => {
        trades.sort((one, other) => one.second - other.second)
        const model = new ChartModel()
        model.follow(chartOf(trades, interval), null, null)
        expectTruth(model, trades, length)
      }
    ),
    { numRuns: 40 }
  )
})

it('completes shorter candles with minute candles', () => {
  fc.assert(
    fc.property(
      fc.array(trade(midnight + 40_000, midnight + 40_300), { minLength: 1, maxLength: 20 }),
      fc.array(trade(midnight, midnight + 39_959), { maxLength: 20 }),
      fc.integer({ min: 0, max: 20 }),
      (late, early, cut) => {
        const trades = [...early, ...late].sort((one, other) => one.second - other.second)
        const model = new ChartModel()
        const minutes = chartOf(trades, '1m')
        // In parts, with the same result.
        const first = late.slice(0, cut).sort((one, other) => one.second - other.second)
        const seconds = chartOf(first, '1s')
        model.follow(seconds, chartOf([...early, ...first], '1m'), null)
        seconds.apply(
          newsOf(
            late.toSorted((one, other) => one.second - other.second),
            '1s',
            { fresh: false }
          )
        )
        model.follow(seconds, minutes, null)
        expectTruth(model, trades, 1)
      }
    ),
    { numRuns: 60 }
  )
})

it('is unknown within a partial minute', () => {
  const from = midnight + 600
  const trades = Array.from({ length: 2000 }, (_, index): Trade => ({
    second: from + 30 + index,
    price: 100,
    amount: 1,
    side: 'buy'
  }))
  const model = new ChartModel()
  model.follow(chartOf(trades, '1s'), chartOf(trades, '1m'), null)
  expect(model.studies.sums.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => null))
  expect(model.studies.sums[30]).not.toBeNull()
})

it('recomputes after a change of an earlier minute', () => {
  const shown: Trade[] = [{ second: midnight + 600, price: 100, amount: 1000, side: 'buy' }]
  const late: Trade = { second: midnight + 5, price: 300, amount: 1000, side: 'sell' }
  const before: Trade = { second: midnight + 70, price: 100, amount: 1000, side: 'unknown' }
  const model = new ChartModel()
  const seconds = chartOf(shown, '1s')
  const minutes = chartOf([before, ...shown], '1m')
  model.follow(seconds, minutes, null)
  expectTruth(model, [before, ...shown], 1)
  minutes.apply(newsOf([late], '1m', { fresh: false }))
  expect(model.follow(seconds, minutes, null)).toEqual({ fresh: false, from: 0 })
  expectTruth(model, [late, before, ...shown], 1)
})

it('draws no line of VWAP or CVD across time that was not recorded', () => {
  const minutes = fc.integer({ min: 0, max: 900 })
  fc.assert(
    fc.property(
      fc.uniqueArray(minutes, { minLength: 2, maxLength: 6 }),
      fc.uniqueArray(minutes, { minLength: 2, maxLength: 8 }),
      (cuts, traded) => {
        const spans = cuts
          .toSorted((one, other) => one - other)
          .slice(0, cuts.length - (cuts.length % 2))
          .map((cut) => (midnight + cut * 60 + 30) * 1000)
        const trades = traded
          .toSorted((one, other) => one - other)
          .map((at): Trade => ({ second: midnight + at * 60, price: 100, amount: 1, side: 'buy' }))
        const model = new ChartModel()
        model.follow(chartOf(trades, '1m', { watched: spans }), null, midnight * 1000 + day * 1000)
        const { slots, studies } = model
        for (const point of [vwapPoint, deltaPoint]) {
          let last = -1
          for (const [index, { start, candle }] of slots.all.entries()) {
            const { value, begins } = point(slots, studies.sums, index)
            if (value === undefined) continue
            const from = slots.all[last]
            last = index
            if (begins || !from) continue
            // Each minute from one point to the next was recorded, or has trades.
            const length = slots.seconds
            for (let at = from.start + length; at <= start; at += length) {
              if (at === start && candle) continue
              expect(seenShare(Float64Array.from(spans), at * 1000, (at + length) * 1000)).toBe('whole')
            }
          }
        }
      }
    )
  )
})
