import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReportChart } from '#shared/contract/recording/printing'
import {
  axisOf,
  bandPath,
  barsOf,
  placesOf,
  runsOf,
  scaleOf,
  slotAt,
  stepsPath,
  ticksOf
} from '#renderer/app/analysis/chart'
import { withNow } from '#renderer/app/analysis/report-chart'

const shape = { width: 700, height: 200 }
const chart = { from: 0, to: 4, slots: Array.from({ length: 10 }) }
const scale = scaleOf(chart, shape)
/** As decimals have them. */
const figure = fc.integer({ min: -1e12, max: 1e12 }).map((units) => units / 1e6)

test('an axis has round, distinct labels around all values', () => {
  fc.assert(
    fc.property(fc.array(fc.option(figure), { minLength: 1 }), fc.boolean(), (values, zero) => {
      const axis = axisOf(values, { zero })
      const known = values.filter((value) => value !== null)
      for (const value of known) {
        expect(value).toBeGreaterThanOrEqual(axis.from - axis.step * 1e-6)
        expect(value).toBeLessThanOrEqual(axis.to + axis.step * 1e-6)
      }
      if (zero && known.length > 0) expect(axis.from).toBeLessThanOrEqual(0)
      const ticks = ticksOf(axis)
      expect(ticks.length).toBeLessThanOrEqual(10)
      if (axis.step < 1e-9) return
      expect(new Set(ticks.map((tick) => tick.toFixed(placesOf(axis.step)))).size).toBe(ticks.length)
    })
  )
})

type AxisOfChart = Pick<ReportChart, 'from' | 'to' | 'ticks' | 'now'>

test('an axis reaches the current figure, and keeps its own values', () => {
  fc.assert(
    fc.property(fc.array(figure, { minLength: 1 }), figure, (values, value) => {
      const known: AxisOfChart = { ...axisOf(values, { zero: true }), ticks: [], now: null }
      const { from, to, now } = withNow(known, { value, label: '' }, '1,234.56')
      const slack = (to - from) * 1e-6
      for (const each of [...values, value]) {
        expect(each).toBeGreaterThanOrEqual(from - slack)
        expect(each).toBeLessThanOrEqual(to + slack)
      }
      expect(now?.value).toBe(value)
      expect(withNow(known, null, '1,234.56')).toEqual(known)
    })
  )
})

test('nothing is drawn across a slot without a value', () => {
  const values = [1, 2, null, 3, null, null, 4, 4, 4, 4]
  const path = stepsPath(values, scale)
  expect(path.match(/M/g)).toHaveLength(3)
  const [x, y] = [scale.x(3).toFixed(1), scale.y(3).toFixed(1)]
  expect(path).toContain(`M${x} ${y}L${scale.x(4).toFixed(1)} ${y}`)
  expect(bandPath(values, values, scale).match(/Z/g)).toHaveLength(3)
})

test('runs are the slots that meet a condition', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean()), (meets) => {
      const runs = runsOf(meets.length, (index) => meets[index]!)
      const covered = meets.map((_meets, index) => runs.some(([from, to]) => index >= from && index < to))
      expect(covered).toEqual(meets)
      for (const [index, [from]] of runs.entries())
        if (index > 0) expect(from).toBeGreaterThan(runs[index - 1]![1])
    })
  )
})

test('bars are stacked, and a point belongs to one slot', () => {
  const bars = [
    { name: 'a', ink: 'warning' as const, values: [1, 0] },
    { name: 'b', ink: 'bad' as const, values: [2, null] }
  ]
  const slots = [
    { label: '', partial: false },
    { label: '', partial: false }
  ]
  const wide = scaleOf({ from: 0, to: 4, slots }, shape)
  const [low, high, ...more] = barsOf({ bars, slots }, wide)
  expect(more).toEqual([])
  expect(high!.y + high!.height).toBeCloseTo(low!.y)
  expect(low!.height * 2).toBeCloseTo(high!.height)
  for (let index = 0; index < 10; index++) expect(slotAt(scale.x(index) + 1, 10, scale)).toBe(index)
  expect(slotAt(0, 10, scale)).toBeNull()
  expect(slotAt(shape.width, 10, scale)).toBeNull()
})
