import { expect, test } from 'vitest'
import { menuTemplate } from '../../../../electron/main/menu/template'
import { commandIds, commands } from '../../../../electron/shared/contract/commands'

interface Item {
  readonly id?: string
  readonly label?: string
  readonly accelerator?: string
  readonly role?: string
  readonly click?: () => void
}

test('every command is in the menu once, under its title and with its key, and runs itself', () => {
  const run: string[] = []
  const items = menuTemplate((id) => run.push(id)).flatMap((section) => section.submenu as Item[])
  const own = items.filter((item) => item.id !== undefined)
  expect(own.map((item) => item.id).sort()).toEqual([...commandIds].sort())
  for (const id of commandIds) {
    const item = own.find((found) => found.id === id)!
    expect(item.label).toBe(commands[id].title)
    expect(item.accelerator).toBe('key' in commands[id] ? commands[id].key : undefined)
    item.click?.()
    expect(run.at(-1)).toBe(id)
  }
  expect(items.map((item) => item.role)).toEqual(
    expect.arrayContaining(['cut', 'copy', 'paste', 'undo', 'selectAll'])
  )
})
