import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { expect, it, onTestFinished } from 'vitest'
import { stateOf } from '#engine/workspace/desk'
import type { TemplatesState } from '#shared/contract/workspace/templates'
import { dialog } from '../support/show'
import { plainPanels, showDesk, WorkingMain } from './stage'

/** Saves, removes and uses templates like main. */
class TemplatesMain extends WorkingMain {
  #all: TemplatesState['workspaces'] = []

  constructor(...names: readonly string[]) {
    super()
    this.#all = names.map((name) => ({ id: name, name }))
    const state = (): TemplatesState => ({ workspaces: this.#all, panels: [] })
    this.answers['templates.read'] = state
    this.answers['templates.saveWorkspace'] = ({ name }: { name: string }) => {
      this.#all = [...this.#all, { id: name, name }]
      return state()
    }
    this.answers['templates.remove'] = ({ id }: { id: string }) => {
      this.#all = this.#all.filter((template) => template.id !== id)
      return state()
    }
    this.answers['templates.use'] = ({ id: name }: { id: string }) => {
      const made = this.hands.act({ do: 'workspace.add', template: 'empty', name })
      return { state: (this.workspaces = stateOf(this.hands.desk)), made }
    }
  }
}

async function showTemplates(...names: readonly string[]) {
  onTestFinished(plainPanels())
  const main = new TemplatesMain(...names)
  const { desk } = await showDesk(main)
  const open = async () => {
    desk.commands.run('workspace.new')
    return dialog('New workspace')
  }
  return { main, open }
}

it('saves a workspace as a template, which the dialog of a new workspace then has', async () => {
  const { main, open } = await showTemplates()
  const opened = await open()
  expect(opened.queryByText('Saved templates')).toBeNull()
  await fireEvent.click(opened.getByRole('button', { name: 'Close' }))
  const { id, name } = main.hands.first
  const menu = screen.getByRole('menu', { name: `Menu of ${name}`, hidden: true })
  await fireEvent(menu, Object.assign(new Event('toggle'), { newState: 'open' }))
  await fireEvent.click(await screen.findByRole('menuitem', { name: 'Save as a template' }))
  expect(main.payloads('templates.saveWorkspace')).toEqual([{ workspace: id, name }])
  const again = await open()
  expect(within(again.getByRole('list')).getByRole('button', { name })).toBeTruthy()
})

it('makes a workspace of a template, and shows it', async () => {
  const { main, open } = await showTemplates('Night desk')
  await fireEvent.click((await open()).getByRole('button', { name: 'Night desk' }))
  expect(main.payloads('templates.use')).toEqual([{ id: 'Night desk' }])
  await waitFor(() =>
    expect(screen.getByRole('tab', { name: /Night desk/ }).getAttribute('aria-selected')).toBe('true')
  )
  expect(screen.queryByRole('dialog', { name: 'New workspace' })).toBeNull()
})

it('deletes a template, and keeps the focus in the dialog', async () => {
  const { main, open } = await showTemplates('Day', 'Night')
  const sheet = await open()
  const remove = (name: string) => sheet.getByRole('button', { name: `Delete template ${name}` })
  remove('Day').focus()
  await fireEvent.click(remove('Day'))
  expect(main.payloads('templates.remove')).toEqual([{ id: 'Day' }])
  await waitFor(() => expect(document.activeElement).toBe(sheet.getByRole('button', { name: 'Night' })))
  remove('Night').focus()
  await fireEvent.click(remove('Night'))
  await waitFor(() => expect(sheet.queryByRole('list')).toBeNull())
  await waitFor(() => expect(document.activeElement!.closest('dialog')).not.toBeNull())
})
