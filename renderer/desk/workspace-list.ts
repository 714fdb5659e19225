import { deskText } from '../messages/desk'
import type { MenuGroup } from '../ui/menu'
import type { MarketsModel } from './markets-model.svelte'
import { workspaceMenu } from './workspace-menu'

/** The workspace menu for narrow windows. */
export function workspaceList(
  markets: MarketsModel,
  show: (workspace: string) => void
): readonly MenuGroup[] {
  const { all } = markets.desk.workspaces.state
  const { workspace } = markets
  const choices: MenuGroup = {
    title: deskText.bar.title,
    items: all.map(({ id, name }) => ({
      label: name,
      checked: id === workspace?.id,
      run: () => show(id)
    }))
  }
  return [choices, ...(workspace ? workspaceMenu(markets, workspace) : [])]
}
