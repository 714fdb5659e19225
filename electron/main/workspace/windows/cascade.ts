import type { Displays, WindowBounds, Rectangle, Size } from './geometry'

/** The offset between stacked windows. */
export const cascadeStep = 32

const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(value, max))

/** Offsets a window that would cover another at the same position. */
export function cascade(
  placement: WindowBounds,
  others: readonly WindowBounds[],
  displays: Displays,
  smallest: Size
): WindowBounds {
  const taken = new Set(others.map(({ bounds }) => corner(bounds)))
  if (!taken.has(corner(placement.bounds))) return placement
  const home = displays.all().find(({ id }) => id === placement.display) ?? displays.primary()
  const isFree = (bounds: Rectangle) => !taken.has(corner(bounds))
  const bounds =
    steps(placement.bounds, home.workArea, cascadeStep).find(isFree) ??
    steps(placement.bounds, home.workArea, -cascadeStep).find(isFree) ??
    anywhere(placement.bounds, home.workArea, smallest).find(isFree)
  return bounds ? { ...placement, bounds } : placement
}

const corner = ({ x, y }: Rectangle) => `${x} ${y}`

/** Diagonally until both edges are reached. */
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

/** Positions with enough space, largest size first. */
function anywhere(from: Rectangle, area: Rectangle, smallest: Size): readonly Rectangle[] {
  const min = {
    width: Math.min(smallest.width, from.width),
    height: Math.min(smallest.height, from.height)
  }
  const right = area.x + area.width
  const bottom = area.y + area.height
  const all: Rectangle[] = []
  for (let y = area.y; y + min.height <= bottom; y += cascadeStep) {
    for (let x = area.x; x + min.width <= right; x += cascadeStep)
      all.push({ x, y, width: Math.min(from.width, right - x), height: Math.min(from.height, bottom - y) })
  }
  return all.sort((one, other) => other.width * other.height - one.width * one.height)
}
