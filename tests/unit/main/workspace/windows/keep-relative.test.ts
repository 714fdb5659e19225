import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cascade } from '#main/workspace/windows/cascade'
import type { Displays, WindowBounds, Rectangle } from '#main/workspace/windows/geometry'
import { restoreRelative } from '#main/workspace/windows/keep-relative'
import { FakeDisplays, left, right } from './fake-windows'

const smallest = { width: 240, height: 180 }
const number = (min: number, max: number) => fc.integer({ min, max })
const inside = (inner: Rectangle, outer: Rectangle) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height
const displaysOf = (...areas: readonly Rectangle[]): Displays => {
  const displays = new FakeDisplays()
  displays.displays = areas.map((workArea, index) => ({ id: index + 1, workArea }))
  return displays
}
const cornersOf = (places: readonly WindowBounds[]) => places.map(({ bounds: { x, y } }) => `${x} ${y}`)
const onTheRight = (bounds: Rectangle): WindowBounds => ({ bounds, display: 2, maximised: false })
const restored = (all: readonly Rectangle[], displays: Displays, others: readonly WindowBounds[] = []) =>
  restoreRelative(
    all.map((bounds) => ({ placement: onTheRight(bounds), smallest })),
    others,
    displays
  )

const area = fc.record({
  x: number(-4000, 4000),
  y: number(-2000, 2000),
  width: number(1024, 3840),
  height: number(700, 2160)
})
const fractions = fc.tuple(number(0, 10), number(0, 10), number(1, 10), number(1, 10))

test('never overlaps windows of a removed display, and keeps them visible', () => {
  fc.assert(
    fc.property(
      area,
      area,
      fc.array(fractions, { minLength: 1, maxLength: 20 }),
      fc.array(fractions, { maxLength: 5 }),
      (gone, home, lost, there) => {
        const within = ([x, y, width, height]: readonly [number, number, number, number], on: Rectangle) => {
          const size = {
            width: Math.max(smallest.width, Math.round((on.width * width) / 10)),
            height: Math.max(smallest.height, Math.round((on.height * height) / 10))
          }
          return {
            x: on.x + Math.round(((on.width - size.width) * x) / 10),
            y: on.y + Math.round(((on.height - size.height) * y) / 10),
            ...size
          }
        }
        const displays = displaysOf(home)
        const others = there.map((each) => ({
          bounds: within(each, home),
          display: 1,
          maximised: false
        }))
        const far = { ...gone, x: home.x + home.width + 5000 }
        const places = restored(
          lost.map((each) => within(each, far)),
          displays,
          others
        )
        for (const { bounds, display } of places) {
          expect(inside(bounds, home)).toBe(true)
          expect(display).toBe(1)
        }
        const corners = cornersOf(places)
        expect(new Set(corners).size).toBe(corners.length)
        for (const other of cornersOf(others)) expect(corners).not.toContain(other)
      }
    )
  )
})

test('keeps neighbors together if possible', () => {
  const all = [
    { x: 2100, y: 100, width: 400, height: 500 },
    { x: 2500, y: 100, width: 300, height: 500 },
    { x: 2100, y: 600, width: 700, height: 300 }
  ]
  const places = restored(all, displaysOf(left.workArea))
  expect(places.map(({ bounds }) => bounds)).toEqual(all.map((each) => ({ ...each, x: each.x - 880 })))
})

test('keeps the order in less space', () => {
  const all = [0, 600, 1200].map((x) => ({ x: right.workArea.x + x, y: 0, width: 600, height: 500 }))
  const places = restored(all, displaysOf({ x: 0, y: 0, width: 1280, height: 700 }))
  expect(places.map(({ bounds }) => bounds.x)).toEqual([0, 340, 680])
})

test('keeps windows that need not move', () => {
  const stays: WindowBounds = {
    bounds: { x: 1520, y: 100, width: 400, height: 300 },
    display: 1,
    maximised: false
  }
  const comes = onTheRight({ x: 2500, y: 100, width: 400, height: 300 })
  const places = restoreRelative(
    [comes, stays].map((placement) => ({ placement, smallest })),
    [],
    displaysOf(left.workArea)
  )
  expect(places[1]).toEqual(stays)
  expect(places[0]!.bounds).toMatchObject({ x: 1520, y: 132 })
})

test('cascades up and left in the last corner', () => {
  const displays = displaysOf(left.workArea)
  const corner: WindowBounds = {
    bounds: { x: 1520, y: 780, width: 400, height: 300 },
    display: 1,
    maximised: false
  }
  expect(cascade(corner, [corner], displays, smallest).bounds).toMatchObject({ x: 1488, y: 748 })
  const full: WindowBounds = { ...corner, bounds: left.workArea }
  const other = cascade(full, [full], displays, smallest)
  expect(other.bounds).not.toMatchObject({ x: 0, y: 0 })
  expect(inside(other.bounds, left.workArea)).toBe(true)
})

test('keeps a window in place without any space', () => {
  const placement: WindowBounds = { bounds: left.workArea, display: 1, maximised: false }
  expect(cascade(placement, [placement], displaysOf(left.workArea), left.workArea)).toEqual(placement)
})
