import { boxes, type Box } from './boxes'
import { panelsOf, tabsWith, type Layout, type Spot } from './layout'

/** The default spot: beside the largest panel, along its longer side. */
export function roomiest(layout: Layout | null, aspect: number): Spot {
  let largest: { readonly panel: string; readonly box: Box } | null = null
  for (const [panel, box] of boxes(layout)) {
    if (tabsWith(layout, panel)?.active !== panel) continue
    if (!largest || area(box) > area(largest.box) + rounding) largest = { panel, box }
  }
  if (!largest) return { beside: null, edge: 'right' }
  const isWide = largest.box.width * aspect >= largest.box.height
  return { beside: largest.panel, edge: isWide ? 'right' : 'bottom' }
}

const rounding = 1e-9
const area = (box: Box) => box.width * box.height

/** A layout from a file may be invalid. */
export function isSound(layout: Layout | null): boolean {
  if (!layout) return true
  const panels = panelsOf(layout)
  return new Set(panels).size === panels.length && isSoundPart(layout)
}

function isSoundPart(layout: Layout): boolean {
  if (layout.kind === 'tabs') return layout.panels.includes(layout.active)
  const { parts, shares, direction } = layout
  const sum = shares.reduce((total, share) => total + share, 0)
  return (
    parts.length >= 2 &&
    shares.length === parts.length &&
    shares.every((share) => share > 0) &&
    Math.abs(sum - 1) < 1e-6 &&
    parts.every((part) => isSoundPart(part) && !(part.kind === 'split' && part.direction === direction))
  )
}
