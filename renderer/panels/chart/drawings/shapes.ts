import type { Drawing } from '#shared/contract/market/drawings'
import { clipped, extended, type Box, type Point, type Segment } from './geometry'

/** Where times and prices are in the pane. */
export interface Projection {
  readonly width: number
  readonly height: number
  readonly x: (at: number) => number | null
  readonly y: (price: string) => number | null
}

/** A drawing in pixels, without what is out of view. */
export interface Shape {
  readonly drawing: Drawing
  readonly lines: readonly Segment[]
  readonly fill: Box | null
  /** Of each anchor. */
  readonly handles: readonly Point[]
  /** The lower left corner of its text. */
  readonly label: Point
}

/** Shapes slightly outside are still visible: lines have a width. */
const margin = 8
const labelInset = 6

/** Null if its place is not known. */
export function shapeOf(drawing: Drawing, projection: Projection): Shape | null {
  const handles = drawing.anchors.map(({ at, price }) => ({ x: projection.x(at), y: projection.y(price) }))
  if (!handles.every((point): point is Point => point.x !== null && point.y !== null)) return null
  const [first, second = first] = handles as [Point, Point?]
  const view = {
    left: -margin,
    top: -margin,
    right: projection.width + margin,
    bottom: projection.height + margin
  }
  const lines = linesOf(drawing, first, second, view).flatMap((line) => clipped(line, view) ?? [])
  const box = drawing.kind === 'rectangle' ? boxOf(first, second) : null
  return { drawing, lines, fill: box && shared(box, view), handles, label: labelAt(drawing, first, box) }
}

function linesOf({ kind }: Drawing, first: Point, second: Point, view: Box): readonly Segment[] {
  switch (kind) {
    case 'level':
      return [{ from: { x: view.left, y: first.y }, to: { x: view.right, y: first.y } }]
    case 'ray':
      return [extended({ from: first, to: second }, view)]
    case 'trend':
      return [{ from: first, to: second }]
    case 'rectangle':
      return sidesOf(boxOf(first, second))
    case 'note':
      return []
  }
}

function labelAt({ kind }: Drawing, { x, y }: Point, box: Box | null): Point {
  if (kind === 'level') return { x: labelInset, y: y - labelInset }
  if (box) return { x: box.left, y: box.top - labelInset }
  return { x, y: y - labelInset - 2 }
}

const boxOf = (one: Point, other: Point): Box => ({
  left: Math.min(one.x, other.x),
  top: Math.min(one.y, other.y),
  right: Math.max(one.x, other.x),
  bottom: Math.max(one.y, other.y)
})

function sidesOf({ left, top, right, bottom }: Box): readonly Segment[] {
  const corners = [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom }
  ]
  return corners.map((from, index) => ({ from, to: corners[(index + 1) % 4]! }))
}

function shared(one: Box, other: Box): Box | null {
  const box = {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom)
  }
  return box.left <= box.right && box.top <= box.bottom ? box : null
}
