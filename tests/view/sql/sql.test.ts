import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { SavedQuery, SqlResult } from '#shared/contract/recording/sql'
import { fail } from '#shared/domain/base/problem'
import { sqlRoute } from '#renderer/lib/sql-route'
import { FakeMain } from '../support/bridge'
import { dialog, show } from '../support/show'
import { connection, day } from '../recording/recordings-view'

const id = 'environment=production/service=20df12314ad4'
const query: SavedQuery = { id: 'q1', name: 'Volume', sql: 'SELECT sum(amount) FROM trades' }
const result = (more: Partial<SqlResult> = {}): SqlResult => ({
  columns: [
    { name: 'market', type: 'VARCHAR', kind: 'text' },
    { name: 'price', type: 'DECIMAL(38,18)', kind: 'number' }
  ],
  parts: [JSON.stringify([['BTCUSD', '64000.5']]), JSON.stringify([['ETHUSD', null]])],
  rows: 2,
  cut: null,
  time: 12,
  ...more
})

async function view(run: () => unknown = () => result()) {
  const main = new FakeMain()
  main.answers['sql.sources'] = () => [{ id, environment: 'production', name: 'Treasury', inUse: true }]
  main.answers['sql.schema'] = () => [
    {
      name: 'trades',
      columns: [{ name: 'price', type: 'DECIMAL(38,18)' }],
      files: 0,
      bytes: 0,
      from: null,
      to: null
    }
  ]
  main.answers['sql.queries'] = () => [query]
  main.answers['sql.run'] = run
  for (const call of ['rename', 'save', 'remove']) main.answers[`sql.${call}`] = () => []
  main.answers['sql.cancel'] = () => null
  const { desk } = await show('#/sql', main)
  const editor = await screen.findByRole('textbox', { name: 'SQL' })
  await fireEvent.input(editor, { target: { value: 'FROM trades' } })
  return { main, desk, editor }
}

test('a query runs with its recording, and its result is shown and copied exactly', async () => {
  const { main, editor } = await view()
  await fireEvent.keyDown(editor, { key: 'Enter', ctrlKey: true })
  const grid = await screen.findByRole('grid', { name: 'Result' })
  expect(main.payloads('sql.run')).toEqual([{ connection: id, sql: 'FROM trades' }])
  expect(
    within(grid)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)
  ).toEqual(['market', 'price'])
  expect(
    screen.getByText('2 rows in 12.0 ms', { normalizer: (text) => text.replaceAll('\u00a0', ' ') })
  ).toBeTruthy()
  for (const key of ['ArrowDown', 'ArrowRight']) await fireEvent.keyDown(grid, { key })
  await fireEvent.keyDown(grid, { key: 'c', ctrlKey: true })
  await waitFor(() => expect(main.payloads('app.copyText')).toEqual([{ text: '64000.5' }]))
})

test('a result that was cut says so, and an empty one too', async () => {
  const { editor } = await view(() => result({ cut: 'rows' }))
  await fireEvent.keyDown(editor, { key: 'Enter', ctrlKey: true })
  await screen.findByText(/^Only the first 100,000 rows are shown\./)
})

test('an error replaces the result, in words of main', async () => {
  let sentence: string | null = null
  const { editor } = await view(() => {
    if (sentence !== null) throw fail('sql.failed', sentence)
    return result({ parts: [], rows: 0 })
  })
  await fireEvent.keyDown(editor, { key: 'Enter', ctrlKey: true })
  await screen.findByText('The query returned no rows.')
  sentence = 'DuckDB: Binder Error'
  await fireEvent.keyDown(editor, { key: 'Enter', ctrlKey: true })
  expect((await screen.findByRole('alert')).textContent).toContain('DuckDB: Binder Error')
  expect(screen.queryByText('The query returned no rows.')).toBe(null)
})

test('a running query is cancelled with Escape', async () => {
  let end: (answer: null) => void = () => {}
  const { main, editor } = await view(() => new Promise((resolve) => (end = resolve)))
  await fireEvent.keyDown(editor, { key: 'Enter', ctrlKey: true })
  await screen.findByRole('button', { name: 'Cancel' })
  await fireEvent.keyDown(editor, { key: 'Escape' })
  await waitFor(() => expect(main.payloads('sql.cancel')).toHaveLength(1))
  end(null)
  await screen.findByText('Cancelled')
  await screen.findByRole('button', { name: 'Run' })
})

test('saved queries are renamed and deleted, and a name that exists is replaced knowingly', async () => {
  const { main } = await view()
  const choose = async (item: string) => {
    const menu = await screen.findByRole('menu', { name: 'Actions for Volume', hidden: true })
    await fireEvent(menu, Object.assign(new Event('toggle'), { newState: 'open' }))
    await fireEvent.click(await within(menu).findByText(item))
  }
  await fireEvent.click(screen.getByRole('button', { name: 'Save…' }))
  const saving = await dialog('Save query')
  await fireEvent.input(saving.getByRole('textbox', { name: 'Name' }), { target: { value: ' Volume ' } })
  saving.getByText('Replaces the saved query with this name.')
  await fireEvent.click(saving.getByRole('button', { name: 'Cancel' }))
  await choose('Rename…')
  const renaming = await dialog('Rename query')
  await fireEvent.input(renaming.getByRole('textbox', { name: 'Name' }), { target: { value: 'Traded' } })
  await fireEvent.click(renaming.getByRole('button', { name: 'Rename' }))
  await waitFor(() => expect(main.payloads('sql.rename')).toEqual([{ id: 'q1', name: 'Traded' }]))
  main.push('sql.queriesChanged', [query])
  await choose('Delete…')
  await fireEvent.click((await dialog('Delete saved query?')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(main.payloads('sql.remove')).toEqual([{ id: 'q1' }]))
})

test('without Parquet files, it says when there will be some', async () => {
  const main = new FakeMain()
  main.answers['sql.sources'] = () => []
  main.answers['sql.queries'] = () => []
  await show('#/sql', main)
  await screen.findByText('Nothing to query yet')
})

test('a query of another view comes with its recording, which is not the first one', async () => {
  const main = new FakeMain()
  const other = 'environment=sandbox/service=aaaaaaaaaaaa'
  main.answers['sql.sources'] = () => [
    { id: other, environment: 'sandbox', name: 'Other', inUse: true },
    { id, environment: 'production', name: 'Treasury', inUse: false }
  ]
  main.answers['sql.schema'] = () => []
  main.answers['sql.queries'] = () => []
  main.answers['sql.run'] = () => result()
  // Missing in the test page.
  const insert = vi.fn(() => true)
  Object.assign(document, { execCommand: insert })
  onTestFinished(() => void Reflect.deleteProperty(document, 'execCommand'))
  await show(`#/sql/${encodeURIComponent(sqlRoute(id, 'FROM trades\nLIMIT 1'))}`, main)
  const editor = await screen.findByRole('textbox', { name: 'SQL' })
  await waitFor(() => expect(insert).toHaveBeenCalledWith('insertText', false, 'FROM trades\nLIMIT 1'))
  await fireEvent.keyDown(editor, { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(main.payloads('sql.run')).toMatchObject([{ connection: id }]))
})

test.each([
  ['with a desk feed', { since: null, problem: null, retryAt: null }],
  ['with recordings of a desk, but no desk feed,', null]
])('%s SQL says that days are missing, and leads to where they are fetched', async (_name, desk) => {
  const main = new FakeMain()
  const shared = { segments: 12, bytes: 600_000_000, from: Date.UTC(2026, 10, 24), markets: ['BTCUSD'] }
  const days = [day({ bytes: 0, content: null, shared }), day({ day: '2026-11-23' })]
  main.recordings = { ...main.recordings, connections: [connection({ id, desk: true, days })] }
  main.recording = { ...main.recording, desk }
  main.answers['sql.sources'] = () => []
  main.answers['sql.schema'] = () => []
  main.answers['sql.queries'] = () => []
  await show('#/sql', main)
  await screen.findByText(/^Queries read what was fetched of the desk’s recordings\./)
  main.answers['sql.sources'] = () => [{ id, environment: 'production', name: 'Desk', inUse: true }]
  main.push('recordings.changed', main.recordings)
  await screen.findByText(/1 of 2 days of the desk is not completely here\./)
  await fireEvent.click(screen.getByRole('button', { name: 'Recordings' }))
  await screen.findByRole('grid', { name: 'Recordings' })
})

test('a former connection has the same name as in Recordings, also one of a desk', async () => {
  const main = new FakeMain()
  const source = { environment: 'production', inUse: false }
  main.answers['sql.sources'] = () => [
    { ...source, id: `${id}-desk`, name: '20df12314ad4 (desk)' },
    { ...source, id, name: '20df12314ad4' }
  ]
  main.answers['sql.schema'] = () => []
  main.answers['sql.queries'] = () => []
  await show('#/sql', main)
  await screen.findByRole('option', { name: 'Former connection 20df12314ad4' })
  screen.getByRole('option', { name: 'Former connection 20df12314ad4 (desk)' })
})
