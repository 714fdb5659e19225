import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import type { RecordingState } from '#shared/contract/recording/recording'
import { FakeMain } from '../support/bridge'
import { dialog, show } from '../support/show'

async function settings(state: Partial<RecordingState> = {}) {
  const main = new FakeMain()
  main.recording = { ...main.recording, ...state }
  await show('#/settings', main)
  return { main, section: within(await screen.findByRole('region', { name: 'Recording' })) }
}

test('says since when and how much is recorded', async () => {
  const { main, section } = await settings()
  await section.findByText('Recording since 2026-11-20 09:00:00 UTC: 1.3 MB on disk.')
  main.push('recording.changed', { ...main.recording, phase: 'off' })
  await section.findByText('Recording is turned off. Existing recordings are kept.')
  expect(section.queryByRole('button', { name: 'Verify' })).toBeNull()
})

test('changes what is kept', async () => {
  const { main, section } = await settings()
  await fireEvent.change(section.getByRole('combobox', { name: 'Keep for' }), { target: { value: '30' } })
  await fireEvent.click(section.getByRole('switch', { name: 'Record the stream' }))
  await waitFor(() =>
    expect(main.payloads('settings.change')).toEqual([{ recordingDays: 30 }, { recording: false }])
  )
})

test('asks before a lower limit deletes recordings', async () => {
  const { main, section } = await settings()
  const days = section.getByRole<HTMLSelectElement>('combobox', { name: 'Keep for' })
  await fireEvent.change(days, { target: { value: '7' } })
  const confirm = await dialog('Delete older recordings?')
  confirm.getByText('Recordings older than 7 days will be deleted now. Pinned days stay.')
  await fireEvent.click(confirm.getByRole('button', { name: 'Cancel' }))
  expect(days.value).toBe('14')
  expect(main.payloads('settings.change')).toEqual([])
  await fireEvent.change(days, { target: { value: '7' } })
  await fireEvent.click((await dialog('Delete older recordings?')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(main.payloads('settings.change')).toEqual([{ recordingDays: 7 }]))
  expect(days.value).toBe('7')
})

test('a reset asks first, and says if it deletes recordings', async () => {
  const { main } = await settings()
  const reset = () => fireEvent.click(screen.getByRole('button', { name: 'Reset to defaults…' }))
  await reset()
  const first = await dialog('Reset all settings?')
  expect(first.queryByText(/will be deleted/)).toBeNull()
  await fireEvent.click(first.getByRole('button', { name: 'Cancel' }))
  await fireEvent.change(screen.getByRole('combobox', { name: 'Keep for' }), { target: { value: '365' } })
  await reset()
  const second = await dialog('Reset all settings?')
  await second.findByText(/^Recordings older than 14 days or beyond 10 GB per connection will be deleted now/)
  expect(main.payloads('settings.reset')).toEqual([])
  await fireEvent.click(second.getByRole('button', { name: 'Reset' }))
  await waitFor(() => expect(main.payloads('settings.reset')).toHaveLength(1))
})

test('an interruption is shown in the footer of every view, with its reason', async () => {
  const problem = 'The recording cannot be written: the disk is full.'
  const { section } = await settings({ phase: 'interrupted', problem, dropped: 1200 })
  await section.findByText(problem)
  section.getByText('1,200 messages were not recorded.')
  const mark = within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Not recording' })
  expect(mark.getAttribute('title')).toBe(problem)
})

test('verification shows its progress, can be cancelled, and names what is damaged', async () => {
  const { main, section } = await settings({ verification: { running: true, bytes: 5e6, result: null } })
  await section.findByText('Verifying: 5.0 MB read.')
  await fireEvent.click(section.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(main.payloads('recording.cancelVerification').length).toBe(1))
  const damage = ['a.tsv.gz: 100 bytes at 20 were altered or damaged.']
  const result = { at: Date.UTC(2026, 10, 21), items: 99, segments: 1, damage, damaged: 1 }
  main.push('recording.changed', { ...main.recording, verification: { running: false, bytes: 5e6, result } })
  await section.findByText(
    'Verified 2026-11-21 00:00:00 UTC: 1 place damaged. The other 99 items are intact.'
  )
  section.getByText(damage[0]!)
})

test('recordings are moved from here, too, and their view shows how far that is', async () => {
  const { main, section } = await settings()
  main.answers['recordings.move'] = () => null
  await fireEvent.click(await section.findByRole('button', { name: 'Move…' }))
  await waitFor(() => expect(main.payloads('recordings.move').length).toBe(1))
  expect(window.location.hash).toBe('#/recordings')
})

test('Parquet files can be turned off, have limits of their own, and say what they wait for', async () => {
  const { main, section } = await settings()
  await fireEvent.change(section.getByRole('combobox', { name: 'Keep Parquet files for' }), {
    target: { value: '365' }
  })
  await fireEvent.change(section.getByRole('combobox', { name: /Maximum size of Parquet files/ }), {
    target: { value: '50' }
  })
  await fireEvent.click(section.getByRole('switch', { name: 'Write Parquet files' }))
  await waitFor(() =>
    expect(main.payloads('settings.change')).toEqual([
      { parquetDays: 365 },
      { parquetGigabytes: 50 },
      { parquet: false }
    ])
  )
  const push = (sealing: RecordingState['sealing']) =>
    main.push('recording.changed', { ...main.recording, sealing })
  push({ phase: 'battery', hour: null, problem: null })
  await section.findByText('Parquet files will be written when the computer is plugged in.')
  push({ phase: 'sealing', hour: '2026-11-24 10:00', problem: 'The disk is full.' })
  await section.findByText('Writing the Parquet files of 2026-11-24 10:00 (UTC).')
  section.getByText('The disk is full.')
})
