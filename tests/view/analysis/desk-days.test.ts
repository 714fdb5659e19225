import { fireEvent, screen, waitFor } from '@testing-library/svelte'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connection, day, id } from '../recording/recordings-view'
import { rowsOf, sealed, view } from './analysis-view'

const hour = 3_600_000

test('a report offers no days whose Parquet files would not be kept', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: sealed.to })
  onTestFinished(() => void vi.useRealTimers())
  const shared = { segments: 12, bytes: 600_000_000, from: sealed.to - 150 * hour, markets: ['BTCUSD'] }
  const away = (name: string) => day({ day: name, bytes: 0, content: null, shared })
  const days = [day({ day: '2026-11-23' }), ...['2026-11-22', '2026-11-20', '2026-11-19'].map(away)]
  const desk = connection({ id: `${id}-desk`, desk: true, days })
  const { main } = await view('#/analysis/cost', { connections: [desk] })
  await rowsOf('Cost of a size')
  await screen.findByText(/^3 of 4 days are not completely on this computer/)
  main.push('settings.changed', { settings: { ...main.settings, parquetDays: 3 }, notSaved: null })
  await screen.findByText(/^1 of 2 days/)
})

test('a report offers to fetch what only the desk has of its time, and follows once that is written', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: sealed.to })
  onTestFinished(() => void vi.useRealTimers())
  const deskId = `${id}-desk`
  const shared = { segments: 12, bytes: 600_000_000, from: sealed.to - 30 * hour, markets: ['BTCUSD'] }
  const away = (name: string) => day({ day: name, bytes: 0, content: null, shared })
  const old = { ...shared, from: Date.UTC(2026, 9, 1) }
  const desk = connection({
    ...{ id: deskId, desk: true },
    days: [
      ...['2026-11-23', '2026-11-22'].map(away),
      day({ day: '2026-11-21' }),
      day({ day: '2026-10-01', shared: old })
    ]
  })
  const { main } = await view('#/analysis/cost', { connections: [desk] })
  await rowsOf('Cost of a size')
  await screen.findByText(
    /^2 of 3 days are not completely on this computer: the desk has up to 1\.\d+ GB more\.$/
  )
  main.answers['recordings.fetch'] = () => ({ fetched: 24, skipped: 0, refused: [], refusals: 0 })
  await fireEvent.click(screen.getByRole('button', { name: 'Fetch them' }))
  await waitFor(() =>
    expect(main.payloads('recordings.fetch')).toEqual([
      {
        chosen: [{ connection: deskId, days: ['2026-11-23', '2026-11-22'] }],
        from: sealed.to - 168 * hour,
        to: sealed.to
      }
    ])
  )
  const job = { kind: 'fetch', connection: deskId, day: '2026-11-22', share: 0.5 } as const
  main.push('recordings.changed', { ...main.recordings, job })
  await screen.findByText('Fetching 2026-11-22 · 50%')
  await fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(main.payloads('recordings.cancel')).toHaveLength(1))
  main.push('recordings.changed', { ...main.recordings, job: null })
  const sealing = (phase: 'sealing' | 'idle', name: string | null) =>
    main.push('recording.changed', { ...main.recording, sealing: { phase, hour: name, problem: null } })
  sealing('sealing', '2026-11-22 10:00')
  await screen.findByText(/being written as Parquet files \(2026-11-22 10:00\)\. The report follows\.$/)
  const asked = () => main.payloads('analysis.report')
  const before = asked().length
  sealing('idle', null)
  await waitFor(() => expect(asked()).toHaveLength(before + 1))
  expect(screen.queryByText(/The report follows/)).toBeNull()
})
