import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import { press } from '../support/show'
import { connection, day, grid, id, open, start, view } from './recordings-view'

test('a day has its size, gaps, markets and messages, under the limits of its connection', async () => {
  await view({
    connections: [
      connection({
        days: [day(), day({ day: '2026-11-23', pinned: true, bytes: 500_000_000 })],
        parquet: { bytes: 700_000_000, days: 3, pinnedBytes: 1_000_000 },
        removed: { segments: 3, bytes: 4_000_000, last: start }
      })
    ]
  })
  const rows = within(await grid()).getAllByRole('row')
  expect(rows[1]!.textContent!.replaceAll('\u00a0', ' ')).toContain(
    'Log: 1.3 GB of 10 GB, 1 of 14 days · Parquet: 700 MB of 10 GB, 3 of 14 days · 501 MB pinned, not counted · 4.0 MB deleted so far, last on 2026-11-24'
  )
  for (const text of ['2026-11-24', '1.3 GB', 'Not verified']) within(rows[2]!).getByText(text)
  within(rows[3]!).getByLabelText('Pinned: never deleted automatically')
  screen.getByText('1.8 GB in 2 days')
})

test('pinned ranges of a day are shown, do not count, and are unpinned there', async () => {
  const ranges = [{ from: start + 36_000_000, to: start + 36_300_000 }]
  const { main } = await view({
    connections: [connection({ days: [day({ pinnedRanges: ranges, pinnedBytes: 250_000_000 })] })]
  })
  const rows = within(await grid()).getAllByRole('row')
  expect(rows[1]!.textContent!.replaceAll('\u00a0', ' ')).toContain(
    'Log: 1.0 GB of 10 GB, 1 of 14 days · 250 MB pinned, not counted'
  )
  within(rows[2]!).getByLabelText('1 pinned range: never deleted automatically')
  const drawer = await open('2026-11-24')
  drawer.getByText('10:00:00 – 10:05:00')
  await fireEvent.click(drawer.getByRole('button', { name: 'Unpin ranges' }))
  await waitFor(() =>
    expect(main.payloads('recordings.pin')).toEqual([
      { chosen: [{ connection: id, days: ['2026-11-24'] }], pinned: false }
    ])
  )
})

test('a deletion says exactly what goes, and leaves pinned days', async () => {
  const { main } = await view({
    connections: [connection({ days: [day({ open: true }), day({ day: '2026-11-23', pinned: true })] })]
  })
  const drawer = await open('Treasury')
  await fireEvent.click(drawer.getByRole('button', { name: 'Delete all days…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete recordings?' }))
  dialog.getByText(/This deletes 2026-11-24 of Treasury: 1.3 GB, with its trades and keyframes\./)
  dialog.getByText(/1,204,233 messages of 2 markets will be lost\./)
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
  const problem = 'Another Leadline (process 12) is already recording to /data.'
  const { main } = await view({ connections: [connection()] })
  main.push('recording.changed', { ...main.recording, phase: 'interrupted', problem })
  await within(screen.getByRole('main')).findByText(problem)
})
