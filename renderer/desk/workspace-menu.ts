import type { WorkspaceShown } from '#shared/contract/workspace/workspaces'
import { valueOf } from '../lib/client'
import type { MenuGroup } from '../ui/menu'
import type { MarketsDesk } from './markets-desk.svelte'
import { removeWorkspace, saveWorkspace, shareLinks, turn } from './workspace-deeds'

/** What can be done with the workspace of a tab. */
export function workspaceMenu(markets: MarketsDesk, workspace: WorkspaceShown): readonly MenuGroup[] {
  const { desk } = markets
  const { all } = desk.workspaces.state
  const { id, name, locked } = workspace
  const at = all.findIndex((each) => each.id === id)
  const shown = markets.workspace?.id === id
  const whyNot = (words: string | null) =>
    locked ? 'The layout is locked' : !shown ? 'Active workspace only' : words
  const move = (index: number) => markets.act({ do: 'workspace.move', workspace: id, index })
  return [
    {
      title: name,
      items: [
        { label: 'Rename', caps: ['F2'], run: () => (markets.renaming = id) },
        { label: 'Duplicate', run: () => markets.duplicate(id) },
        { label: 'Lock the layout', checked: locked, run: () => markets.lock(id, !locked) },
        {
          label: 'Share link groups with other workspaces',
          checked: workspace.shared === true,
          run: () => shareLinks(markets, workspace)
        }
      ]
    },
    {
      items: [
        {
          label: workspace.undo === null ? 'Undo' : `Undo: ${workspace.undo}`,
          caps: desk.commands.caps('workspace.undo'),
          disabled: whyNot(workspace.undo === null ? 'Nothing to undo' : null),
          run: () => turn(markets, 'undo')
        },
        {
          label: workspace.redo === null ? 'Redo' : `Redo: ${workspace.redo}`,
          caps: desk.commands.caps('workspace.redo'),
          disabled: whyNot(workspace.redo === null ? 'Nothing to redo' : null),
          run: () => turn(markets, 'redo')
        },
        {
          label: 'Add a panel',
          caps: desk.commands.caps('panel.add'),
          disabled: whyNot(null),
          run: () => desk.commands.run('panel.add')
        }
      ]
    },
    {
      items: [
        { label: 'Move to the left', disabled: at > 0 ? null : 'It is the first', run: () => move(at - 1) },
        {
          label: 'Move to the right',
          disabled: at < all.length - 1 ? null : 'It is the last',
          run: () => move(at + 1)
        },
        {
          label: 'Open in new window',
          run: () => desk.attempt(() => valueOf(desk.bridge.call.windows.openWorkspace({ workspace: id })))
        }
      ]
    },
    {
      items: [
        { label: 'Save as a file', run: () => saveWorkspace(markets, id) },
        { label: 'Add one from a file', run: () => markets.load() },
        { label: 'Close the workspace', run: () => removeWorkspace(markets, workspace) }
      ]
    }
  ]
}
