import fc from 'fast-check'
import { expect, it } from 'vitest'
import { logicalRangeOf, timesOf } from '#renderer/panels/chart/range-times'
import { Slots } from '#renderer/panels/chart/slots'
import { ChartCandles } from '#renderer/lib/markets/index'
import { newsOf } from './news'

/** Candles at these minutes; longer times without any are folded. */
function axisOf(minutes: readonly number[], interval: '1m' | '5m' | '1h') {
  const candles = new ChartCandles(20_000, interval)
  candles.apply(
    newsOf(
      minutes.map((minute) => ({ second: minute * 60, price: 100, amount: 1, side: 'buy' })),
      interval
    )
  )
  const slots = new Slots()
  slots.follow(candles, null)
  return slots
}

const minutes = fc
  .array(fc.integer({ min: 1, max: 260 }), { minLength: 1, maxLength: 40 })
  .map((steps) => steps.reduce<number[]>((all, step) => [...all, (all.at(-1) ?? 60_000) + step], []))
const range = fc
  .tuple(fc.double({ min: -300, max: 900, noNaN: true }), fc.double({ min: 1, max: 400, noNaN: true }))
  .map(([from, length]) => ({ from, to: from + length }))

it('leads back to the same slots, and to the same times at another interval', () => {
  fc.assert(
    fc.property(minutes, range, (some, shown) => {
      const own = axisOf(some, '1m')
      const times = timesOf(own, shown)!
      const back = logicalRangeOf(own, times)!
      expect(back.from).toBeCloseTo(shown.from, 4)
      expect(back.to).toBeCloseTo(shown.to, 4)
      for (const interval of ['5m', '1h'] as const) {
        const other = axisOf(some, interval)
        const there = logicalRangeOf(other, times)!
        const again = logicalRangeOf(own, timesOf(other, there)!)!
        // A fold of this axis may be a time of the other one; a candle is never narrower than half the chart.
        const isWide = there.to - there.from > 1.0001
        const isUnfolded = [own, other].every(({ all }) => all.every(({ folded }) => folded === 0))
        if (!isWide || !isUnfolded) continue
        expect(again.from).toBeCloseTo(shown.from, 3)
        expect(again.to).toBeCloseTo(shown.to, 3)
      }
    })
  )
})

it('shows a short time at a long interval around its middle', () => {
  const hours = axisOf([60_000, 60_060, 60_120, 60_180], '1h')
  const start = hours.all[2]!.start
  const { from, to } = logicalRangeOf(hours, { from: start + 600, to: start + 1200 })!
  expect(to - from).toBeCloseTo(1)
  expect((from + to + 1) / 2).toBeCloseTo(2.25)
})

it('knows no times without candles', () => {
  const empty = new Slots()
  expect(timesOf(empty, { from: 0, to: 10 })).toBeNull()
  expect(logicalRangeOf(empty, { from: 0, to: 10 })).toBeNull()
})
