import { panelText } from '../../messages/panels/shell'
import { linkGroups } from '#shared/domain/workspace/index'
import type { MenuGroup } from '../../ui/menu'
import type { PanelHost } from './panel-host.svelte'

export const linkTitle = ({ link }: PanelHost): string =>
  link === null ? panelText.link.none : panelText.link.group(link.toUpperCase())

export const linkMenu = (host: PanelHost): readonly MenuGroup[] => [
  {
    title: isShared(host) ? panelText.link.followShared : panelText.link.follow,
    items: linkGroups.map((group) => ({
      label: groupLabel(host, group),
      checked: host.link === group,
      swatch: `var(--link-${group})`,
      run: () => host.setLink(group)
    }))
  },
  {
    items: [
      {
        label: host.market === null ? panelText.link.unlinked : panelText.link.keep(host.market),
        checked: host.link === null,
        run: () => host.setLink(null)
      }
    ]
  }
]

const isShared = ({ desk, slot }: PanelHost) => desk.workspaces.byId(slot.workspace)?.shared === true

function groupLabel(host: PanelHost, group: (typeof linkGroups)[number]): string {
  const market = host.desk.workspaces.links(host.slot.workspace)[group]
  const letter = group.toUpperCase()
  return market === null ? panelText.link.groupNamed(letter) : panelText.link.groupShowing(letter, market)
}

export function windowMenu(host: PanelHost): MenuGroup {
  const { slot, desk, locked } = host
  const disabled = locked ? panelText.locked : null
  const popped = slot.frame !== 'main'
  return {
    items: [
      {
        label: slot.maximised() ? panelText.menu.restore : panelText.menu.maximize,
        caps: desk.commands.caps('panel.maximise'),
        disabled: slot.alone ? panelText.menu.alone : null,
        run: slot.toggleMaximised
      },
      popped
        ? { label: panelText.menu.return, disabled, run: () => host.returnToDesk() }
        : { label: panelText.menu.popOut, disabled, run: () => host.popOut() },
      { label: panelText.menu.close, disabled, run: () => host.remove() }
    ]
  }
}
