import {
  neighbour,
  tabsWith,
  type Direction,
  type Edge,
  type Layout,
  type Spot
} from '#shared/domain/workspace/index'
import { dropOf, type Drop } from './drops'
import { groupsOf, type Group } from './groups'

/** One step to that side: out of tabs, out of a stack, past the neighbor, then to the edge; null if there is none. */
export function stepTo(layout: Layout | null, panel: string, edge: Edge): Drop | null {
  if (!layout) return null
  const tabs = tabsWith(layout, panel)
  if (!tabs) return null
  if (tabs.panels.length > 1) return dropOf(layout, panel, { beside: panel, edge })
  const next = neighbour(layout, panel, edge)
  if (next === null) {
    const group = groupOf(layout, panel)
    return group && spans(group, edge) ? null : dropOf(layout, panel, { beside: null, edge })
  }
  const spot: Spot = siblings(layout, panel, next, edge)
    ? { beside: next, edge }
    : { beside: next, edge: opposite[edge] }
  return dropOf(layout, panel, spot)
}

export const opposite: Readonly<Record<Edge, Edge>> = {
  left: 'right',
  right: 'left',
  top: 'bottom',
  bottom: 'top'
}

const groupOf = (layout: Layout, panel: string) =>
  groupsOf(layout).find(({ tabs }) => tabs.panels.includes(panel))

/** It already spans that edge. */
function spans({ box }: Group, edge: Edge): boolean {
  return edge === 'left' || edge === 'right' ? box.height > 1 - 1e-9 : box.width > 1 - 1e-9
}

/** Parts of one split in that direction, so a step moves past the other. */
function siblings(layout: Layout, panel: string, other: string, edge: Edge): boolean {
  const one = groupOf(layout, panel)?.path
  const two = groupOf(layout, other)?.path
  if (!one || !two || one.length !== two.length) return false
  if (one.slice(0, -1).join() !== two.slice(0, -1).join()) return false
  return directionAt(layout, one.slice(0, -1)) === (edge === 'left' || edge === 'right' ? 'row' : 'column')
}

function directionAt(layout: Layout, path: readonly number[]): Direction | null {
  let part: Layout | undefined = layout
  for (const at of path) part = part?.kind === 'split' ? part.parts[at] : undefined
  return part?.kind === 'split' ? part.direction : null
}
