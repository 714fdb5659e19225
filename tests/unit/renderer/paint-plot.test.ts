import { expect, it } from 'vitest'
import type { Look, Surface } from '#renderer/lib/canvas/index'
import { paintPlot } from '#renderer/lib/plot/paint-plot'

const digit = 6
const whole = 300

/** Where the grid ends, and where the scale's labels begin. */
function paint(label: string) {
  let end = 0
  const begins: number[] = []
  const labels: string[] = []
  const strokes: Record<string, unknown> = {
    measureText: (text: string) => ({ width: text.length * digit }),
    fillRect: (x: number, _y: number, width: number) => (end = Math.max(end, x + width)),
    fillText: (text: string, x: number) => {
      // Those of the scale are right-aligned.
      if (x !== whole) return
      labels.push(text)
      begins.push(x - text.length * digit)
    }
  }
  const context = new Proxy(
    {},
    { get: (_, name) => strokes[String(name)] ?? (() => undefined), set: () => true }
  ) as CanvasRenderingContext2D
  const surface: Surface = { context, width: whole, height: 100, ratio: 1 }
  const drawing = { lines: [], from: 0, to: 1, top: 1, at: null, time: String, format: () => label }
  return { width: paintPlot(surface, {} as Look, drawing), end, begins, labels }
}

it('keeps the lines clear of the labels of the scale', () => {
  for (const label of ['5', '200', '100 ms', '50,000 MB', '10,000 ms']) {
    const { width, end, begins } = paint(label)
    expect(begins, label).toHaveLength(2)
    expect(Math.min(...begins), label).toBeGreaterThan(width)
    expect(end, label).toBe(width)
  }
})

it('labels the top of the scale without padded decimals', () => {
  const shown = (label: string) => paint(label).labels
  expect(['50.0 MB', '50,0 MB', '5.0', '0.05', '1,000 ms', '100.000'].map(shown)).toEqual(
    ['50 MB', '50 MB', '5', '0.05', '1,000 ms', '100.000'].map((label) => [label, '0'])
  )
})
