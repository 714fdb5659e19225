import { fireEvent, screen, waitFor } from '@testing-library/svelte'
import { expect, it } from 'vitest'
import type { FetchRun } from '#shared/contract/records/statements/index'
import { dialog, show } from '../support/show'
import { pushState, someRow, stateWith, withRows } from './some'

const pending = {
  wanted: [
    {
      id: '7',
      sentence: 'It is still being prepared.',
      asset: 'USDC',
      month: '2026-10',
      pending: true,
      at: null
    }
  ],
  requestCount: 1,
  pendingCount: 1
}
const none = { wanted: [], requestCount: 0, pendingCount: 0 }
const running: FetchRun = {
  running: true,
  startedAt: 1,
  counts: { waiting: 1, asking: 0, loading: 0, saved: 0, present: 0, pending: 0, failed: 0, stopped: 0 },
  items: []
}
const focused = () => document.activeElement

it('keeps the focus in the view when a banner disappears with its button', async () => {
  const main = withRows([someRow()], pending)
  main.answers['statements.cancelRequests'] = () => (main.statements = stateWith([someRow()], none))
  await show('#/statements', main)
  await screen.findByRole('grid', { name: 'Statements' })
  const button = screen.getByRole('button', { name: 'Stop asking' })
  button.focus()
  await fireEvent.click(button)
  await waitFor(() => expect(button.isConnected).toBe(false))
  await waitFor(() => expect(focused()).toBe(screen.getByRole('grid', { name: 'Statements' })))
})

it('moves the focus from a finished Stop button to the control beside it', async () => {
  const main = withRows([someRow()], { run: running })
  main.answers['statements.stopFetch'] = () => (main.statements = { ...main.statements, run: null })
  await show('#/statements', main)
  const button = await screen.findByRole('button', { name: 'Stop' })
  button.focus()
  await fireEvent.click(button)
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Fetch by ID…' })))
})

it('leaves the focus elsewhere unchanged', async () => {
  const main = withRows([someRow()], pending)
  await show('#/statements', main)
  await screen.findByRole('grid', { name: 'Statements' })
  const button = screen.getByRole('button', { name: 'Stop asking' })
  button.focus()
  const search = screen.getByRole('searchbox', { name: 'Search the statements' })
  search.focus()
  pushState(main, stateWith([someRow()], none))
  await waitFor(() => expect(button.isConnected).toBe(false))
  expect(focused()).toBe(search)
})

it('returns from Fetch to the field, and keeps refused IDs there', async () => {
  const main = withRows([someRow()])
  let refused = 3
  main.answers['statements.fetch'] = () => ({ count: 4, refused, state: main.statements })
  await show('#/statements', main)
  await fireEvent.click(await screen.findByRole('button', { name: 'Fetch by ID…' }))
  const asked = await dialog('Fetch statements by ID')
  const field = asked.getByRole<HTMLTextAreaElement>('textbox')
  await fireEvent.input(field, { target: { value: someRow().id } })
  const button = asked.getByRole('button', { name: 'Fetch' })
  button.focus()
  await fireEvent.click(button)
  expect(await asked.findByText(/^3 IDs were not queued: the limit is 10,000/)).toBeTruthy()
  expect(field.value).toBe(someRow().id)
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  refused = 0
  await fireEvent.click(button)
  await waitFor(() => expect(field.value).toBe(''))
  expect(asked.queryByText(/were not queued/)).toBeNull()
  expect(focused()).toBe(field)
})
