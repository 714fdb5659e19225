import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import type { RecordedConnection } from '#shared/contract/recording/catalog'
import { press } from '../support/show'
import { connection, day, grid, id, open, view } from './recordings-view'

const other = 'environment=local/service=4ccb21605e13'
const several = [
  connection({ days: ['2026-11-24', '2026-11-23', '2026-11-22'].map((name) => day({ day: name })) }),
  connection({ id: other, name: 'Local sandbox', environment: 'local' })
]
const namesOf = (rows: readonly HTMLElement[]) =>
  rows
    .filter((row) => row.getAttribute('aria-selected') === 'true')
    .map((row) => /\d{4}-\d\d-\d\d|Treasury|Local sandbox/.exec(row.textContent)?.[0])
const selected = () => namesOf(screen.getAllByRole('row'))

test('days are selected by box, Ctrl, Shift and keys, and a connection with all of its days', async () => {
  await view({ connections: several })
  const rows = within(await grid())
    .getAllByRole('row')
    .slice(1)
  const box = (index: number) => rows[index]!.querySelector('[data-select]')!
  expect((await grid()).getAttribute('aria-multiselectable')).toBe('true')
  await fireEvent.click(box(2))
  expect(selected()).toEqual(['2026-11-23'])
  expect(screen.queryByRole('complementary')).toBeNull()
  await fireEvent.click(rows[1]!, { ctrlKey: true })
  await fireEvent.click(rows[3]!, { ctrlKey: true })
  expect(selected()).toEqual(['Treasury', '2026-11-24', '2026-11-23', '2026-11-22'])
  await fireEvent.click(box(0))
  expect(selected()).toEqual([])
  await fireEvent.click(rows[1]!, { ctrlKey: true })
  await fireEvent.click(rows[5]!, { shiftKey: true })
  expect(selected().length).toBe(6)
  await fireEvent.click(rows[2]!, { shiftKey: true })
  expect(selected()).toEqual(['2026-11-24', '2026-11-23'])
  ;(await grid()).focus()
  await press('Escape')
  expect(selected()).toEqual([])
  await press(' ')
  await press('ArrowDown', { shiftKey: true })
  expect(selected()).toEqual(['2026-11-23', '2026-11-22'])
  await press('ArrowUp', { shiftKey: true })
  await press('ArrowUp', { shiftKey: true })
  expect(selected()).toEqual(['2026-11-24', '2026-11-23'])
  await press('a', { ctrlKey: true })
  expect(selected().length).toBe(6)
  const bar = within(screen.getByRole('toolbar', { name: 'Selected days' }))
  bar.getByText('4 days selected · 5.0 GB')
  await fireEvent.click(bar.getByRole('button', { name: 'Clear selection' }))
  expect(selected()).toEqual([])
  expect(screen.queryByRole('toolbar', { name: 'Selected days' })).toBeNull()
})

test('the selected days are verified, pinned and deleted together', async () => {
  const { main } = await view({ connections: several })
  ;(await grid()).focus()
  await press('a', { ctrlKey: true })
  const chosen = several.map(({ id: named, days }) => ({
    connection: named,
    days: days.map((each) => each.day)
  }))
  await press('v')
  expect(main.payloads('recordings.verify')).toEqual([{ chosen }])
  await screen.findByText('4 days verified: nothing altered or missing.')
  await press('p')
  await waitFor(() => expect(main.payloads('recordings.pin')).toEqual([{ chosen, pinned: true }]))
  await press('Delete')
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete recordings?' }))
  dialog.getByText(/This deletes 4 days \(2026-11-22 – 2026-11-24\) of 2 connections: 5.0 GB/)
  await fireEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(main.payloads('recordings.remove')).toEqual([{ chosen }]))
})

async function exportOf(connections: readonly RecordedConnection[]) {
  const { main } = await view({ connections })
  const drawer = await open(/^Treasury/)
  await fireEvent.click(drawer.getByRole('button', { name: 'Export all days…' }))
  return { main, dialog: within(await screen.findByRole('dialog', { name: 'Export recordings' })) }
}

test('an export has a format, markets and a range', async () => {
  const { main, dialog } = await exportOf([connection({ days: [day(), day({ day: '2026-11-23' })] })])
  main.answers['recordings.export'] = () => ({ path: '/data/leadline-csv', files: 12, damaged: 0 })
  dialog.getByText('2 days (2026-11-23 – 2026-11-24) of Treasury: 2.5 GB on disk.')
  await fireEvent.change(dialog.getByLabelText('Format'), { target: { selectedIndex: 1 } })
  const run = dialog.getByRole('button', { name: 'Choose folder…' })
  await fireEvent.click(dialog.getByRole('button', { name: 'Clear' }))
  expect(run.hasAttribute('disabled')).toBe(true)
  await fireEvent.click(dialog.getByLabelText('ETHUSD'))
  const [from, to] = ['From (UTC, optional)', 'To (UTC, optional)'].map((label) =>
    dialog.getByLabelText(label)
  )
  await fireEvent.input(from!, { target: { value: '2026-11-23 9' } })
  dialog.getByText('Not a valid time, e.g. 2026-11-23 09:30, 14:02:11, yesterday 9:30, fri 16:00 or -15m')
  expect(run.hasAttribute('disabled')).toBe(true)
  await fireEvent.input(from!, { target: { value: '2026-11-23 09:30' } })
  await fireEvent.input(to!, { target: { value: '2026-11-23 09:30' } })
  dialog.getByText('Must be later than the start')
  await fireEvent.input(from!, { target: { value: '9:30' } })
  dialog.getByText('Must be later than the start')
  await fireEvent.input(to!, { target: { value: '24 Nov 10 am' } })
  await fireEvent.click(run)
  const wanted = {
    chosen: [{ connection: id, days: ['2026-11-24', '2026-11-23'] }],
    format: 'csv',
    markets: ['ETHUSD'],
    from: Date.UTC(2026, 10, 23, 9, 30),
    to: Date.UTC(2026, 10, 24, 10)
  }
  await waitFor(() => expect(main.payloads('recordings.export')).toEqual([wanted]))
  await screen.findByText('12 files exported to /data/leadline-csv')
})

test('an export says what was damaged', async () => {
  const { main, dialog } = await exportOf([connection()])
  main.answers['recordings.export'] = () => ({ path: '/data/leadline-parquet', files: 3, damaged: 2 })
  await fireEvent.click(dialog.getByRole('button', { name: 'Choose folder…' }))
  await screen.findByText('3 files exported to /data/leadline-parquet')
  screen.getByText(/2 places of the recording are damaged and not in the files/)
})

test('a raw log has all markets, and all of its days', async () => {
  const { main, dialog } = await exportOf([connection()])
  await fireEvent.click(dialog.getByLabelText('ETHUSD'))
  await fireEvent.change(dialog.getByLabelText('Format'), { target: { selectedIndex: 2 } })
  expect(dialog.queryByLabelText('ETHUSD')).toBeNull()
  await fireEvent.click(dialog.getByRole('button', { name: 'Choose folder…' }))
  const all = { format: 'raw', markets: null, from: null, to: null }
  await waitFor(() => expect(main.payloads('recordings.export')).toMatchObject([all]))
})

test('an import says what was imported, and names what was refused', async () => {
  const { main } = await view({ connections: [connection({ imported: true })] })
  within(await grid()).getByText('Treasury (imported)')
  const result = { imported: 24, skipped: 3, connections: [{ connection: id, days: ['2026-11-24'] }] }
  main.answers['recordings.import'] = () => ({ ...result, refused: [], refusals: 0 })
  const button = screen.getByRole('button', { name: 'Import…' })
  await fireEvent.click(button)
  await screen.findByText('1 day imported (24 segments), 3 segments already here.')
  screen.getByText(/Imported days are pinned/)
  main.answers['recordings.import'] = () => ({ ...result, refused: ['a.tsv.gz: damaged.'], refusals: 21 })
  await fireEvent.click(button)
  const dialog = within(await screen.findByRole('dialog', { name: 'Import finished' }))
  for (const text of ['21 segments not imported', 'a.tsv.gz: damaged.', 'and 20 more']) dialog.getByText(text)
})

test('recordings are moved, with their progress, and the toast says where they are', async () => {
  const { main } = await view({ connections: [connection()] })
  main.answers['recordings.move'] = () => ({ path: '/mnt/drive/recordings' })
  const button = screen.getByRole('button', { name: 'Move…' })
  await fireEvent.click(button)
  await screen.findByText('Recordings moved to /mnt/drive/recordings')
  const job = { kind: 'move', connection: null, day: null, share: 0.25 } as const
  main.push('recordings.changed', { ...main.recordings, job })
  await screen.findByText('Moving recordings · 25%')
  expect(button.hasAttribute('disabled')).toBe(true)
})

test('while a job runs, no other can be started', async () => {
  const { main } = await view({ connections: [connection()] })
  const job = { kind: 'import', connection: null, day: '2026-11-24', share: 0.5 } as const
  main.push('recordings.changed', { ...main.recordings, job })
  await screen.findByText('Importing 2026-11-24 · 50%')
  const drawer = await open('2026-11-24')
  for (const button of [
    screen.getByRole('button', { name: 'Import…' }),
    ...['Verify', 'Export…', 'Delete…'].map((name) => drawer.getByRole('button', { name }))
  ])
    expect(button.hasAttribute('disabled')).toBe(true)
})
