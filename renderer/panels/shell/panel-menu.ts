import { linkGroups } from '#shared/domain/workspace/index'
import type { MenuGroup } from '../../ui/menu'
import type { PanelHost } from './panel-host.svelte'

const whyLocked = 'The layout is locked'

/** What the letter in the head means. */
export const linkTitle = ({ link }: PanelHost): string =>
  link === null
    ? 'Not linked: this panel keeps its own market. Click to follow a group'
    : `Link group ${link.toUpperCase()}: its panels show the same market. Click to change`

/** Which colour the panel follows. */
export const linkMenu = (host: PanelHost): readonly MenuGroup[] => [
  {
    title: isShared(host) ? 'Follow a group (shared with other workspaces)' : 'Follow a group',
    items: linkGroups.map((group) => ({
      label: `Group ${group.toUpperCase()}${marketOfGroup(host, group)}`,
      checked: host.link === group,
      swatch: `var(--link-${group})`,
      run: () => host.setLink(group)
    }))
  },
  {
    items: [
      {
        label: host.market === null ? 'Follow nothing' : `Hold ${host.market}`,
        checked: host.link === null,
        run: () => host.setLink(null)
      }
    ]
  }
]

const isShared = ({ desk, place }: PanelHost) => desk.workspaces.byId(place.workspace)?.shared === true

function marketOfGroup(host: PanelHost, group: (typeof linkGroups)[number]): string {
  const market = host.desk.workspaces.links(host.place.workspace)[group]
  return market === null ? '' : `\u2002${market}`
}

/** What can be done with any panel. */
export function placeMenu(host: PanelHost): MenuGroup {
  const { place, desk, locked } = host
  const disabled = locked ? whyLocked : null
  const popped = place.frame !== 'main'
  return {
    items: [
      {
        label: place.maximised() ? 'Restore panel' : 'Maximize panel',
        caps: desk.commands.caps('panel.maximise'),
        disabled: place.alone ? 'It fills it already' : null,
        run: place.toggleMaximised
      },
      popped
        ? { label: 'Back into the desk', disabled, run: () => host.giveBack() }
        : { label: 'Open in new window', disabled, run: () => host.popOut() },
      { label: 'Close the panel', disabled, run: () => host.remove() }
    ]
  }
}
