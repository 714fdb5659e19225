import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Drawing } from '#shared/contract/market/drawings'
import { clipped, distanceTo, extended, isInside, type Point } from '#renderer/panels/chart/drawings/geometry'
import { handleReach, hitAt, lineReach } from '#renderer/panels/chart/drawings/hit'
import { shapeOf, type Projection } from '#renderer/panels/chart/drawings/shapes'
import { someDrawing } from '../../../../engine/market/drawings/some'

const coordinate = fc.integer({ min: -2000, max: 2000 })
const point: fc.Arbitrary<Point> = fc.record({ x: coordinate, y: coordinate })
const segment = fc.record({ from: point, to: point })
const view = { left: 0, top: 0, right: 800, bottom: 400 }

const along = ({ from, to }: { from: Point; to: Point }, share: number) => ({
  x: from.x + share * (to.x - from.x),
  y: from.y + share * (to.y - from.y)
})
/** The nearest of many points of the line. */
function sampledDistance(at: Point, line: { from: Point; to: Point }): number {
  let min = Infinity
  for (let step = 0; step <= 4000; step += 1) {
    const { x, y } = along(line, step / 4000)
    min = Math.min(min, Math.hypot(x - at.x, y - at.y))
  }
  return min
}

describe('geometry', () => {
  it('measures the distance to a line', () => {
    fc.assert(
      fc.property(point, segment, (at, line) => {
        const sampled = sampledDistance(at, line)
        expect(distanceTo(at, line)).toBeLessThanOrEqual(sampled + 1e-6)
        expect(distanceTo(at, line)).toBeGreaterThan(sampled - 2)
      }),
      { numRuns: 60 }
    )
  })

  it('clips to exactly what is inside', () => {
    fc.assert(
      fc.property(segment, fc.double({ min: 0, max: 1, noNaN: true }), (line, share) => {
        const part = clipped(line, view)
        const at = along(line, share)
        if (isInside(at, view)) expect(part && distanceTo(at, part)).toBeLessThan(1e-6)
        if (!part) return
        const inner = along(part, share)
        expect(distanceTo(inner, line)).toBeLessThan(1e-6)
        expect(isInside(inner, { left: -1e-6, top: -1e-6, right: 800 + 1e-6, bottom: 400 + 1e-6 })).toBe(true)
      })
    )
  })

  it('extends a ray through both points beyond the view', () => {
    fc.assert(
      fc.property(segment, (line) => {
        fc.pre(line.from.x !== line.to.x || line.from.y !== line.to.y)
        const ray = extended(line, view)
        expect(ray.from).toEqual(line.from)
        expect(distanceTo(line.to, ray)).toBeLessThan(1e-6)
        expect(isInside(ray.to, { left: 0.5, top: 0.5, right: 799.5, bottom: 399.5 })).toBe(false)
      })
    )
  })
})

/** A pixel is a second; prices are pixels from below. */
const projection: Projection = {
  width: 800,
  height: 400,
  x: (at) => at / 1000,
  y: (price) => 400 - Number(price)
}
const placed = (drawing: Drawing, anchors: readonly Point[]): Drawing => ({
  ...drawing,
  anchors: drawing.anchors.map((_, index) => {
    const { x, y } = anchors[index]!
    return { at: x * 1000, price: String(400 - y) }
  })
})
const inView: fc.Arbitrary<Point> = fc.record({
  x: fc.integer({ min: -300, max: 1100 }),
  y: fc.integer({ min: -300, max: 399 })
})

describe('hit testing', () => {
  it('finds what a search of all drawn pixels finds', () => {
    // Few points, so that drawings lie on each other.
    const points = fc.array(inView, { minLength: 2, maxLength: 3 })
    const drawings = points.chain((known) => {
      const anchors = fc.tuple(fc.constantFrom(...known), fc.constantFrom(...known))
      const one = fc.tuple(someDrawing(['x']), anchors).map(([each, at]) => placed(each, at))
      return fc
        .array(one, { minLength: 1, maxLength: 6 })
        .map((all) => all.map((each, index) => ({ ...each, id: String(index) })))
    })
    const pointer = fc.record({ x: fc.integer({ min: 0, max: 800 }), y: fc.integer({ min: 0, max: 400 }) })
    fc.assert(
      fc.property(drawings, pointer, fc.boolean(), fc.boolean(), (all, anywhere, onAnchor, withSelected) => {
        const corner = shapeOf(all.at(-1)!, projection)!.handles[0]!
        const at = onAnchor && isInside(corner, view) ? { x: corner.x + 3, y: corner.y } : anywhere
        const shapes = all.map((each) => shapeOf(each, projection)!)
        const selected = withSelected ? '0' : null
        const hit = hitAt(at, { shapes, labels: new Map(), selected })
        // By the definition of each kind, from unclipped points.
        const nearest = (each: Drawing) => {
          const [one, other = one] = each.anchors.map(({ at: time, price }) => ({
            x: time / 1000,
            y: 400 - Number(price)
          })) as [Point, Point?]
          const far = { x: one.x + 100 * (other.x - one.x), y: one.y + 100 * (other.y - one.y) }
          const corners = [one, { x: other.x, y: one.y }, other, { x: one.x, y: other.y }]
          const lines = {
            level: [{ from: { x: -8, y: one.y }, to: { x: 808, y: one.y } }],
            ray: [{ from: one, to: far }],
            trend: [{ from: one, to: other }],
            rectangle: corners.map((from, index) => ({ from, to: corners[(index + 1) % 4]! })),
            note: []
          }[each.kind]
          return Math.min(Infinity, ...lines.map((line) => distanceTo(at, line)))
        }
        const handle = withSelected
          ? all[0]!.anchors.findIndex(
              ({ at: time, price }) =>
                Math.hypot(time / 1000 - at.x, 400 - Number(price) - at.y) <= handleReach
            )
          : -1
        if (handle !== -1) {
          expect(hit).toMatchObject({ id: '0', anchor: expect.any(Number) })
          return
        }
        const within = all.filter((each) => nearest(each) <= lineReach + each.width / 2)
        expect(hit).toEqual(within.length === 0 ? null : { id: within.at(-1)!.id, anchor: null })
      }),
      { numRuns: 400 }
    )
  })

  it('takes the work of a few steps for each drawing, however long the chart is', () => {
    let asked = 0
    const counted: Projection = {
      ...projection,
      x: (at) => ((asked += 1), projection.x(at)),
      y: (price) => ((asked += 1), projection.y(price))
    }
    const [drawing] = fc.sample(someDrawing(['x']), 1)
    for (let index = 0; index < 200; index += 1) shapeOf(drawing!, counted)
    expect(asked).toBeLessThanOrEqual(200 * 4)
  })
})
