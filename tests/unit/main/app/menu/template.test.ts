import { expect, test } from 'vitest'
import { needsDesk } from '#main/app/menu/desk-commands'
import { menuTemplate } from '#main/app/menu/template'
import { commandIds, commands } from '#shared/contract/app/commands'

interface Item {
  readonly submenu?: object
  readonly id?: string
  readonly label?: string
  readonly accelerator?: string
  readonly role?: string
  readonly click?: () => void
}

const flat = (items: readonly Item[]): readonly Item[] =>
  items.flatMap((item) => [item, ...flat(linesOf(item))])
const linesOf = ({ submenu }: Item) => (Array.isArray(submenu) ? (submenu as Item[]) : [])

test('limits the length of menus', () => {
  const check = (items: readonly Item[]) => {
    expect(items.length).toBeLessThanOrEqual(16)
    for (const item of items) if (item.submenu) check(linesOf(item))
  }
  const sections = menuTemplate(() => {})
  check(sections as Item[])
  // Submenus must not be longer than the menu.
  for (const item of flat(sections as Item[]))
    if (item.submenu) expect(linesOf(item).length).toBeGreaterThan(1)
})

test('contains every command once with title and key', () => {
  const run: string[] = []
  const items = flat(menuTemplate((id) => run.push(id)) as Item[])
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

test('offers popped-out windows only panel commands', () => {
  const offered = flat(
    menuTemplate(
      () => {},
      (id) => !needsDesk(id)
    ) as Item[]
  ).map((item) => item.id)
  for (const id of commandIds) {
    if (id.startsWith('go.') || /^workspace\.\d$/.test(id)) expect(offered).not.toContain(id)
    if (id.startsWith('panel.') || id.startsWith('window.')) expect(offered).toContain(id)
  }
  expect(offered).toContain('palette.open')
  expect(offered).toContain('workspace.undo')
})
