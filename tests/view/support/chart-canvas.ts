import * as v from 'valibot'
import { onTestFinished, vi } from 'vitest'
import { chartSchema } from '#shared/contract/market/panels/chart'
import { ChartDrawing } from '#renderer/panels/chart/drawing'
import type { ChartModel } from '#renderer/panels/chart/model'

const metrics = { width: 40, actualBoundingBoxAscent: 5, actualBoundingBoxDescent: 5 }
const context: unknown = new Proxy(
  { measureText: () => metrics },
  {
    get: (target, name) => {
      if (name === 'canvas') return document.createElement('canvas')
      return name in target ? target.measureText : () => undefined
    },
    set: () => true
  }
)

/** happy-dom has no canvas; what is painted does not matter. Restored after each test. */
export function drawChartsNowhere(): void {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  // The library reads colours as a browser computes them.
  const { getComputedStyle } = window
  vi.spyOn(window, 'getComputedStyle').mockImplementation((element, ...more) => {
    const style = getComputedStyle.call(window, element, ...more)
    return new Proxy(style, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target)
        if (name === 'color') return 'rgb(1, 2, 3)'
        return typeof value === 'function' ? value.bind(target) : value
      }
    })
  })
}

/** Of 700 by 400, until the test ends. */
export function drawChart(model: ChartModel, settings: Readonly<Record<string, unknown>>): ChartDrawing {
  const element = document.createElement('div')
  Object.defineProperties(element, { clientWidth: { value: 700 }, clientHeight: { value: 400 } })
  element.getBoundingClientRect = () => new DOMRect(0, 0, 700, 400)
  document.body.append(element)
  const drawing = new ChartDrawing(
    element,
    model,
    { settings: v.parse(chartSchema, settings), clock: 'utc', kept: null },
    {
      ...{ delta: () => null, shownSlot: () => -1, followed: () => {}, heatKeyed: () => {} },
      ...{ lines: () => [], missing: () => '' }
    }
  )
  onTestFinished(() => {
    drawing.dispose()
    element.remove()
  })
  return drawing
}

export const chartDrawn = () =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
