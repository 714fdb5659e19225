import { deskText } from '../messages/desk'
import type { WorkspaceShown } from '#shared/contract/workspace/workspaces'
import { valueOf } from '../lib/client'
import type { MarketsModel } from './markets-model.svelte'

/** Announces the step. */
export async function turn(markets: MarketsModel, way: 'undo' | 'redo'): Promise<void> {
  const { workspace, desk } = markets
  const words = workspace?.[way]
  if (!workspace || !words) return
  const done = await markets.act({ do: way, workspace: workspace.id })
  if (done) desk.toasts.show('information', `${way === 'undo' ? deskText.undone : deskText.redone}: ${words}`)
}

export async function shareLinks(markets: MarketsModel, workspace: WorkspaceShown): Promise<void> {
  const { id, name, shared } = workspace
  const { desk } = markets
  if (!(await markets.act({ do: 'workspace.share', workspace: id, shared: shared !== true }))) return
  const sentence = shared === true ? deskText.ungrouped(name) : deskText.shared(name)
  desk.toasts.show('information', sentence, null, {
    label: deskText.undo,
    run: () => void markets.act({ do: 'undo', workspace: id })
  })
}

/** The notice can undo it, so there is no confirmation. */
export async function removeWorkspace(markets: MarketsModel, { id, name }: WorkspaceShown): Promise<void> {
  const { desk } = markets
  const at = desk.workspaces.state.all.findIndex((workspace) => workspace.id === id)
  const next = desk.workspaces.state.all[at + 1] ?? desk.workspaces.state.all[at - 1]
  const shown = markets.workspace?.id === id
  const removed = await markets.act({ do: 'workspace.remove', workspace: id })
  if (!removed) return
  if (shown && next) markets.show(next.id)
  desk.toasts.show('information', deskText.closed(name), null, {
    label: deskText.undo,
    run: () => void bringBack(markets, id)
  })
}

export async function bringBack(markets: MarketsModel, id: string): Promise<void> {
  if (await markets.act({ do: 'undo', workspace: id })) markets.show(id)
}

export async function saveWorkspace({ desk }: MarketsModel, workspace: string): Promise<void> {
  await desk.attempt(async () => {
    const file = await valueOf(desk.bridge.call.workspaces.save({ workspace }))
    if (file) desk.toasts.show('success', deskText.saved(file.path))
  })
}

export async function saveTemplate({ desk }: MarketsModel, { id, name }: WorkspaceShown): Promise<void> {
  if (await desk.attempt(() => desk.templates.saveWorkspace(id, name)))
    desk.toasts.show('success', deskText.templateSaved(name))
}
