import type { ReportChart } from '#shared/contract/recording/printing'
import { roundUp } from '../../lib/plot/plot'

/** In the units of the drawing. */
export interface ChartShape {
  readonly width: number
  readonly height: number
}
const axisWidth = 46
const labelsHeight = 18
const topInset = 8
const rightInset = 8

type Values = readonly (number | null)[]

const maxSteps = 7

/** Round numbers around the values; from zero if that is meant. */
export function axisOf(values: Values, { zero }: { readonly zero: boolean }) {
  const known = values.filter((value) => value !== null)
  const highest = Math.max(...known, zero ? 0 : -Infinity)
  const lowest = Math.min(...known, zero ? 0 : Infinity)
  if (!Number.isFinite(highest) || !Number.isFinite(lowest)) return { from: 0, to: 1, step: 1 }
  const span = highest - lowest || Math.abs(highest) / 100 || 1
  const step = roundUp(span / maxSteps)
  const from = Math.floor(lowest / step + 1e-9) * step
  const to = Math.max(Math.ceil(highest / step - 1e-9) * step, from + step)
  return { from, to, step }
}

/** Digits after the point, so that no two labels are equal. */
export const placesOf = (step: number) => Math.max(0, -Math.floor(Math.log10(step) + 1e-9))

export function ticksOf({ from, to, step }: ReturnType<typeof axisOf>): readonly number[] {
  const count = Math.round((to - from) / step)
  return Array.from({ length: count + 1 }, (_none, index) => from + index * step)
}

/** Where slots and values are in the drawing. */
export function scaleOf(
  chart: Pick<ReportChart, 'from' | 'to'> & { readonly slots: readonly unknown[] },
  { width, height }: ChartShape
) {
  const bottom = height - labelsHeight
  const slot = (width - axisWidth - rightInset) / Math.max(1, chart.slots.length)
  return {
    bottom,
    top: topInset,
    left: axisWidth,
    right: width - rightInset,
    slot,
    x: (index: number) => axisWidth + index * slot,
    y: (value: number) =>
      bottom -
      ((Math.min(Math.max(value, chart.from), chart.to) - chart.from) / (chart.to - chart.from || 1)) *
        (bottom - topInset)
  }
}
type ChartScale = ReturnType<typeof scaleOf>

const point = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`

/** From and to (exclusive) of slots in a row that meet the condition. */
export function runsOf(
  count: number,
  meets: (index: number) => boolean
): readonly (readonly [number, number])[] {
  const runs: [number, number][] = []
  for (let index = 0; index < count; index++) {
    if (!meets(index)) continue
    const last = runs.at(-1)
    if (last?.[1] === index) last[1] = index + 1
    else runs.push([index, index + 1])
  }
  return runs
}

/** A step for each slot; nothing is drawn across slots without a value. */
export function stepsPath(values: Values, { x, y }: ChartScale): string {
  return runsOf(values.length, (index) => values[index] !== null)
    .map(([from, to]) =>
      Array.from({ length: to - from }, (_none, place) => {
        const index = from + place
        const at = y(values[index]!)
        return `${place === 0 ? 'M' : 'L'}${point(x(index), at)}L${point(x(index + 1), at)}`
      }).join('')
    )
    .join('')
}

export function bandPath(low: Values, high: Values, { x, y }: ChartScale): string {
  const known = (index: number) => low[index] !== null && high[index] !== null && low[index] !== undefined
  return runsOf(high.length, known)
    .map(([from, to]) => {
      const slots = Array.from({ length: to - from }, (_none, place) => from + place)
      const top = slots.flatMap((index) => [
        point(x(index), y(high[index]!)),
        point(x(index + 1), y(high[index]!))
      ])
      const bottom = slots
        .toReversed()
        .flatMap((index) => [point(x(index + 1), y(low[index]!)), point(x(index), y(low[index]!))])
      return `M${[...top, ...bottom].join('L')}Z`
    })
    .join('')
}

/** The rectangles of stacked bars. */
export function barsOf(chart: Pick<ReportChart, 'bars' | 'slots'>, { x, y, slot }: ChartScale) {
  const gap = Math.min(2, slot * 0.2)
  return chart.slots.flatMap((_slot, index) => {
    let sum = 0
    return chart.bars.flatMap(({ ink, values }) => {
      const value = values[index] ?? 0
      if (value <= 0) return []
      const top = y(sum + value)
      const height = y(sum) - top
      sum += value
      return [{ ink, x: x(index) + gap / 2, y: top, width: Math.max(0.5, slot - gap), height }]
    })
  })
}

/** The slot under a point of the drawing; null beside them. */
export function slotAt(at: number, count: number, { left, slot }: ChartScale): number | null {
  const index = Math.floor((at - left) / slot)
  return index >= 0 && index < count ? index : null
}
