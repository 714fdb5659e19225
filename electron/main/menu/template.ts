import type { MenuItemConstructorOptions } from 'electron'
import { commandIds, commands, type Command, type CommandId } from '../../shared/contract/commands'

type Section = Command['section']
const order: readonly Section[] = ['App', 'Go', 'View', 'Connection', 'Window', 'Help']
const titles: Partial<Record<Section, string>> = { App: 'Leadline' }

/** The menu bar, drawn from the table of commands. */
export function menuTemplate(run: (id: CommandId) => void): MenuItemConstructorOptions[] {
  const sections = order.map((section) => ({
    label: titles[section] ?? section,
    submenu: commandIds.filter((id) => commands[id].section === section).map((id) => item(id, run))
  }))
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

function item(id: CommandId, run: (id: CommandId) => void): MenuItemConstructorOptions {
  const command: Command = commands[id]
  return {
    id,
    label: command.title,
    click: () => run(id),
    ...(command.key !== undefined && { accelerator: command.key })
  }
}
