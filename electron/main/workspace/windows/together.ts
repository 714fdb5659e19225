import { apart } from './apart'
import { isSeen, restore } from './placement'
import type { Displays, Place, Rectangle, Size } from './geometry'

interface Restored {
  readonly place: Place
  readonly smallest: Size
}

/**
 * Brings windows back together: what one display showed that is gone stays side by side, as far as there is room, and
 * none that has to move comes to lie on another.
 */
export function restoreTogether(
  wanted: readonly Restored[],
  others: readonly Place[],
  displays: Displays
): readonly Place[] {
  const moved = shiftedOnto(wanted, displays)
  const restored = wanted.map(({ smallest }, index) => restore(moved[index]!, displays, smallest))
  const stays = wanted.map(({ place }, index) => isSame(place.bounds, restored[index]!.bounds))
  const placed = [...others, ...restored.filter((_place, index) => stays[index])]
  return wanted.map(({ smallest }, index) => {
    if (stays[index]) return restored[index]!
    const place = apart(restored[index]!, placed, displays, smallest)
    placed.push(place)
    return place
  })
}

export const isSame = (one: Rectangle, other: Rectangle) =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height

/** The windows of each display that is gone, moved as one onto the display that takes them. */
function shiftedOnto(wanted: readonly Restored[], displays: Displays): readonly Place[] {
  const lost = wanted.filter(({ place }) => !isSeen(place, displays)).map(({ place }) => place)
  return wanted.map(({ place }) => {
    if (isSeen(place, displays)) return place
    const group = lost.filter(({ display }) => display === place.display).map(({ bounds }) => bounds)
    const around = hull(group)
    const { display } = restore({ ...place, bounds: around }, displays, { width: 0, height: 0 })
    const area = displays.all().find(({ id }) => id === display)?.workArea ?? displays.primary().workArea
    const { bounds } = place
    const x = along(bounds.x, bounds.width, [around.x, around.width], [area.x, area.width])
    const y = along(bounds.y, bounds.height, [around.y, around.height], [area.y, area.height])
    return { ...place, display, bounds: { ...bounds, x, y } }
  })
}

function hull(all: readonly Rectangle[]): Rectangle {
  const x = Math.min(...all.map((each) => each.x))
  const y = Math.min(...all.map((each) => each.y))
  return {
    x,
    y,
    width: Math.max(...all.map((each) => each.x + each.width)) - x,
    height: Math.max(...all.map((each) => each.y + each.height)) - y
  }
}

type Span = readonly [start: number, length: number]

/** The group is moved no further than it must be; where it is too long, its parts move closer in their order. */
function along(at: number, length: number, [from, taken]: Span, [start, room]: Span): number {
  if (taken <= room) return at - from + Math.max(start, Math.min(from, start + room - taken))
  const free = Math.max(0, room - length)
  return start + Math.round(((at - from) / Math.max(1, taken - length)) * free)
}
