import { fireEvent, screen, within } from '@testing-library/svelte'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connection, day, grid, open, start, view } from './recordings-view'

const id = 'environment=production/service=20df12314ad4-desk'
const shared = { segments: 24, bytes: 1_250_000_000, from: start + 5000, markets: ['BTCUSD'] }
const away = day({ bytes: 0, content: null, shared })
const desk = connection({
  ...{ id, desk: true, sources: ['feed.example.com:4222'] },
  days: [away, day({ day: '2026-11-23' })]
})
const fetched = { fetched: 24, skipped: 0, refused: [], refusals: 0 }

test('a day that is shared is fetched before it is replayed', async () => {
  const { main } = await view({ connections: [desk] })
  main.answers['recordings.fetch'] = () => fetched
  main.answers['replay.open'] = () => null
  within(await grid()).getByText('Treasury (desk)')
  within(await grid()).getByText(
    /^Fetched: 1\.\d+ GB of 10 GB · 1\.\d+ GB not fetched, 1 day · Source: feed\.example\.com:4222$/
  )
  within(await grid()).getByText('Not fetched')
  expect(screen.queryByRole('button', { name: 'Desk recordings…' })).toBeNull()
  const drawer = await open('2026-11-24')
  for (const name of ['Verify', 'Export…', 'Pin', 'Delete…'])
    expect(drawer.queryByRole('button', { name })).toBeNull()
  drawer.getByText('feed.example.com:4222')
  await fireEvent.click(drawer.getByRole('button', { name: 'Fetch and replay' }))
  await expect
    .poll(() => main.payloads('replay.open'))
    .toEqual([{ at: shared.from, newWindow: false, recording: id }])
  expect(main.payloads('recordings.fetch')).toEqual([
    { chosen: [{ connection: id, days: ['2026-11-24'] }], from: null, to: null }
  ])
  await screen.findByText('24 segments fetched and verified.')
})

test('F fetches what of the selection is not here, and a refusal is explained instead of a replay', async () => {
  const { main } = await view({ connections: [desk] })
  const refused = ['a.tsv.gz: damaged or altered.']
  main.answers['recordings.fetch'] = () => ({ ...fetched, fetched: 23, refused, refusals: 1 })
  const table = await grid()
  await fireEvent.keyDown(table, { key: 'a', ctrlKey: true })
  await fireEvent.keyDown(table, { key: 'f' })
  const dialog = within(await screen.findByRole('dialog'))
  for (const text of ['23 segments fetched and verified.', '1 segment not fetched', refused[0]!])
    dialog.getByText(text)
  expect(main.payloads('recordings.fetch')).toEqual([
    { chosen: [{ connection: id, days: ['2026-11-24'] }], from: null, to: null }
  ])
  await fireEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0]!)
  await open('2026-11-24')
  await fireEvent.click(screen.getByRole('button', { name: 'Fetch and replay' }))
  await screen.findByRole('dialog')
  expect(main.payloads('replay.open')).toEqual([])
})

test('an export offers to fetch what is missing of its days, and exports what is here', async () => {
  const { main } = await view({ connections: [desk] })
  main.answers['recordings.fetch'] = () => fetched
  main.answers['recordings.export'] = () => null
  await fireEvent.keyDown(await grid(), { key: 'a', ctrlKey: true })
  await fireEvent.click(screen.getByRole('button', { name: 'Export…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Export recordings' }))
  dialog.getByText(/^1 of 2 days is not completely on this computer: the desk has up to 1\.\d+ GB more\.$/)
  await fireEvent.click(dialog.getByRole('button', { name: 'Fetch it' }))
  await expect
    .poll(() => main.payloads('recordings.fetch'))
    .toEqual([{ chosen: [{ connection: id, days: ['2026-11-24'] }], from: null, to: null }])
  const running = { kind: 'fetch', connection: id, day: '2026-11-24', share: 0.25 } as const
  main.push('recordings.changed', { ...main.recordings, job: running })
  await dialog.findByText('Fetching 2026-11-24 · 25%')
  expect(dialog.getByRole('button', { name: 'Choose folder…' }).hasAttribute('disabled')).toBe(true)
  await fireEvent.click(dialog.getAllByRole('button', { name: 'Cancel' })[0]!)
  await expect.poll(() => main.payloads('recordings.cancel')).toHaveLength(1)
  const here = connection({ ...desk, days: [day(), day({ day: '2026-11-23' })] })
  main.push('recordings.changed', { ...main.recordings, connections: [here], job: null })
  await expect.poll(() => dialog.queryByText(/on this computer/)).toBeNull()
  await fireEvent.click(dialog.getByRole('button', { name: 'Choose folder…' }))
  await expect
    .poll(() => main.payloads('recordings.export'))
    .toMatchObject([{ chosen: [{ connection: id, days: ['2026-11-24', '2026-11-23'] }] }])
})

test('a few hours of a day are fetched and replayed alone', async () => {
  const { main } = await view({ connections: [desk] })
  main.answers['recordings.fetch'] = () => fetched
  main.answers['replay.open'] = () => null
  const drawer = await open('2026-11-24')
  await fireEvent.change(drawer.getByLabelText('From'), { target: { value: '9' } })
  await fireEvent.change(drawer.getByLabelText('To'), { target: { value: '11' } })
  await fireEvent.click(drawer.getByRole('button', { name: 'Fetch and replay' }))
  const hour = 3_600_000
  await expect
    .poll(() => main.payloads('replay.open'))
    .toEqual([{ at: start + 9 * hour, newWindow: false, recording: id }])
  const times = { from: start + 9 * hour, to: start + 11 * hour - 1 }
  expect(main.payloads('recordings.fetch')).toEqual([
    { chosen: [{ connection: id, days: ['2026-11-24'] }], ...times }
  ])
})

test('of a day that is partly here, that part can be replayed alone', async () => {
  const part = day({ shared })
  const { main } = await view({ connections: [connection({ id, desk: true, days: [part] })] })
  main.answers['replay.open'] = () => null
  const drawer = await open('2026-11-24')
  drawer.getByRole('button', { name: 'Fetch and replay' })
  await fireEvent.click(drawer.getByRole('button', { name: 'Replay fetched part' }))
  await expect
    .poll(() => main.payloads('replay.open'))
    .toEqual([{ at: part.content!.from, newWindow: false, recording: id }])
  expect(main.payloads('recordings.fetch')).toEqual([])
})

test('verifying everything leaves out what is not here', async () => {
  const { main } = await view({ connections: [desk] })
  await fireEvent.keyDown(await grid(), { key: 'a', ctrlKey: true })
  const bar = within(screen.getByRole('toolbar', { name: 'Selected days' }))
  await fireEvent.click(bar.getByRole('button', { name: 'Verify' }))
  await expect
    .poll(() => main.payloads('recordings.verify'))
    .toEqual([{ chosen: [{ connection: id, days: ['2026-11-23'] }] }])
})

test('the shared folder is chosen from here, and one that is away is named', async () => {
  const sharedProblem = 'The shared folder /srv/leadline cannot be found.'
  const { main } = await view({ connections: [connection()], sharedProblem })
  await screen.findByText(sharedProblem)
  main.answers['recordings.chooseShared'] = () => ({ path: '/srv/leadline' })
  await fireEvent.click(screen.getByRole('button', { name: 'Desk recordings…' }))
  await expect.poll(() => main.payloads('settings.change')).toEqual([{ sharedFolder: '/srv/leadline' }])
})

test('what others share meanwhile is listed without a touch', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const { main } = await view({ connections: [{ ...desk, days: [] }] })
  main.recordings = { ...main.recordings, connections: [desk] }
  await vi.advanceTimersByTimeAsync(30_000)
  within(await grid()).getByText('Not fetched')
})
