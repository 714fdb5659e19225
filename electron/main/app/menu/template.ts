import type { MenuItemConstructorOptions } from 'electron'
import {
  commandIds,
  commands,
  commandSections,
  type CommandId,
  type CommandSection
} from '#shared/contract/app/commands'
import { menuText } from '#shared/messages/app'

const order: readonly CommandSection[] = [
  'app',
  'go',
  'records',
  'markets',
  'replay',
  'workspace',
  'panel',
  'view',
  'connection',
  'window',
  'help'
]

/** Submenus of long sections, at the position of their first command. */
const submenus: Partial<Record<CommandSection, readonly { readonly title: string; readonly of: RegExp }[]>> =
  {
    replay: [
      { title: menuText.recordings, of: /^recordings\./ },
      { title: menuText.analysis, of: /^analysis\./ },
      { title: menuText.jump, of: /^replay\.(next|previous)/ },
      { title: menuText.range, of: /^replay\.(setIn|setOut|clearRange|pin|loop)$/ }
    ],
    workspace: [{ title: menuText.goTo, of: /^workspace\.\d$/ }],
    panel: [
      { title: menuText.goTo, of: /^panel\.(next|previous|focus)/ },
      { title: menuText.move, of: /^panel\.move/ },
      { title: menuText.size, of: /^panel\.(wider|narrower|taller|shorter)$/ },
      { title: menuText.inPanel, of: /^panel\.(freeze|recentre|coarser|finer|live|table|addAlert|settings)$/ }
    ],
    view: [
      { title: menuText.theme, of: /^theme\./ },
      { title: menuText.colours, of: /^palette\./ }
    ]
  }
const titles = { ...commandSections, app: menuText.app }

/** The menu bar, built from the available commands. */
export function menuTemplate(
  run: (id: CommandId) => void,
  isOffered: (id: CommandId) => boolean = () => true
): MenuItemConstructorOptions[] {
  const offered = commandIds.filter(isOffered)
  const sections = order
    .map((section) => ({ label: titles[section], submenu: linesOf(section, offered, run) }))
    .filter(({ submenu }) => submenu.length > 0)
  const edit: MenuItemConstructorOptions = {
    label: menuText.edit,
    submenu: [
      { role: 'undo' },
      { role: 'redo' },
      { type: 'separator' },
      { role: 'cut' },
      { role: 'copy' },
      { role: 'paste' },
      { role: 'selectAll' }
    ]
  }
  const [first, ...rest] = sections
  return [...(first ? [first] : []), edit, ...rest]
}

function linesOf(
  section: CommandSection,
  offered: readonly CommandId[],
  run: (id: CommandId) => void
): MenuItemConstructorOptions[] {
  const ids = offered.filter((id) => commands[id].section === section)
  const groups = (submenus[section] ?? []).map(({ title, of }) => ({
    title,
    ids: ids.filter((id) => of.test(id))
  }))
  return ids.flatMap((id): MenuItemConstructorOptions[] => {
    const group = groups.find((each) => each.ids.includes(id))
    if (!group) return [item(id, run)]
    const first = group.ids[0] === id
    return first ? [{ label: group.title, submenu: group.ids.map((each) => item(each, run)) }] : []
  })
}

function item(id: CommandId, run: (id: CommandId) => void): MenuItemConstructorOptions {
  const command = commands[id]
  return {
    id,
    label: command.title,
    click: () => run(id),
    ...(command.key !== undefined && { accelerator: command.key })
  }
}
