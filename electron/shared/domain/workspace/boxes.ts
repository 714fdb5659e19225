import { tabsWith, type Edge, type Layout } from './layout'

export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The box of each panel in a 1 × 1 window; tabs of a group share it. */
export function boxes(layout: Layout | null): ReadonlyMap<string, Box> {
  const found = new Map<string, Box>()
  const visit = (part: Layout, box: Box) => {
    if (part.kind === 'tabs') return part.panels.forEach((panel) => found.set(panel, box))
    let from = 0
    part.parts.forEach((child, index) => {
      const share = part.shares[index]!
      visit(
        child,
        part.direction === 'row'
          ? { ...box, left: box.left + from * box.width, width: share * box.width }
          : { ...box, top: box.top + from * box.height, height: share * box.height }
      )
      from += share
    })
  }
  if (layout) visit(layout, { left: 0, top: 0, width: 1, height: 1 })
  return found
}

/** The active panel of the group that shares most of that border. */
export function neighbour(layout: Layout | null, panel: string, edge: Edge): string | null {
  const all = boxes(layout)
  const own = all.get(panel)
  if (!layout || !own) return null
  let best: { readonly panel: string; readonly shared: number } | null = null
  for (const [other, box] of all) {
    if (tabsWith(layout, other)?.active !== other || !touches(own, box, edge)) continue
    const shared = edge === 'left' || edge === 'right' ? overlap(own, box, 'top') : overlap(own, box, 'left')
    if (shared > close && (!best || shared > best.shared)) best = { panel: other, shared }
  }
  return best?.panel ?? null
}

const close = 1e-9
const near = (one: number, other: number) => Math.abs(one - other) < close

function touches(own: Box, box: Box, edge: Edge): boolean {
  if (edge === 'left') return near(box.left + box.width, own.left)
  if (edge === 'right') return near(own.left + own.width, box.left)
  if (edge === 'top') return near(box.top + box.height, own.top)
  return near(own.top + own.height, box.top)
}

function overlap(one: Box, other: Box, axis: 'left' | 'top'): number {
  const size = axis === 'left' ? 'width' : 'height'
  return Math.min(one[axis] + one[size], other[axis] + other[size]) - Math.max(one[axis], other[axis])
}
