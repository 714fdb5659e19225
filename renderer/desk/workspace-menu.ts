import { deskText } from '../messages/desk'
import type { WorkspaceShown } from '#shared/contract/workspace/workspaces'
import { valueOf } from '../lib/client'
import type { MenuGroup } from '../ui/menu'
import type { MarketsModel } from './markets-model.svelte'
import { removeWorkspace, saveTemplate, saveWorkspace, shareLinks, turn } from './workspace-actions'

export function workspaceMenu(markets: MarketsModel, workspace: WorkspaceShown): readonly MenuGroup[] {
  const { desk } = markets
  const { all } = desk.workspaces.state
  const { id, name, locked } = workspace
  const at = all.findIndex((each) => each.id === id)
  const shown = markets.workspace?.id === id
  const whyNot = (words: string | null) =>
    locked ? deskText.disabled.locked : !shown ? deskText.menu.activeOnly : words
  const move = (index: number) => markets.act({ do: 'workspace.move', workspace: id, index })
  return [
    {
      title: name,
      items: [
        { label: deskText.menu.rename, caps: ['F2'], run: () => (markets.renaming = id) },
        { label: deskText.menu.duplicate, run: () => markets.duplicate(id) },
        { label: deskText.menu.lock, checked: locked, run: () => markets.lock(id, !locked) },
        {
          label: deskText.menu.share,
          checked: workspace.shared === true,
          run: () => shareLinks(markets, workspace)
        }
      ]
    },
    {
      items: [
        {
          label: workspace.undo === null ? deskText.undo : deskText.menu.undo(workspace.undo),
          caps: desk.commands.caps('workspace.undo'),
          disabled: whyNot(workspace.undo === null ? deskText.disabled.nothingToUndo : null),
          run: () => turn(markets, 'undo')
        },
        {
          label: workspace.redo === null ? deskText.menu.redoBare : deskText.menu.redo(workspace.redo),
          caps: desk.commands.caps('workspace.redo'),
          disabled: whyNot(workspace.redo === null ? deskText.disabled.nothingToRedo : null),
          run: () => turn(markets, 'redo')
        },
        {
          label: deskText.addPanel,
          caps: desk.commands.caps('panel.add'),
          disabled: whyNot(null),
          run: () => desk.commands.run('panel.add')
        }
      ]
    },
    {
      items: [
        { label: deskText.menu.left, disabled: at > 0 ? null : deskText.menu.first, run: () => move(at - 1) },
        {
          label: deskText.menu.right,
          disabled: at < all.length - 1 ? null : deskText.menu.last,
          run: () => move(at + 1)
        },
        {
          label: deskText.menu.popOut,
          run: () => desk.attempt(() => valueOf(desk.bridge.call.windows.openWorkspace({ workspace: id })))
        }
      ]
    },
    {
      items: [
        { label: deskText.menu.save, run: () => saveWorkspace(markets, id) },
        { label: deskText.menu.saveTemplate, run: () => saveTemplate(markets, workspace) },
        { label: deskText.menu.load, run: () => markets.load() },
        { label: deskText.menu.close, run: () => removeWorkspace(markets, workspace) }
      ]
    }
  ]
}
