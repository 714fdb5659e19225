import { fail } from '#shared/domain/base/problem'
import {
  insert,
  mainLayout,
  maxWorkspaces,
  panelsOf,
  roomiest,
  type WindowLayout,
  type Workspace
} from '#shared/domain/workspace/index'
import { unlocked, withWorkspace, workspaceOf, type ActionPorts, type Applied, type Desk } from '../desk'
import { uniqueName } from '../names'
import { renewed } from '../renew'
import { makeTemplate } from '../templates'
import { changed, unchanged, type Action } from './action'
import { workspaceText } from '#shared/messages/workspace'

const maxRemoved = 20

const namesOf = (desk: Desk, but?: string) => desk.all.filter(({ id }) => id !== but).map(({ name }) => name)

/** After `behind`, or at the end. */
export function withOneMore(desk: Desk, workspace: Workspace, behind?: string): Applied {
  if (desk.all.length >= maxWorkspaces)
    throw fail('workspace.too-many', workspaceText.refusals.workspacesFull(maxWorkspaces))
  const named = { ...workspace, name: uniqueName(workspace.name, namesOf(desk)) }
  const after = behind === undefined ? -1 : desk.all.findIndex(({ id }) => id === behind)
  const at = after < 0 ? desk.all.length : after + 1
  return { desk: { ...desk, all: desk.all.toSpliced(at, 0, named) }, made: workspace.id }
}

export function addWorkspace(
  desk: Desk,
  { template, name }: Action<'workspace.add'>,
  { newId, markets }: ActionPorts
): Applied {
  const made = makeTemplate(template, { newId, markets: markets() })
  return withOneMore(desk, name === null ? made : { ...made, name })
}

/** Everything goes to the desk, because windows of the copy would cover the originals. */
export function duplicateWorkspace(
  desk: Desk,
  action: Action<'workspace.duplicate'>,
  ports: ActionPorts
): Applied {
  const original = workspaceOf(desk, action.workspace)
  const copy = renewed({ ...original, locked: false, frames: [mergeInto(original.frames)] }, ports.newId)
  return withOneMore(desk, copy, original.id)
}

function mergeInto(frames: readonly WindowLayout[]): WindowLayout {
  const [first, ...others] = frames
  let root = first?.root ?? null
  for (const panel of others.flatMap((windowLayout) => panelsOf(windowLayout.root)))
    root = insert(root, panel, roomiest(root, deskAspect))
  return { id: mainLayout, root }
}

export const deskAspect = 1.6

export function renameWorkspace(desk: Desk, action: Action<'workspace.rename'>, ports: ActionPorts): Applied {
  const before = workspaceOf(desk, action.workspace)
  const name = uniqueName(action.name, namesOf(desk, before.id))
  if (name === before.name) return unchanged(desk)
  return changed(desk, before, { ...before, name }, ports, { words: workspaceText.steps.rename })
}

export function removeWorkspace(desk: Desk, action: Action<'workspace.remove'>, ports: ActionPorts): Applied {
  const workspace = unlocked(workspaceOf(desk, action.workspace))
  const index = desk.all.indexOf(workspace)
  const removed = [...desk.removed, { workspace, index }].slice(-maxRemoved)
  const all = desk.all.toSpliced(index, 1)
  // Workspaces that cannot return need no history.
  const kept = new Set([...all, ...removed.map((each) => each.workspace)].map(({ id }) => id))
  const histories = Object.fromEntries(Object.entries(desk.histories).filter(([id]) => kept.has(id)))
  const rest = { ...desk, all, removed, histories }
  if (rest.all.length > 0) return unchanged(rest)
  return unchanged(addWorkspace(rest, { do: 'workspace.add', template: 'empty', name: null }, ports).desk)
}

/** Restores a removed workspace with its position and history. */
export function bringBack(desk: Desk, id: string): Applied | null {
  const found = desk.removed.find(({ workspace }) => workspace.id === id)
  if (!found) return null
  const rest = { ...desk, removed: desk.removed.filter((each) => each !== found) }
  const added = withOneMore(rest, found.workspace).desk.all
  const all = added.slice(0, -1).toSpliced(found.index, 0, added.at(-1)!)
  return { desk: { ...rest, all }, made: id }
}

export function moveWorkspace(desk: Desk, action: Action<'workspace.move'>): Applied {
  const workspace = workspaceOf(desk, action.workspace)
  const index = Math.max(0, Math.min(action.index, desk.all.length - 1))
  if (desk.all[index] === workspace) return unchanged(desk)
  const others = desk.all.filter((each) => each !== workspace)
  return unchanged({ ...desk, all: others.toSpliced(index, 0, workspace) })
}

export function lockWorkspace(desk: Desk, { workspace: id, locked }: Action<'workspace.lock'>): Applied {
  const workspace = workspaceOf(desk, id)
  return unchanged(workspace.locked === locked ? desk : withWorkspace(desk, { ...workspace, locked }))
}
