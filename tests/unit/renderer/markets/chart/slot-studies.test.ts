import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import * as v from 'valibot'
import { chartSchema, type ChartSettings } from '#shared/contract/market/panels/chart'
import { formatDecimal, type Decimal } from '#shared/domain/base/decimal'
import { ChartCandle } from '#renderer/lib/markets/candles'
import { ChartModel } from '#renderer/panels/chart/model'
import { smoothed } from '#renderer/panels/chart/studies/average'
import { rsiOf, rsiStep, type Strength } from '#renderer/panels/chart/studies/oscillators'
import { Fraction } from './fraction'
import { amountScale, chartOf, newsOf, priceScale, type Trade } from './news'

const of = (count: number) => new Fraction(BigInt(count))
const ofDecimal = ({ units, scale }: Decimal) => new Fraction(units, 10n ** BigInt(scale))
const tick = new Fraction(1n, 10n ** BigInt(priceScale))
const sum = (all: readonly Fraction[]) => all.reduce((one, other) => one.plus(other), of(0))

interface Bar {
  readonly high: number
  readonly low: number
  readonly close: number
}

/** In the order of time. */
function minutesOf(trades: readonly Trade[]): Trade[][] {
  const minutes = new Map<number, Trade[]>()
  for (const trade of trades) {
    const minute = Math.floor(trade.second / 60)
    minutes.set(minute, [...(minutes.get(minute) ?? []), trade])
  }
  return [...minutes.values()]
}

function barsOf(trades: readonly Trade[]): Bar[] {
  return minutesOf(trades).map((within) => {
    const prices = within.map(({ price }) => price)
    return { high: Math.max(...prices), low: Math.min(...prices), close: prices.at(-1)! }
  })
}

/** The mean of the first values, then `(average × (of − weight) + value × weight) / of`. */
function average(values: readonly Fraction[], period: number, weight: number, all: number): Fraction | null {
  if (values.length < period) return null
  const first = sum(values.slice(0, period)).over(of(period))
  return values.slice(period).reduce(
    (one, value) =>
      one
        .times(of(all - weight))
        .plus(value.times(of(weight)))
        .over(of(all)),
    first
  )
}

function oracle(trades: readonly Trade[], period: number) {
  const bars = barsOf(trades)
  const inTicks = (value: number) => of(value).times(tick)
  const changes = bars.slice(1).map((bar, index) => bar.close - bars[index]!.close)
  const ranges = bars.map(({ high, low }, index) => {
    const last = bars[index - 1]?.close ?? low
    return Math.max(high - low, Math.abs(high - last), Math.abs(low - last))
  })
  const smoothed = (values: readonly number[]) => average(values.map(inTicks), period, 1, period)
  const gains = smoothed(changes.map((change) => Math.max(0, change)))
  const losses = smoothed(changes.map((change) => Math.max(0, -change)))
  const both = gains && losses && gains.plus(losses)
  return {
    ema: average(
      bars.map(({ close }) => inTicks(close)),
      period,
      2,
      period + 1
    ),
    atr: smoothed(ranges),
    rsi: both && (both.above === 0n ? of(50) : gains.times(of(100)).over(both))
  }
}

const settings = (changed: Partial<ChartSettings>) => ({ ...v.parse(chartSchema, {}), ...changed })
const all = (period: number) =>
  settings({
    ema: true,
    atr: true,
    rsi: true,
    emaPeriod: period,
    atrPeriod: period,
    rsiPeriod: period,
    anchor: 0
  })

const trades = fc
  .array(
    fc.record({
      second: fc.integer({ min: 0, max: 60 * 40 }),
      price: fc.integer({ min: 1, max: 5_000_000 }),
      amount: fc.integer({ min: 1, max: 1_000_000 }),
      side: fc.constantFrom('buy' as const, 'sell' as const, 'unknown' as const)
    }),
    { minLength: 1, maxLength: 60 }
  )
  .map((some) => some.toSorted((one, other) => one.second - other.second))

/** A tick of the price has `priceScale` digits; calculations have ten more. */
const rounding = (period: number) =>
  of(period + 1)
    .times(tick)
    .over(of(10 ** 10))

it('averages like exact fractions', () => {
  fc.assert(
    fc.property(trades, fc.integer({ min: 2, max: 9 }), (some, period) => {
      const model = new ChartModel()
      model.slotStudies.choose(all(period))
      model.follow(chartOf(some, '1m'), null, null)
      const last = model.slots.lastCandle
      const exact = oracle(some, period)
      for (const name of ['ema', 'atr', 'rsi'] as const) {
        const study = model.slotStudies.value(name, last)!
        expect(study.value === null, name).toBe(exact[name] === null)
        if (!study.value) continue
        const error = ofDecimal(study.value).minus(exact[name]!).size
        // RSI has two digits.
        const bound = name === 'rsi' ? new Fraction(6n, 1000n) : rounding(period)
        expect(error.isAtMost(bound), name).toBe(true)
      }
    }),
    { numRuns: 150 }
  )
})

it('is as exact for the smallest prices', () => {
  // Closes of a few hundred-millionths: one up, one down.
  const closes = [1234, 1235, 1235, 1234]
  const candles = closes.map(
    (close, minute) => new ChartCandle(Float64Array.of(minute * 60, close, close, close, close), null, 8, 0)
  )
  const strength = candles.reduce<Strength | null>(
    (before, candle) => rsiStep(before, candle, smoothed(3)),
    null
  )
  expect(formatDecimal(rsiOf(strength!))).toBe('50.00')
})

it('has the exact anchored average, and deviations within a thousandth of a tick', () => {
  fc.assert(
    fc.property(trades, fc.integer({ min: 0, max: 2400 }), (some, anchor) => {
      const model = new ChartModel()
      model.slotStudies.choose(settings({ anchor }))
      model.follow(chartOf(some, '1m'), null, null)
      const last = model.slots.lastCandle
      const within = some.filter(({ second }) => Math.floor(second / 60) * 60 + 60 > anchor)
      const bands = model.slotStudies.bands(last, priceScale + 6)
      expect(bands === null).toBe(within.length === 0)
      if (!bands) return
      const minutes = minutesOf(within).map((minute) => {
        const volume = sum(
          minute.map(({ amount }) => new Fraction(BigInt(amount), 10n ** BigInt(amountScale)))
        )
        const notional = sum(
          minute.map(({ price, amount }) =>
            of(price)
              .times(tick)
              .times(new Fraction(BigInt(amount), 10n ** BigInt(amountScale)))
          )
        )
        return { volume, mean: notional.over(volume) }
      })
      const volume = sum(minutes.map((minute) => minute.volume))
      const vwap = sum(minutes.map((minute) => minute.mean.times(minute.volume))).over(volume)
      const variance = sum(
        minutes.map((minute) => {
          const apart = minute.mean.minus(vwap)
          return apart.times(apart).times(minute.volume)
        })
      ).over(volume)
      const half = tick.over(of(2 * 10 ** 6))
      expect(ofDecimal(bands.vwap).minus(vwap).size.isAtMost(half)).toBe(true)
      const deviation = ofDecimal(bands.deviation)
      const slack = tick.over(of(1000))
      const [low, high] = [deviation.minus(slack), deviation.plus(slack)]
      expect(low.above < 0n || low.times(low).isAtMost(variance)).toBe(true)
      expect(variance.isAtMost(high.times(high))).toBe(true)
    }),
    { numRuns: 150 }
  )
})

it('gives the same in steps as at once', () => {
  fc.assert(
    fc.property(trades, fc.array(fc.integer({ min: 1, max: 59 }), { maxLength: 5 }), (some, cuts) => {
      const stepwise = new ChartModel()
      stepwise.slotStudies.choose(all(3))
      const candles = chartOf(some.slice(0, 1), '1m')
      for (const cut of [...cuts.toSorted((one, other) => one - other), some.length]) {
        candles.apply(newsOf(some.slice(0, Math.max(1, cut)), '1m', { fresh: false }))
        stepwise.follow(candles, null, null)
      }
      const whole = new ChartModel()
      whole.slotStudies.choose(all(3))
      whole.follow(chartOf(some, '1m'), null, null)
      whole.slots.all.forEach((_, index) => {
        for (const name of ['ema', 'atr', 'rsi'] as const)
          expect(stepwise.slotStudies.value(name, index)).toEqual(whole.slotStudies.value(name, index))
        expect(stepwise.slotStudies.sums(index)).toEqual(whole.slotStudies.sums(index))
      })
    }),
    { numRuns: 60 }
  )
})

const steady = (count: number, from = 0): Trade[] =>
  Array.from({ length: count }, (_, minute) => ({
    second: from + minute * 60,
    price: 100 + (minute % 7),
    amount: 1,
    side: 'buy'
  }))

it('reads only the candles that changed', () => {
  const model = new ChartModel()
  model.slotStudies.choose(all(14))
  const candles = chartOf(steady(1500), '1m')
  model.follow(candles, null, null)
  const read = vi.spyOn(ChartCandle.prototype, 'decimal')
  candles.apply(
    newsOf([...steady(1500).slice(-1), { second: 1499 * 60 + 1, price: 120, amount: 1, side: 'buy' }], '1m', {
      fresh: false
    })
  )
  model.follow(candles, null, null)
  const perTick = read.mock.calls.length
  read.mockRestore()
  expect(perTick).toBeGreaterThan(0)
  expect(perTick).toBeLessThan(20)
})

it('begins again after a gap, and says how many candles are there', () => {
  const gap = [0, 600, 1200, Infinity].map((seconds) => seconds * 1000)
  const model = new ChartModel()
  model.slotStudies.choose(all(5))
  model.follow(chartOf([...steady(10), ...steady(10, 1200)], '1m', { watched: gap }), null, null)
  const { slotStudies } = model
  expect(slotStudies.value('ema', 9)?.value).not.toBeNull()
  for (let index = 10; index < 20; index += 1) expect(slotStudies.value('ema', index)).toBeNull()
  expect(slotStudies.value('ema', 23)).toEqual({ value: null, count: 4, needed: 5 })
  expect(slotStudies.value('rsi', 24)).toEqual({ value: null, count: 5, needed: 6 })
  expect(slotStudies.value('ema', 24)?.value).not.toBeNull()
  expect(slotStudies.sums(9)?.isPartial).toBe(false)
  expect(slotStudies.sums(24)?.isPartial).toBe(true)
})

it('continues through time without trades', () => {
  const model = new ChartModel()
  model.slotStudies.choose(all(5))
  model.follow(chartOf([...steady(10), ...steady(1, 1200)], '1m'), null, null)
  const { slotStudies } = model
  expect(slotStudies.value('ema', 15)).toEqual(slotStudies.value('ema', 9))
  expect(slotStudies.sums(20)?.isPartial).toBe(false)
})
