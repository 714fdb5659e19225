import { boxes, type Box } from './boxes'
import { fitted, needOf } from './fit'
import { insert, panelsOf, tabsWith, type Layout, type Spot } from './layout'
import type { PanelKind, Room } from './panel-kinds'
import type { Panel } from './workspace'

/** The default spot: beside the largest panel, along its longer side. */
export function roomiest(layout: Layout | null, aspect: number): Spot {
  const [largest] = largestFirst(layout)
  return largest ? spotsBeside(largest, aspect)[0]! : { beside: null, edge: 'right' }
}

/** Pixels that a new panel and the one beside it get. */
const minHeightBeside = 120
const newPanel = 'new'

/**
 * The default spot for a panel of a kind in a window of a size: beside the largest panel that leaves all of them their
 * minimum, or else among the tabs of one of its kind, or of the largest one.
 */
export function spotFor(
  kind: PanelKind,
  layout: Layout | null,
  panels: Readonly<Record<string, Panel>>,
  size: Room
): Spot {
  const shown = layout && fitted(layout, panels, size)
  const all = largestFirst(shown)
  const [largest] = all
  if (!shown || !largest) return { beside: null, edge: 'right' }
  const added: Panel = { id: newPanel, kind, link: null, market: null, settings: {} }
  const withAdded = { ...panels, [newPanel]: added }
  const isRoomy = (spot: Spot, beside: string) => {
    const next = insert(shown, newPanel, spot)
    const need = needOf(next, withAdded)
    if (need.width > size.width || need.height > size.height) return false
    const found = boxes(fitted(next, withAdded, size))
    return [newPanel, beside].every((id) => found.get(id)!.height * size.height >= minHeightBeside)
  }
  for (const each of all) {
    const found = spotsBeside(each, size.width / size.height).find((spot) => isRoomy(spot, each.panel))
    if (found) return found
  }
  const { panel } = all.find((each) => panels[each.panel]?.kind === kind) ?? largest
  return { among: panel, index: tabsWith(layout, panel)!.panels.length }
}

interface Boxed {
  readonly panel: string
  readonly box: Box
}

/** Active tabs alone. */
function largestFirst(layout: Layout | null): readonly Boxed[] {
  return Array.from(boxes(layout), ([panel, box]) => ({ panel, box }))
    .filter(({ panel }) => tabsWith(layout, panel)?.active === panel)
    .sort((one, other) => {
      const difference = area(other.box) - area(one.box)
      return Math.abs(difference) > rounding ? difference : 0
    })
}

/** Along the longer side first. */
function spotsBeside({ panel, box }: Boxed, aspect: number): readonly Spot[] {
  const isWide = box.width * aspect >= box.height
  const [right, bottom] = [
    { beside: panel, edge: 'right' } as const,
    { beside: panel, edge: 'bottom' } as const
  ]
  return isWide ? [right, bottom] : [bottom, right]
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
