import type { Box, Layout, Panel, Tabs } from '#shared/domain/workspace/index'
import { groupsOf, wholeBox } from './groups'
import type { Inset } from './css'

interface Cell {
  readonly key: string
  readonly box: Box
  readonly inset: Inset
  readonly tabs: Tabs
  /** Null for a tab strip. */
  readonly panel: Panel | null
}

export const stripHeight = 26
const none: Inset = { top: 0, height: null }
const underStrip: Inset = { top: stripHeight, height: null }
const strip: Inset = { top: 0, height: stripHeight }

/** Hidden panels are not rendered. */
export function cellsOf(
  layout: Layout | null,
  panels: Readonly<Record<string, Panel>>,
  maximised: string | null
): readonly Cell[] {
  const groups = groupsOf(layout)
  const big = maximised === null ? undefined : panels[maximised]
  const group = big && groups.find(({ tabs }) => tabs.panels.includes(big.id))
  if (big && group) return [{ key: big.id, box: wholeBox, inset: none, tabs: group.tabs, panel: big }]
  return groups.flatMap(({ path, tabs, box }) => {
    const panel = panels[tabs.active]
    if (!panel) return []
    const single = tabs.panels.length === 1
    const cell: Cell = { key: panel.id, box, inset: single ? none : underStrip, tabs, panel }
    return single ? [cell] : [{ key: `tabs ${path.join(' ')}`, box, inset: strip, tabs, panel: null }, cell]
  })
}
