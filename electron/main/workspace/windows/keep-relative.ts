import { cascade } from './cascade'
import { isSeen, restore } from './placement'
import type { Displays, WindowBounds, Rectangle, Size } from './geometry'

interface Restored {
  readonly placement: WindowBounds
  readonly smallest: Size
}

/** Restores windows with their relative positions if a display is gone, without overlapping others. */
export function restoreRelative(
  wanted: readonly Restored[],
  others: readonly WindowBounds[],
  displays: Displays
): readonly WindowBounds[] {
  const moved = shiftedOnto(wanted, displays)
  const restored = wanted.map(({ smallest }, index) => restore(moved[index]!, displays, smallest))
  const stays = wanted.map(({ placement }, index) => isSame(placement.bounds, restored[index]!.bounds))
  const placed = [...others, ...restored.filter((_place, index) => stays[index])]
  return wanted.map(({ smallest }, index) => {
    if (stays[index]) return restored[index]!
    const placement = cascade(restored[index]!, placed, displays, smallest)
    placed.push(placement)
    return placement
  })
}

export const isSame = (one: Rectangle, other: Rectangle) =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height

/** Moves the windows of a missing display as a group. */
function shiftedOnto(wanted: readonly Restored[], displays: Displays): readonly WindowBounds[] {
  const lost = wanted
    .filter(({ placement }) => !isSeen(placement, displays))
    .map(({ placement }) => placement)
  return wanted.map(({ placement }) => {
    if (isSeen(placement, displays)) return placement
    const group = lost.filter(({ display }) => display === placement.display).map(({ bounds }) => bounds)
    const around = hull(group)
    const { display } = restore({ ...placement, bounds: around }, displays, { width: 0, height: 0 })
    const area = displays.all().find(({ id }) => id === display)?.workArea ?? displays.primary().workArea
    const { bounds } = placement
    const x = along(bounds.x, bounds.width, [around.x, around.width], [area.x, area.width])
    const y = along(bounds.y, bounds.height, [around.y, around.height], [area.y, area.height])
    return { ...placement, display, bounds: { ...bounds, x, y } }
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

/** As little as necessary; a group that is too long moves closer together. */
function along(at: number, length: number, [from, taken]: Span, [start, room]: Span): number {
  if (taken <= room) return at - from + Math.max(start, Math.min(from, start + room - taken))
  const free = Math.max(0, room - length)
  return start + Math.round(((at - from) / Math.max(1, taken - length)) * free)
}
