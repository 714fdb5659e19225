import { maxPanelSettings } from '#shared/contract/workspace/workspaces'
import { fail } from '#shared/domain/base/problem'
import {
  activate,
  insert,
  mainLayout,
  marketOf,
  maxPanels,
  remove,
  roomiest,
  tabsWith,
  type WindowLayout,
  type LinkMarkets,
  type Panel,
  type Spot
} from '#shared/domain/workspace/index'
import { checkSymbol } from '../../market/symbol'
import {
  windowLayoutOf,
  windowLayoutWith,
  linksOf,
  panelOf,
  titleOf,
  unlocked,
  withLinks,
  withRoot,
  withWorkspace,
  workspaceOf,
  type ActionPorts,
  type Applied,
  type Desk
} from '../desk'
import { changed, unchanged, type Action } from './action'
import { deskAspect } from './workspace'
import { workspaceText } from '#shared/messages/workspace'

const { steps } = workspaceText

/** Windows are narrow. */
const aspectOf = (windowLayout: WindowLayout) => (windowLayout.id === mainLayout ? deskAspect : 2 / 3)

/** The requested spot, or the one with the most space if it is gone. */
export function spotIn(windowLayout: WindowLayout, spot: Spot | null): Spot {
  const beside = spot && ('among' in spot ? spot.among : spot.beside)
  const isThere = beside === null || tabsWith(windowLayout.root, beside) !== null
  return spot && isThere ? spot : roomiest(windowLayout.root, aspectOf(windowLayout))
}

const symbolOf = (market: string | null) => (market === null ? null : checkSymbol(market))

export function addPanel(desk: Desk, action: Action<'panel.add'>, ports: ActionPorts): Applied {
  const before = unlocked(workspaceOf(desk, action.workspace))
  const windowLayout = windowLayoutOf(before, action.frame)
  if (Object.keys(before.panels).length >= maxPanels)
    throw fail('panel.too-many', workspaceText.refusals.panelsFull(before.name, maxPanels))
  const id = ports.newId()
  const { kind, link, settings } = action
  const links = linksOf(desk, before)
  const shown = link && links[link]
  const panel: Panel = { id, kind, link, market: symbolOf(action.market) ?? shown ?? null, settings }
  const root = insert(windowLayout.root, id, spotIn(windowLayout, action.spot))
  const after = { ...withRoot(before, windowLayout.id, root), panels: { ...before.panels, [id]: panel } }
  const { desk: changedDesk, made } = changed(desk, before, after, ports, {
    words: steps.addPanel(titleOf(panel)),
    made: id
  })
  return { desk: withLinks(changedDesk, after, linksWith(links, panel)), made }
}

/** A group without a market gets that of its first panel. */
const linksWith = (links: LinkMarkets, { link, market }: Panel): LinkMarkets =>
  link !== null && links[link] === null && market !== null ? { ...links, [link]: market } : links

export function removePanel(desk: Desk, action: Action<'panel.remove'>, ports: ActionPorts): Applied {
  const before = unlocked(workspaceOf(desk, action.workspace))
  const panel = panelOf(before, action.panel)
  const windowLayout = windowLayoutWith(before, panel.id)
  const { [panel.id]: _removed, ...panels } = before.panels
  const after = {
    ...withRoot(before, windowLayout.id, windowLayout.root && remove(windowLayout.root, panel.id)),
    panels
  }
  return changed(desk, before, after, ports, { words: steps.removePanel(titleOf(panel)) })
}

export function activatePanel(desk: Desk, action: Action<'panel.activate'>): Applied {
  const workspace = workspaceOf(desk, action.workspace)
  const windowLayout = windowLayoutWith(workspace, panelOf(workspace, action.panel).id)
  const root = windowLayout.root && activate(windowLayout.root, action.panel)
  return unchanged(
    root === windowLayout.root ? desk : withWorkspace(desk, withRoot(workspace, windowLayout.id, root))
  )
}

export function changePanel(desk: Desk, action: Action<'panel.change'>): Applied {
  const workspace = workspaceOf(desk, action.workspace)
  const before = panelOf(workspace, action.panel)
  const link = action.link === undefined ? before.link : action.link
  // A panel that leaves its group, or joins an empty one, keeps its market.
  const shown = linksOf(desk, workspace)
  const own = action.link === undefined ? before.market : marketOf(before, shown)
  const market = action.market === undefined ? own : symbolOf(action.market)
  const settings = { ...before.settings, ...action.settings }
  if (Object.keys(settings).length > maxPanelSettings)
    throw fail('panel.too-many-settings', workspaceText.refusals.settingsFull(maxPanelSettings))
  const panel: Panel = { ...before, link, market, settings }
  const links = linksWith(shown, panel)
  if (links === shown && JSON.stringify(panel) === JSON.stringify(before)) return unchanged(desk)
  const panels = { ...workspace.panels, [panel.id]: panel }
  const after = { ...workspace, panels }
  return unchanged(withLinks(withWorkspace(desk, after), after, links))
}
