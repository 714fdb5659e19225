import { nameOf } from '../../desk/names'
import type { MarketsModel } from '../../desk/markets-model.svelte'
import { windowText } from '../../messages/app'

/** For windows without views. */
export function windowName(markets: MarketsModel): string {
  const { content, panels, workspace } = markets
  const [only] = panels
  if (content.kind === 'frame' && only !== undefined && panels.length === 1) return nameOf(markets, only)
  return workspace?.name ?? ''
}

/** Most important first, because task bars truncate it. */
export function titleOf(markets: MarketsModel, view: string, connection: string | undefined): string {
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
