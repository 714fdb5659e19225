import type { Display, Displays, WindowBounds, Rectangle, Size } from './geometry'
import { cascadeStep } from './cascade'

const usual: Size = { width: 1680, height: 1050 }
/** Puts the pointer on the title of the new window. */
const grip = { x: 60, y: 16 }

const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(value, max))

const shared = (one: Rectangle, other: Rectangle) =>
  Math.max(0, Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)) *
  Math.max(0, Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y))

const distance = (one: Rectangle, other: Rectangle) =>
  Math.hypot(
    one.x + one.width / 2 - (other.x + other.width / 2),
    one.y + one.height / 2 - (other.y + other.height / 2)
  )

/** Moves and shrinks the window until it is visible. */
function fit(bounds: Rectangle, area: Rectangle, smallest: Size): Rectangle {
  const width = Math.min(Math.max(bounds.width, smallest.width), area.width)
  const height = Math.min(Math.max(bounds.height, smallest.height), area.height)
  return {
    x: clamp(bounds.x, area.x, area.x + area.width - width),
    y: clamp(bounds.y, area.y, area.y + area.height - height),
    width,
    height
  }
}

/** The saved display if visible there, else the one with the largest overlap, else the nearest. */
function homeOf(placement: WindowBounds, displays: Displays): Display {
  const all = displays.all()
  const own = all.find(
    (display) => display.id === placement.display && shared(placement.bounds, display.workArea) > 0
  )
  if (own) return own
  const byOverlap = all.toSorted(
    (one, other) => shared(placement.bounds, other.workArea) - shared(placement.bounds, one.workArea)
  )[0]
  if (byOverlap && shared(placement.bounds, byOverlap.workArea) > 0) return byOverlap
  const nearest = all.toSorted(
    (one, other) => distance(placement.bounds, one.workArea) - distance(placement.bounds, other.workArea)
  )[0]
  return nearest ?? displays.primary()
}

export const isSeen = ({ bounds }: WindowBounds, displays: Displays): boolean =>
  displays.all().some(({ workArea }) => shared(bounds, workArea) > 0)

export const restore = (placement: WindowBounds, displays: Displays, smallest: Size): WindowBounds => {
  const display = homeOf(placement, displays)
  return { ...placement, bounds: fit(placement.bounds, display.workArea, smallest), display: display.id }
}

/** Centered, or offset from the last window. */
export function firstPlacement(displays: Displays, smallest: Size, beside?: WindowBounds): WindowBounds {
  if (beside) {
    const { x, y, width, height } = beside.bounds
    return restore(
      { ...beside, maximised: false, bounds: { x: x + cascadeStep, y: y + cascadeStep, width, height } },
      displays,
      smallest
    )
  }
  const { id, workArea: area } = displays.primary()
  const width = Math.min(usual.width, area.width)
  const height = Math.min(usual.height, area.height)
  const x = area.x + Math.floor((area.width - width) / 2)
  const y = area.y + Math.floor((area.height - height) / 2)
  return { bounds: { x, y, width, height }, display: id, maximised: false }
}

/** Under the pointer, for a panel dragged out or popped out. */
export function placementAtPointer(displays: Displays, size: Size, smallest: Size): WindowBounds {
  const { x, y } = displays.pointer()
  const bounds = { x: Math.round(x) - grip.x, y: Math.round(y) - grip.y, ...size }
  const at = { x, y, width: 1, height: 1 }
  const under = displays.all().find(({ workArea }) => shared(at, workArea) > 0)
  return restore({ bounds, display: under?.id ?? Number.NaN, maximised: false }, displays, smallest)
}
