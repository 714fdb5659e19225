import type { Display, Displays, Place, Rectangle, Size } from './geometry'
import { cascade } from './apart'

const usual: Size = { width: 1680, height: 1050 }
/** Where the mouse is in a window that was made where it is: in its title. */
const grip = { x: 60, y: 16 }

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most))

const shared = (one: Rectangle, other: Rectangle) =>
  Math.max(0, Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)) *
  Math.max(0, Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y))

const distance = (one: Rectangle, other: Rectangle) =>
  Math.hypot(
    one.x + one.width / 2 - (other.x + other.width / 2),
    one.y + one.height / 2 - (other.y + other.height / 2)
  )

/** Moved, and shrunk where it must be, until all of it can be seen. */
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

/** The display that a place belongs to now: its own, else the one that shows most of it, else the nearest. */
function homeOf(place: Place, displays: Displays): Display {
  const all = displays.all()
  const own = all.find(
    (display) => display.id === place.display && shared(place.bounds, display.workArea) > 0
  )
  if (own) return own
  const byOverlap = all.toSorted(
    (one, other) => shared(place.bounds, other.workArea) - shared(place.bounds, one.workArea)
  )[0]
  if (byOverlap && shared(place.bounds, byOverlap.workArea) > 0) return byOverlap
  const nearest = all.toSorted(
    (one, other) => distance(place.bounds, one.workArea) - distance(place.bounds, other.workArea)
  )[0]
  return nearest ?? displays.primary()
}

/** Whether any of it lies on a display that is there. */
export const isSeen = ({ bounds }: Place, displays: Displays): boolean =>
  displays.all().some(({ workArea }) => shared(bounds, workArea) > 0)

export const restore = (place: Place, displays: Displays, smallest: Size): Place => {
  const display = homeOf(place, displays)
  return { ...place, bounds: fit(place.bounds, display.workArea, smallest), display: display.id }
}

/** For a window without a past: in the middle, or a step beside the last one. */
export function firstPlace(displays: Displays, smallest: Size, beside?: Place): Place {
  if (beside) {
    const { x, y, width, height } = beside.bounds
    return restore(
      { ...beside, maximised: false, bounds: { x: x + cascade, y: y + cascade, width, height } },
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

/** For what was just taken out of a window: under the mouse, which has dragged it there or pressed a button. */
export function placeAtPointer(displays: Displays, size: Size, smallest: Size): Place {
  const { x, y } = displays.pointer()
  const bounds = { x: Math.round(x) - grip.x, y: Math.round(y) - grip.y, ...size }
  const at = { x, y, width: 1, height: 1 }
  const under = displays.all().find(({ workArea }) => shared(at, workArea) > 0)
  return restore({ bounds, display: under?.id ?? Number.NaN, maximised: false }, displays, smallest)
}
