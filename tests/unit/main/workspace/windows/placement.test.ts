import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cascade } from '#main/workspace/windows/cascade'
import { firstPlacement, placementAtPointer, restore } from '#main/workspace/windows/placement'
import type { Display, Displays, WindowBounds, Rectangle } from '#main/workspace/windows/geometry'

const displaysOf = (...all: readonly Display[]): Displays => ({
  all: () => all,
  primary: () => all[0]!,
  arrangement: () => JSON.stringify(all),
  pointer: () => ({ x: 100, y: 100 }),
  onChange: () => () => {}
})
const smallest = { width: 960, height: 600 }
const left: Display = { id: 1, workArea: { x: 0, y: 25, width: 1920, height: 1055 } }
const right: Display = { id: 2, workArea: { x: 1920, y: 0, width: 2560, height: 1440 } }

const inside = (inner: Rectangle, outer: Rectangle) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

const number = (min: number, max: number) => fc.integer({ min, max })
const placementOf = fc.record({
  bounds: fc.record({
    x: number(-20_000, 20_000),
    y: number(-20_000, 20_000),
    width: number(-10, 9000),
    height: number(-10, 9000)
  }),
  display: number(0, 5),
  maximised: fc.boolean()
})
const desk = fc.uniqueArray(
  fc.record({
    id: number(0, 5),
    workArea: fc.record({
      x: number(-8000, 8000),
      y: number(-8000, 8000),
      width: number(640, 5000),
      height: number(480, 3000)
    })
  }),
  { minLength: 1, maxLength: 4, selector: (display) => display.id }
)

test('restores any saved bounds on one display at a usable size', () => {
  fc.assert(
    fc.property(placementOf, desk, (placement, all) => {
      const { bounds, display, maximised } = restore(placement, displaysOf(...all), smallest)
      const home = all.find(({ id }) => id === display)!
      expect(inside(bounds, home.workArea)).toBe(true)
      expect(bounds.width).toBeGreaterThanOrEqual(Math.min(smallest.width, home.workArea.width))
      expect(bounds.height).toBeGreaterThanOrEqual(Math.min(smallest.height, home.workArea.height))
      expect(maximised).toBe(placement.maximised)
      expect(restore({ bounds, display, maximised }, displaysOf(...all), smallest)).toEqual({
        bounds,
        display,
        maximised
      })
    })
  )
})

const onTheRight: WindowBounds = {
  bounds: { x: 2200, y: 100, width: 1200, height: 800 },
  display: 2,
  maximised: false
}

test('keeps bounds that are still visible', () => {
  expect(restore(onTheRight, displaysOf(left, right), smallest)).toEqual(onTheRight)
})

test('moves a window to the remaining display', () => {
  const { bounds, display } = restore(onTheRight, displaysOf(left), smallest)
  expect(display).toBe(left.id)
  expect(bounds).toEqual({ x: 720, y: 100, width: 1200, height: 800 })
})

test('prefers the nearest display', () => {
  const far: Display = { id: 7, workArea: { x: -4000, y: 0, width: 1920, height: 1080 } }
  expect(restore(onTheRight, displaysOf(far, left), smallest).display).toBe(left.id)
})

test('recognizes a display by position if its ID changed', () => {
  expect(restore(onTheRight, displaysOf(left, { ...right, id: 9 }), smallest)).toEqual({
    ...onTheRight,
    display: 9
  })
})

test('centers a first window at its default size', () => {
  expect(firstPlacement(displaysOf(right), smallest).bounds).toEqual({
    x: 2360,
    y: 195,
    width: 1680,
    height: 1050
  })
  const small: Display = { id: 3, workArea: { x: 0, y: 30, width: 1280, height: 690 } }
  expect(firstPlacement(displaysOf(small), smallest).bounds).toEqual(small.workArea)
})

test('offsets another window from the last one', () => {
  const { bounds } = firstPlacement(displaysOf(left, right), smallest, onTheRight)
  expect(bounds).toEqual({ x: 2232, y: 132, width: 1200, height: 800 })
})

test('opens a popped-out window under the pointer', () => {
  const narrow = { width: 240, height: 180 }
  const pointer = fc.record({ x: number(0, 4479), y: number(25, 1055) })
  fc.assert(
    fc.property(pointer, number(100, 5000), number(100, 5000), (at, width, height) => {
      const displays = { ...displaysOf(left, right), pointer: () => at }
      const { bounds, display, maximised } = placementAtPointer(displays, { width, height }, narrow)
      const home = at.x < 1920 ? left : right
      expect(display).toBe(home.id)
      expect(maximised).toBe(false)
      expect(inside(bounds, home.workArea)).toBe(true)
      expect(bounds.width).toBe(Math.min(Math.max(width, narrow.width), home.workArea.width))
      const roomy =
        at.x > home.workArea.x + 60 &&
        at.x + Math.max(width, narrow.width) < home.workArea.x + home.workArea.width
      if (roomy) expect(bounds.x).toBe(at.x - 60)
    })
  )
})

test('cascades windows at the same position', () => {
  const displays = displaysOf(left)
  const narrow = { width: 240, height: 180 }
  const all: WindowBounds[] = []
  for (let count = 0; count < 80; count++) {
    const placement = placementAtPointer(displays, { width: 400, height: 300 }, narrow)
    all.push(cascade(placement, all, displays, narrow))
  }
  const corners = new Set(all.map(({ bounds }) => `${bounds.x} ${bounds.y}`))
  expect(corners.size).toBe(80)
  for (const { bounds } of all) expect(inside(bounds, left.workArea)).toBe(true)
})
