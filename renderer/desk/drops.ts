import {
  boxes,
  insert,
  move,
  panelsOf,
  type Box,
  type Edge,
  type Layout,
  type Spot
} from '#shared/domain/workspace/index'
import { stripHeight } from './cells'
import { groupsOf, type Group } from './groups'

interface Size {
  readonly width: number
  readonly height: number
}

/** In pixels from the top left corner. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** The change on release, and the panel's new box. */
export interface Drop {
  readonly spot: Spot
  readonly box: Box
}

/** Within this distance the panel goes beside all others, in pixels. */
const windowEdge = 12
/** The center of a panel, where a drop creates tabs. */
const middle = 0.3

/** Null if nothing would change. */
export function dropAt(layout: Layout | null, panel: string, point: Point, size: Size): Drop | null {
  if (point.x < 0 || point.y < 0 || point.x > size.width || point.y > size.height) return null
  if (!layout) return { spot: { beside: null, edge: 'left' }, box: { left: 0, top: 0, width: 1, height: 1 } }
  const spot = spotAt(layout, panel, point, size)
  return spot && dropOf(layout, panel, spot)
}

/** The preview is the actual result. */
export function dropOf(layout: Layout, panel: string, spot: Spot): Drop | null {
  const after = panelsOf(layout).includes(panel) ? move(layout, panel, spot) : insert(layout, panel, spot)
  const box = boxes(after).get(panel)
  return box && after !== layout && !same(layout, after) ? { spot, box } : null
}

const same = (one: Layout, other: Layout) => JSON.stringify(one) === JSON.stringify(other)

function spotAt(layout: Layout, panel: string, point: Point, size: Size): Spot | null {
  const edge = edgeOfFrame(point, size)
  if (edge) return { beside: null, edge }
  const group = groupsOf(layout).find(({ box }) => holds(box, point, size))
  if (!group) return null
  const others = group.tabs.panels.filter((each) => each !== panel)
  const anchor = others[0]
  if (anchor === undefined) return null
  const inside = within(group.box, point, size)
  if (group.tabs.panels.length > 1 && inside.y < stripHeight) return tabAt(group, others, inside)
  const side = sideOf(inside)
  if (side) return { beside: anchor, edge: side }
  return others.length < group.tabs.panels.length ? null : { among: anchor, index: others.length }
}

/** Tabs share the strip up to their maximum width. */
function tabAt(group: Group, others: readonly string[], inside: Inside): Spot {
  const width = tabWidth(inside.width, group.tabs.panels.length)
  const index = Math.min(others.length, Math.max(0, Math.floor(inside.x / width)))
  return { among: others[0]!, index }
}

export const maxTab = 180
/** The width of the add button. */
export const addWidth = 28
const tabWidth = (strip: number, count: number) => Math.max(1, Math.min(maxTab, (strip - addWidth) / count))

function edgeOfFrame({ x, y }: Point, { width, height }: Size): Edge | null {
  if (x < windowEdge) return 'left'
  if (x > width - windowEdge) return 'right'
  if (y < windowEdge) return 'top'
  return y > height - windowEdge ? 'bottom' : null
}

interface Inside extends Point, Size {}

function within(box: Box, { x, y }: Point, { width, height }: Size): Inside {
  return {
    x: x - box.left * width,
    y: y - box.top * height,
    width: box.width * width,
    height: box.height * height
  }
}

function holds(box: Box, point: Point, size: Size): boolean {
  const { x, y, width, height } = within(box, point, size)
  return x >= 0 && y >= 0 && x <= width && y <= height
}

/** Relative to the panel's size; null in the middle. */
function sideOf({ x, y, width, height }: Inside): Edge | null {
  const distances: readonly (readonly [Edge, number])[] = [
    ['left', x / width],
    ['right', 1 - x / width],
    ['top', y / height],
    ['bottom', 1 - y / height]
  ]
  const [edge, distance] = distances.reduce((best, each) => (each[1] < best[1] ? each : best))
  return distance < middle ? edge : null
}
