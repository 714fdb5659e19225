import { checkSymbol } from '../../market/symbol'
import type { LinkMarkets } from '#shared/domain/workspace/index'
import { linksOf, withLinks, workspaceOf, type ActionPorts, type Applied, type Desk } from '../desk'
import { changed, unchanged, type Action } from './action'
import { workspaceText } from '#shared/messages/workspace'

const { steps } = workspaceText

export function showInGroup(desk: Desk, action: Action<'link.show'>): Applied {
  const workspace = workspaceOf(desk, action.workspace)
  const links = linksOf(desk, workspace)
  const symbol = checkSymbol(action.market)
  if (links[action.link] === symbol) return unchanged(desk)
  return unchanged(withLinks(desk, workspace, { ...links, [action.link]: symbol }))
}

/** The first shared workspace defines the markets; others join them and later return to their own. */
export function shareLinks(desk: Desk, action: Action<'workspace.share'>, ports: ActionPorts): Applied {
  const before = workspaceOf(desk, action.workspace)
  if ((before.shared === true) === action.shared) return unchanged(desk)
  const { shared: _shared, ...own } = before
  const after = action.shared ? { ...own, shared: true } : own
  const words = action.shared ? steps.shareLinks : steps.stopSharingLinks
  const links = action.shared ? joined(desk, before.links) : desk.links
  return changed({ ...desk, links }, before, after, ports, { words })
}

function joined({ all, links }: Desk, own: LinkMarkets): LinkMarkets {
  if (!all.some(({ shared }) => shared === true)) return own
  const known = Object.entries(links).filter(([, market]) => market !== null)
  return { ...own, ...Object.fromEntries(known) }
}
