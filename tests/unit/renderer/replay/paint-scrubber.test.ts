import { expect, it } from 'vitest'
import type { Look } from '#renderer/lib/canvas/index'
import { paintScrubber } from '#renderer/app/replay/paint-scrubber'

it('paints the flags of the range over the alerts', () => {
  const painted: string[] = []
  const state: Partial<CanvasRenderingContext2D> = {}
  const context = new Proxy(state, {
    get: (_, name) => {
      if (name === 'measureText') return () => ({ width: 20 })
      if (name === 'fill') return () => painted.push(`shape ${String(state.fillStyle)}`)
      if (name === 'fillText') return (words: string) => painted.push(words)
      return () => undefined
    }
  }) as CanvasRenderingContext2D
  const look = new Proxy({}, { get: (_, name) => name }) as Look
  const range = { from: 0, to: 1000 }
  paintScrubber({ context, width: 1000, height: 80 } as Parameters<typeof paintScrubber>[0], look, {
    range,
    shown: range,
    overview: {
      ...range,
      complete: true,
      activity: new Float64Array(10),
      gaps: new Float64Array(),
      trades: new Float64Array(),
      pinned: new Float64Array()
    },
    alerts: [500],
    pinned: [],
    at: 900,
    rangeIn: null,
    rangeOut: 500,
    clock: 'utc',
    pointed: null
  })
  const alert = painted.indexOf('shape warning')
  expect(alert).toBeGreaterThanOrEqual(0)
  expect(painted.indexOf('Out')).toBeGreaterThan(alert)
})
