import { distance, distanceTo, isInside, type Box, type Point } from './geometry'
import type { Shape } from './shapes'

export interface Hit {
  readonly id: string
  /** The number of an anchor, or null for the whole drawing. */
  readonly anchor: number | null
}

/** Pixels. */
export const lineReach = 6
export const handleReach = 8

interface Seen {
  /** From back to front. */
  readonly shapes: readonly Shape[]
  /** Where texts were painted, by drawing. */
  readonly labels: ReadonlyMap<string, Box>
  /** Its anchors come first. */
  readonly selected: string | null
}

/** The drawing at a point: an anchor of the selected one, or else the one in front. */
export function hitAt(point: Point, { shapes, labels, selected }: Seen): Hit | null {
  const chosen = shapes.find(({ drawing }) => drawing.id === selected)
  const anchor = chosen ? nearestHandle(point, chosen.handles) : null
  if (chosen && anchor !== null) return { id: chosen.drawing.id, anchor }
  const front = shapes.findLast(({ drawing, lines }) => {
    const label = labels.get(drawing.id)
    if (label && isInside(point, label)) return true
    return lines.some((line) => distanceTo(point, line) <= lineReach + drawing.width / 2)
  })
  return front ? { id: front.drawing.id, anchor: null } : null
}

function nearestHandle(point: Point, handles: readonly Point[]): number | null {
  const distances = handles.map((handle) => distance(point, handle))
  const min = Math.min(...distances)
  return min <= handleReach ? distances.indexOf(min) : null
}
