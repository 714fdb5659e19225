import type { Time } from 'lightweight-charts'
import { expect, it } from 'vitest'
import { BrokenLine, type LinePoint } from '#renderer/panels/chart/line-series'
import type { Target } from '#renderer/panels/chart/target'

type Call = readonly [name: string, x: number, y: number]

function drawn(points: readonly LinePoint[], x: (at: number) => number, from: number, to: number): Call[] {
  const calls: Call[] = []
  const context = new Proxy(
    {},
    {
      get: (_, name) => (first: number, second: number) =>
        name === 'moveTo' || name === 'lineTo' ? calls.push([name, first, second]) : undefined,
      set: () => true
    }
  )
  const target = { useMediaCoordinateSpace: (draw: (scope: object) => void) => draw({ context }) } as Target
  const bars = points.map((originalData, at) => ({ x: x(at), originalData }))
  const line = new BrokenLine()
  line.update({ bars, visibleRange: { from, to } })
  line.renderer().draw(target, (price) => price)
  return calls
}

const time = 0 as Time

it('draws nothing of points whose coordinates are of an earlier layout', () => {
  const points = Array.from({ length: 9 }, (): LinePoint => ({ time, value: 5 }))
  const stale = 777
  const calls = drawn(points, (at) => (at < 3 || at >= 6 ? stale : at * 10), 3, 6)
  expect(calls).toEqual([
    ['moveTo', 30, 5],
    ['lineTo', 40, 5],
    ['lineTo', 50, 5]
  ])
})

it('begins again where earlier values are unknown, and draws a single point as a dot', () => {
  const points: LinePoint[] = [
    { time, value: 1 },
    { time, value: 2, begins: true },
    { time, value: 3 }
  ]
  expect(drawn(points, (at) => at * 10, 0, 3)).toEqual([
    ['moveTo', 0, 1],
    ['lineTo', 1, 1],
    ['moveTo', 10, 2],
    ['lineTo', 20, 3]
  ])
})
