import { nameOf } from '../../desk/names'
import type { MarketsDesk } from '../../desk/markets-desk.svelte'
import { windowText } from '../../messages/app'

/** What a window without the desk's views shows: a panel, or a workspace. */
export function windowName(markets: MarketsDesk): string {
  const { content, panels, workspace } = markets
  const [only] = panels
  if (content.kind === 'frame' && only !== undefined && panels.length === 1) return nameOf(markets, only)
  return workspace?.name ?? ''
}

/** For the task bar, where the first words alone can be read. */
export function titleOf(markets: MarketsDesk, view: string, connection: string | undefined): string {
  const { content, workspace, panels } = markets
  const name = windowName(markets)
  const parts =
    content.kind === 'frame'
      ? [panels.length === 1 ? name : windowText.panels(panels.length), workspace?.name]
      : content.kind === 'workspace'
        ? [name]
        : [markets.desk.router.view === 'markets' ? workspace?.name : undefined, view, connection]
  return [...parts, windowText.app].filter(Boolean).join(' – ')
}
