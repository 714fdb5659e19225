import type { Displays, Place, Rectangle, Size } from './geometry'

/** So much of a window's corner is left free of the one below it. */
export const cascade = 32

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most))

/** A step beside each of those that lie at that very place, so that none hides another. */
export function apart(place: Place, others: readonly Place[], displays: Displays, smallest: Size): Place {
  const taken = new Set(others.map(({ bounds }) => corner(bounds)))
  if (!taken.has(corner(place.bounds))) return place
  const home = displays.all().find(({ id }) => id === place.display) ?? displays.primary()
  const isFree = (bounds: Rectangle) => !taken.has(corner(bounds))
  const bounds =
    steps(place.bounds, home.workArea, cascade).find(isFree) ??
    steps(place.bounds, home.workArea, -cascade).find(isFree) ??
    anywhere(place.bounds, home.workArea, smallest).find(isFree)
  return bounds ? { ...place, bounds } : place
}

const corner = ({ x, y }: Rectangle) => `${x} ${y}`

/** Step by step down and to the right, or up and to the left, along the edges too, into the last corner. */
function steps(from: Rectangle, area: Rectangle, step: number): readonly Rectangle[] {
  const all: Rectangle[] = []
  for (let { x, y } = from; ;) {
    const next = {
      ...from,
      x: clamp(x + step, area.x, area.x + area.width - from.width),
      y: clamp(y + step, area.y, area.y + area.height - from.height)
    }
    if (next.x === x && next.y === y) return all
    all.push(next)
    ;({ x, y } = next)
  }
}

/** Wherever the display has room for it, the places first where it loses least of its size. */
function anywhere(from: Rectangle, area: Rectangle, smallest: Size): readonly Rectangle[] {
  const least = {
    width: Math.min(smallest.width, from.width),
    height: Math.min(smallest.height, from.height)
  }
  const right = area.x + area.width
  const bottom = area.y + area.height
  const all: Rectangle[] = []
  for (let y = area.y; y + least.height <= bottom; y += cascade) {
    for (let x = area.x; x + least.width <= right; x += cascade)
      all.push({ x, y, width: Math.min(from.width, right - x), height: Math.min(from.height, bottom - y) })
  }
  return all.sort((one, other) => other.width * other.height - one.width * one.height)
}
