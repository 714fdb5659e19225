import type { WorkspaceShown, WorkspacesState } from '#shared/contract/workspace/workspaces'
import { fail } from '#shared/domain/base/problem'
import {
  frameOfParts,
  linkGroups,
  mainFrame,
  panelsOf,
  panelSpecs,
  type Frame,
  type Layout,
  type LinkMarkets,
  type Panel,
  type Workspace
} from '#shared/domain/workspace/index'
import { wordsOf, type Histories } from './history'
import { workspaceText } from '#shared/messages/workspace'

/** Everything that is known of the workspaces while the app runs; the file holds the first two. */
export interface Desk {
  readonly all: readonly Workspace[]
  /** What the shared groups show. */
  readonly links: LinkMarkets
  readonly histories: Histories
  /** What was removed and can be brought back; the newest last. */
  readonly removed: readonly Removed[]
}

interface Removed {
  readonly workspace: Workspace
  /** Its place among the tabs. */
  readonly index: number
}

export interface ActionPorts {
  readonly newId: () => string
  /** Milliseconds that only go forward. */
  readonly now: () => number
  /** What the connection in use has; the watched ones first. Empty while nobody knows. */
  readonly markets: () => readonly string[]
}

export interface Applied {
  readonly desk: Desk
  /** The id of what was made, or null. */
  readonly made: string | null
}

export const noLinks = Object.fromEntries(linkGroups.map((group) => [group, null])) as LinkMarkets

export function stateOf(desk: Desk, notSaved: string | null): WorkspacesState {
  const last = desk.removed.at(-1)?.workspace
  return {
    all: desk.all.map((workspace): WorkspaceShown => {
      return { ...workspace, links: linksOf(desk, workspace), ...wordsOf(desk.histories[workspace.id]) }
    }),
    removed: last ? { id: last.id, name: last.name } : null,
    notSaved
  }
}

export const linksOf = (desk: Desk, { shared, links }: Workspace): LinkMarkets =>
  shared === true ? desk.links : links

/** The same desk where nothing changed. */
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

export function frameOf(workspace: Workspace, id: string): Frame {
  const found = workspace.frames.find((frame) => frame.id === id)
  if (!found) throw fail('frame.gone', workspaceText.refusals.windowGone)
  return found
}

export function frameWith(workspace: Workspace, panel: string): Frame {
  const found = workspace.frames.find((frame) => panelsOf(frame.root).includes(panel))
  if (!found) throw fail('panel.gone', workspaceText.refusals.panelGone)
  return found
}

/** Another layout for one frame. A frame without panels goes, and its window with it; the desk's own stays. */
export function withRoot(workspace: Workspace, frame: string, root: Layout | null): Workspace {
  const frames = workspace.frames.map((each) =>
    each.id === frame ? frameOfParts(each, root, each.filled) : each
  )
  return { ...workspace, frames: frames.filter((each) => each.id === mainFrame || each.root !== null) }
}

export const withWorkspace = (desk: Desk, workspace: Workspace): Desk => ({
  ...desk,
  all: desk.all.map((each) => (each.id === workspace.id ? workspace : each))
})

export const titleOf = (panel: Panel): string => panelSpecs[panel.kind].title
