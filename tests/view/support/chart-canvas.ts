import { vi } from 'vitest'

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
