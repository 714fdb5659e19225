import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import type { CatalogState, RecordedConnection, RecordedDay } from '#shared/contract/recording/catalog'
import { FakeMain } from '../support/bridge'
import { press, show } from '../support/show'

const id = 'environment=production/service=20df12314ad4'
const start = Date.UTC(2026, 10, 24)

const day = (more: Partial<RecordedDay> = {}): RecordedDay => ({
  day: '2026-11-24',
  bytes: 1_250_000_000,
  pinned: false,
  open: false,
  verified: null,
  content: {
    from: start + 1000,
    to: start + 80_000_000,
    items: 1_204_233,
    markets: ['BTCUSD', 'ETHUSD'],
    gaps: 2,
    gapTime: 130_000,
    spans: [start + 1000, start + 80_000_000]
  },
  ...more
})

const connection = (more: Partial<RecordedConnection> = {}): RecordedConnection => ({
  id,
  environment: 'production',
  name: 'Treasury',
  imported: false,
  days: [day()],
  parquetBytes: 0,
  removed: { segments: 0, bytes: 0, last: null },
  ...more
})

async function view(state: Partial<CatalogState>) {
  const main = new FakeMain()
  main.recordings = { ...main.recordings, ...state }
  for (const call of ['verify', 'remove']) main.answers[`recordings.${call}`] = () => true
  for (const call of ['export', 'import']) main.answers[`recordings.${call}`] = () => null
  for (const call of ['cancel', 'pin', 'showFolder']) main.answers[`recordings.${call}`] = () => null
  const { desk } = await show('#/recordings', main)
  return { main, desk }
}

const grid = () => screen.findByRole('grid', { name: 'Recordings' })
const open = async (name: string | RegExp) => {
  await fireEvent.click(within(await grid()).getByText(name))
  return within(await screen.findByRole('complementary'))
}

test('a day has its size, gaps, markets and messages, under the limits of its connection', async () => {
  await view({
    connections: [
      connection({
        days: [day(), day({ day: '2026-11-23', pinned: true, bytes: 500_000_000 })],
        removed: { segments: 3, bytes: 4_000_000, last: start }
      })
    ]
  })
  const rows = within(await grid()).getAllByRole('row')
  expect(rows[1]!.textContent!.replaceAll('\u00a0', ' ')).toContain(
    '1.3 GB of 10 GB, 1 of 14 days · 500 MB in 1 pinned day not counted · 4.0 MB deleted so far, last on 2026-11-24'
  )
  for (const text of ['2026-11-24', '1.3 GB', 'Not verified']) within(rows[2]!).getByText(text)
  within(rows[3]!).getByLabelText('Pinned: never deleted automatically')
  screen.getByText('1.8 GB in 2 days')
})

test('a deletion says exactly what goes, and leaves pinned days', async () => {
  const { main } = await view({
    connections: [connection({ days: [day({ open: true }), day({ day: '2026-11-23', pinned: true })] })]
  })
  const drawer = await open('Treasury')
  await fireEvent.click(drawer.getByRole('button', { name: 'Delete all days…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete recordings?' }))
  dialog.getByText(/This deletes 2026-11-24 of Treasury: 1.3 GB, with its trades and keyframes\./)
  dialog.getByText(/1,204,233 messages of 2 markets are lost\./)
  dialog.getByText('1 pinned day is kept.')
  dialog.getByText('The segment that is being written is kept.')
  await fireEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(() =>
    expect(main.payloads('recordings.remove')).toEqual([
      { chosen: [{ connection: id, days: ['2026-11-24'] }] }
    ])
  )
})

test('a pinned day is not deleted, by button or key', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const { main } = await view({ connections: [connection({ days: [day({ day: today, pinned: true })] })] })
  const drawer = await open(today)
  const button = drawer.getByRole('button', { name: 'Delete…' })
  expect(button.hasAttribute('disabled')).toBe(true)
  expect(button.getAttribute('title')).toBe('Unpin the day to delete it')
  ;(await grid()).focus()
  await press('Delete')
  expect(screen.queryByRole('dialog')).toBeNull()
  await press('p')
  await waitFor(() =>
    expect(main.payloads('recordings.pin')).toEqual([
      { chosen: [{ connection: id, days: [today] }], pinned: false }
    ])
  )
})

test('unpinning a day that is too old is confirmed, because the limits then delete it', async () => {
  const old = day({ day: '2020-01-01', pinned: true })
  const { main } = await view({ connections: [connection({ days: [old] })] })
  const drawer = await open('2020-01-01')
  await fireEvent.click(drawer.getByRole('button', { name: 'Unpin' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Unpin old recordings?' }))
  dialog.getByText(/older than 14 days .* 2020-01-01 will be deleted/)
  expect(main.payloads('recordings.pin')).toEqual([])
  await fireEvent.click(dialog.getByRole('button', { name: 'Unpin' }))
  const chosen = [{ connection: id, days: ['2020-01-01'] }]
  await waitFor(() => expect(main.payloads('recordings.pin')).toEqual([{ chosen, pinned: false }]))
})

test('verification shows its progress, can be cancelled, and names what is damaged', async () => {
  const { main } = await view({ connections: [connection()] })
  const drawer = await open('2026-11-24')
  await fireEvent.click(drawer.getByRole('button', { name: 'Verify' }))
  expect(main.payloads('recordings.verify')).toEqual([{ chosen: [{ connection: id, days: ['2026-11-24'] }] }])
  await screen.findByText('1 day verified: nothing altered or missing.')
  const job = { kind: 'verify', connection: id, day: '2026-11-24', share: 0.425 } as const
  main.recordings = { ...main.recordings, job }
  main.push('recordings.changed', main.recordings)
  await screen.findByText('Verifying 2026-11-24 · 42%')
  await fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(main.payloads('recordings.cancel').length).toBe(1)
  const damage = ['a.tsv.gz: 100 bytes from byte 20 were altered or damaged.']
  const verified = { at: start, items: 99, damage, damaged: 22 }
  main.recordings = {
    ...main.recordings,
    job: null,
    connections: [connection({ days: [day({ verified })] })]
  }
  main.push('recordings.changed', main.recordings)
  await drawer.findByText(damage[0]!)
  drawer.getByText('and 21 more places')
  within(await grid()).getByText('22 damaged')
})

test('a replay begins with the day, of the connection that was recorded', async () => {
  const { main } = await view({ connections: [connection({ name: null })] })
  const drawer = await open('2026-11-24')
  drawer.getByText('Recorded from Former connection 20df12314ad4')
  await fireEvent.click(drawer.getByRole('button', { name: 'Replay' }))
  await waitFor(() =>
    expect(main.payloads('replay.open')).toEqual([{ at: start + 1000, newWindow: false, recording: id }])
  )
  expect(window.location.hash).toBe('#/markets')
})

test.each([
  ['off', 'Recording is turned off.', 'Turn on'],
  [
    'idle',
    'Everything the stream sends is recorded while a connection with markets is in use.',
    'Connections'
  ],
  ['recording', 'The first day appears once messages of the stream are on disk.', null]
] as const)('without a recording, it says what to do (%s)', async (phase, sentence, action) => {
  const { main } = await view({})
  main.push('recording.changed', { ...main.recording, phase })
  await screen.findByText(sentence)
  if (action !== null) within(screen.getByRole('main')).getByRole('button', { name: action })
})

test('a folder that cannot be read is an error, and a try again reads it', async () => {
  const problem = 'The recordings in /data could not be read: permission denied.'
  const { main } = await view({ problem })
  within(await screen.findByRole('alert')).getByText(problem)
  main.recordings = { ...main.recordings, problem: null, connections: [connection()] }
  await fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await grid()
})

test('another Leadline that records is named above the days', async () => {
  const problem = 'Another Leadline (process 12) records to /data. Only one can.'
  const { main } = await view({ connections: [connection()] })
  main.push('recording.changed', { ...main.recording, phase: 'interrupted', problem })
  await within(screen.getByRole('main')).findByText(problem)
})

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
  main.answers['recordings.export'] = () => ({ path: '/data/leadline-csv', files: 12 })
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
  dialog.getByText('Not a valid time, e.g. 2026-11-23 09:30')
  expect(run.hasAttribute('disabled')).toBe(true)
  await fireEvent.input(from!, { target: { value: '2026-11-23 09:30' } })
  await fireEvent.input(to!, { target: { value: '2026-11-23 09:30' } })
  dialog.getByText('Must be later than the start')
  await fireEvent.input(to!, { target: { value: '2026-11-24 10:00' } })
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
