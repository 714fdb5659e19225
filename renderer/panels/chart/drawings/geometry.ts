export interface Point {
  readonly x: number
  readonly y: number
}

export interface Segment {
  readonly from: Point
  readonly to: Point
}

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)

export const isInside = ({ x, y }: Point, { left, top, right, bottom }: Box) =>
  x >= left && x <= right && y >= top && y <= bottom

export function distanceTo(point: Point, { from, to }: Segment): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  if (length === 0) return distance(point, from)
  const along = ((point.x - from.x) * dx + (point.y - from.y) * dy) / length
  const share = Math.min(1, Math.max(0, along))
  return distance(point, { x: from.x + share * dx, y: from.y + share * dy })
}

/** The part within the box, or null. */
export function clipped({ from, to }: Segment, box: Box): Segment | null {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  let [first, last] = [0, 1]
  const sides = [
    [-dx, from.x - box.left],
    [dx, box.right - from.x],
    [-dy, from.y - box.top],
    [dy, box.bottom - from.y]
  ] as const
  for (const [direction, room] of sides) {
    if (direction === 0) {
      if (room < 0) return null
    } else if (direction < 0) first = Math.max(first, room / direction)
    else last = Math.min(last, room / direction)
  }
  if (first > last) return null
  const at = (share: number) => ({ x: from.x + share * dx, y: from.y + share * dy })
  return { from: at(first), to: at(last) }
}

/** From the first point through the second to beyond the box. */
export function extended({ from, to }: Segment, box: Box): Segment {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const longest = Math.max(Math.abs(dx), Math.abs(dy))
  if (longest === 0) return { from, to }
  const corners = [box.left, box.right].flatMap((x) => [box.top, box.bottom].map((y) => ({ x, y })))
  const far = Math.max(...corners.map((corner) => distance(corner, from)))
  const share = Math.max(1, far / longest)
  return { from, to: { x: from.x + share * dx, y: from.y + share * dy } }
}
