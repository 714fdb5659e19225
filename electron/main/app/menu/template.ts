import type { MenuItemConstructorOptions } from 'electron'
import { commandIds, commands, type Command, type CommandId } from '#shared/contract/app/commands'

type Section = Command['section']
const order: readonly Section[] = [
  'App',
  'Go',
  'Records',
  'Markets',
  'Workspace',
  'Panel',
  'View',
  'Connection',
  'Window',
  'Help'
]
/** What would make a menu too long to read: these open beside it, at the place of the first of them. */
const gathered: Partial<Record<Section, readonly { readonly title: string; readonly of: RegExp }[]>> = {
  Workspace: [{ title: 'Go to', of: /^workspace\.\d$/ }],
  Panel: [
    { title: 'Go to', of: /^panel\.(next|previous|focus)/ },
    { title: 'Move', of: /^panel\.move/ },
    { title: 'Size', of: /^panel\.(wider|narrower|taller|shorter)$/ },
    { title: 'In the panel', of: /^panel\.(freeze|recentre|coarser|finer|live|table|addAlert|settings)$/ }
  ],
  View: [
    { title: 'Theme', of: /^theme\./ },
    { title: 'Colours', of: /^palette\./ }
  ]
}
const titles: Partial<Record<Section, string>> = { App: 'Leadline' }

/** The menu bar, drawn from the table of commands; of those that are offered. */
export function menuTemplate(
  run: (id: CommandId) => void,
  isOffered: (id: CommandId) => boolean = () => true
): MenuItemConstructorOptions[] {
  const offered = commandIds.filter(isOffered)
  const sections = order
    .map((section) => ({ label: titles[section] ?? section, submenu: linesOf(section, offered, run) }))
    .filter(({ submenu }) => submenu.length > 0)
  const edit: MenuItemConstructorOptions = {
    label: 'Edit',
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
  section: Section,
  offered: readonly CommandId[],
  run: (id: CommandId) => void
): MenuItemConstructorOptions[] {
  const ids = offered.filter((id) => commands[id].section === section)
  const groups = (gathered[section] ?? []).map(({ title, of }) => ({
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
  const command: Command = commands[id]
  return {
    id,
    label: command.title,
    click: () => run(id),
    ...(command.key !== undefined && { accelerator: command.key })
  }
}
