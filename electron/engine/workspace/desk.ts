import type { WorkspaceShown, WorkspacesState } from '#shared/contract/workspace/workspaces'
import { fail } from '#shared/domain/base/problem'
import {
  windowLayoutOfParts,
  linkGroups,
  mainLayout,
  panelsOf,
  panelSpecs,
  type WindowLayout,
  type Layout,
  type LinkMarkets,
  type Panel,
  type Workspace
} from '#shared/domain/workspace/index'
import { wordsOf, type Histories } from './history'
import { workspaceText } from '#shared/messages/workspace'

/** All workspaces; the file holds the first two fields. */
export interface Desk {
  readonly all: readonly Workspace[]
  /** The markets of the shared groups. */
  readonly links: LinkMarkets
  readonly histories: Histories
  /** Removed workspaces that can be restored, newest last. */
  readonly removed: readonly Removed[]
}

interface Removed {
  readonly workspace: Workspace
  /** The tab position. */
  readonly index: number
}

export interface ActionPorts {
  readonly newId: () => string
  /** Monotonic milliseconds. */
  readonly now: () => number
  /** The connection's markets, watched ones first; empty while unknown. */
  readonly markets: () => readonly string[]
}

export interface Applied {
  readonly desk: Desk
  readonly made: string | null
}

export const noLinks = Object.fromEntries(linkGroups.map((group) => [group, null])) as LinkMarkets

export function stateOf(desk: Desk): WorkspacesState {
  const last = desk.removed.at(-1)?.workspace
  return {
    all: desk.all.map((workspace): WorkspaceShown => {
      return { ...workspace, links: linksOf(desk, workspace), ...wordsOf(desk.histories[workspace.id]) }
    }),
    removed: last ? { id: last.id, name: last.name } : null
  }
}

export const linksOf = (desk: Desk, { shared, links }: Workspace): LinkMarkets =>
  shared === true ? desk.links : links

export function withLinks(desk: Desk, workspace: Workspace, links: LinkMarkets): Desk {
  if (links === linksOf(desk, workspace)) return desk
  return workspace.shared === true ? { ...desk, links } : withWorkspace(desk, { ...workspace, links })
}

export function workspaceOf(desk: Desk, id: string): Workspace {
  const found = desk.all.find((workspace) => workspace.id === id)
  if (!found) throw fail('workspace.gone', workspaceText.refusals.workspaceGone)
  return found
}

export function unlocked(workspace: Workspace): Workspace {
  if (workspace.locked) throw fail('workspace.locked', workspaceText.refusals.locked(workspace.name))
  return workspace
}

export function panelOf(workspace: Workspace, id: string): Panel {
  const found = workspace.panels[id]
  if (!found) throw fail('panel.gone', workspaceText.refusals.panelGone)
  return found
}

export function windowLayoutOf(workspace: Workspace, id: string): WindowLayout {
  const found = workspace.frames.find((windowLayout) => windowLayout.id === id)
  if (!found) throw fail('window.gone', workspaceText.refusals.windowGone)
  return found
}

export function windowLayoutWith(workspace: Workspace, panel: string): WindowLayout {
  const found = workspace.frames.find((windowLayout) => panelsOf(windowLayout.root).includes(panel))
  if (!found) throw fail('panel.gone', workspaceText.refusals.panelGone)
  return found
}

/** Replaces a layout. An empty layout is removed with its window, except the main one. */
export function withRoot(workspace: Workspace, layoutId: string, root: Layout | null): Workspace {
  const frames = workspace.frames.map((each) =>
    each.id === layoutId ? windowLayoutOfParts(each, root, each.filled) : each
  )
  return { ...workspace, frames: frames.filter((each) => each.id === mainLayout || each.root !== null) }
}

export const withWorkspace = (desk: Desk, workspace: Workspace): Desk => ({
  ...desk,
  all: desk.all.map((each) => (each.id === workspace.id ? workspace : each))
})

export const titleOf = (panel: Panel): string => panelSpecs[panel.kind].title
