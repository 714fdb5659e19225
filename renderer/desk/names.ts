import { deskText } from '../messages/desk'
import type { WorkspaceShown } from '#shared/contract/workspace/workspaces'
import { marketOf, panelSpecs, type Layout, type Path } from '#shared/domain/workspace/index'
import type { Line } from './groups'

interface Shown {
  readonly workspace: WorkspaceShown | null
  readonly layout: Layout | null
}

/** "Order book BTCUSD" */
export function nameOf(markets: Pick<Shown, 'workspace'>, id: string): string {
  const panel = markets.workspace?.panels[id]
  if (!panel) return ''
  const title = panelSpecs[panel.kind].title
  const market = panelSpecs[panel.kind].hasMarket ? marketOf(panel, markets.workspace!.links) : null
  return market === null ? title : `${title} ${market}`
}

/** Named by the first panels on both sides. */
export function lineName(markets: Shown, { path, index }: Line): string {
  const before = firstOf(markets.layout, [...path, index])
  const after = firstOf(markets.layout, [...path, index + 1])
  return deskText.separator.between(
    before ? nameOf(markets, before) : '',
    after ? nameOf(markets, after) : ''
  )
}

function firstOf(layout: Layout | null, path: Path): string | null {
  let part = layout
  for (const at of path) part = part?.kind === 'split' ? (part.parts[at] ?? null) : null
  while (part?.kind === 'split') part = part.parts[0] ?? null
  return part?.active ?? null
}

export const cellId = (panel: string) => `panel-${panel}`
export const tabId = (panel: string) => `tab-${panel}`
