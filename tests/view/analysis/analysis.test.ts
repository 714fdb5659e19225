import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { expect, test, vi } from 'vitest'
import { ProblemError } from '#shared/domain/base/problem'
import type { AnalysisRequest } from '#shared/contract/recording/analysis'
import type { ReportPage } from '#shared/contract/recording/printing'
import { FakeMain } from '../support/bridge'
import { press } from '../support/show'
import { costReport, rowsOf, sealed, start, table, view } from './analysis-view'
import { connection, day, id } from '../recording/recordings-view'

const hour = 3_600_000
const asked = (main: FakeMain) => main.payloads('analysis.report') as AnalysisRequest[]
const yesterday = new Date(Date.now() - 24 * hour).toISOString().slice(0, 10)
const never = () => new Promise(() => undefined)

test('a report has its figures, and says where it does not cover the period', async () => {
  const { main } = await view()
  const rows = await rowsOf('Cost of a size')
  expect(rows.slice(0, 2)).toEqual(['Time UTCMedian bp', '00:002.02'])
  const text = screen.getByRole('main').textContent!.replaceAll('\u00a0', ' ')
  for (const part of [
    'Slippage of 50,000 USD from the mid to the average price. Positive is a cost to you.',
    'Median 2.50 bp',
    'Lowest, 00:00–01:00 2.02 bp',
    'Highest, 09:00–10:00 2.92 bp',
    'Coverage 99.9% 6 d 23 h of 7 d 0 h',
    '99.9% of the time is covered. 1 gap, the longest 6 min from 2026-11-17 09:00:00 UTC.'
  ])
    expect(text).toContain(part)
  expect(asked(main)).toEqual([
    {
      run: 1,
      connection: id,
      market: 'BTCUSD',
      report: { kind: 'cost', size: '100000', unit: 'quote' },
      period: { from: start, to: sealed.to },
      against: null,
      days: 'all',
      bucket: 30
    }
  ])
  await fireEvent.click(screen.getByRole('button', { name: 'Replay from 09:00:00' }))
  await waitFor(() =>
    expect(main.payloads('replay.open')).toEqual([{ at: start + 9 * hour, newWindow: false, recording: id }])
  )
})

test('a range that is not known is one dash', async () => {
  const { series } = costReport()
  const total = { ...series.total, cells: series.total.cells.map(() => null) }
  await view('#/analysis/cost', { report: () => costReport({ series: { ...series, total } }) })
  await table('Cost of a size')
  expect(screen.getByRole('main').textContent!.replaceAll('\u00a0', ' ')).toContain('10% to 90% – bp')
})

test('each choice asks for another report', async () => {
  const { main } = await view()
  await table('Cost of a size')
  await fireEvent.click(screen.getByRole('button', { name: '24 h' }))
  await waitFor(() => expect(asked(main).at(-1)!.period.from).toBe(sealed.to - 24 * hour))
  const bucket = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Bucket' })
  bucket.selectedIndex = 2
  await fireEvent.change(bucket)
  await waitFor(() => expect(asked(main).at(-1)!.bucket).toBe(60))
  // The same figures are shown otherwise, so nothing is read again.
  const before = asked(main).length
  await fireEvent.click(screen.getByRole('button', { name: 'Sell' }))
  await waitFor(async () => expect((await rowsOf('Cost of a size'))[1]).toBe('00:005.02'))
  expect(asked(main)).toHaveLength(before)

  await fireEvent.click(screen.getByRole('button', { name: 'Custom' }))
  const from = screen.getByLabelText<HTMLInputElement>('From (UTC)')
  expect(from.value).toBe('2026-11-23 00:00')
  await fireEvent.change(from, { target: { value: 'tomorrow' } })
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Not a valid time, e.g. 2026-11-23, 14:02:11, yesterday 9:30, fri 16:00 or -15m'
  )
  await fireEvent.change(from, { target: { value: '2026-11-25' } })
  await screen.findByText('Must be later than the start')
  await fireEvent.change(from, { target: { value: '2026-11-20 06:00' } })
  await waitFor(() => expect(asked(main).at(-1)!.period.from).toBe(Date.UTC(2026, 10, 20, 6)))
  await fireEvent.change(from, { target: { value: '19 nov, 8:15pm' } })
  await waitFor(() => expect(asked(main).at(-1)!.period.from).toBe(Date.UTC(2026, 10, 19, 20, 15)))
  expect(from.value).toBe('2026-11-19 20:15')
  await fireEvent.change(from, { target: { value: '2026-11-19T22:15:00+02:00' } })
  await waitFor(() => expect(from.value).toBe('2026-11-19 20:15'))
})

test('a running report shows its progress and is cancelled', async () => {
  const { main } = await view('#/analysis/spread', { report: never })
  await screen.findByRole('progressbar', { name: 'Progress of the report' })
  await waitFor(() => expect(asked(main)).toHaveLength(1))
  main.push('analysis.progress', { run: 2, share: 0.9 })
  main.push('analysis.progress', { run: 1, share: 0.25 })
  await screen.findByText('Reading the recording · 25%')
  await fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await screen.findByText('Report cancelled')
  expect(main.payloads('analysis.cancel')).toEqual([{ run: 1 }])
  expect(screen.queryByRole('grid')).toBeNull()
  main.answers['analysis.report'] = () => costReport()
  await fireEvent.click(screen.getByRole('button', { name: 'Run again' }))
  await table('Spread by time of day')
})

test('a failed report says why and runs again', async () => {
  const { main } = await view('#/analysis/cost', {
    report: () => {
      throw new ProblemError({ code: 'x', sentence: 'The disk is gone.', retryable: true })
    }
  })
  await screen.findByText('The disk is gone.')
  main.answers['analysis.report'] = () => costReport()
  await fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await table('Cost of a size')
})

test('begins with the connection in use, and offers the others although it has no sealed files', async () => {
  const used = connection({ id: `${id}0`, name: 'In use', days: [day({ open: true })] })
  const main = new FakeMain()
  await view('#/analysis/cost', { connections: [connection(), used], sealed: null }, main)
  await screen.findByText('Nothing to analyse yet')
  main.answers['analysis.sealed'] = () => sealed
  const chooser = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Connection' })
  expect(chooser.selectedOptions[0]!.text).toBe('In use')
  chooser.selectedIndex = 0
  await fireEvent.change(chooser)
  await waitFor(() => expect(asked(main).at(-1)!.connection).toBe(id))
  // Until another is picked.
  main.push('recordings.changed', { ...main.recordings })
  await waitFor(() =>
    expect(
      screen.getByRole<HTMLSelectElement>('combobox', { name: 'Connection' }).selectedOptions[0]!.text
    ).toBe('Treasury')
  )
})

test('without sealed files it says what is missing, and leads there', async () => {
  const main = new FakeMain()
  main.settings = { ...main.settings, parquet: false }
  const { desk } = await view('#/analysis/cost', { sealed: null }, main)
  await screen.findByText('Nothing to analyse yet')
  await fireEvent.click(screen.getByRole('button', { name: 'Recording settings' }))
  expect(desk.router.view).toBe('settings')
})

test.each([
  ['in use', [day({ open: true })], /^There are no Parquet files for this connection yet/],
  ['former', [day({ open: false, day: yesterday })], /^The recording of this connection is not written as/],
  ['old', [day({ day: '2020-01-01' })], /^The recording of this connection is older than Parquet files/],
  ['pinned', [day({ day: '2020-01-01', pinnedBytes: 1 })], /^The recording of this connection is not written/]
])('says why a connection that is %s has no reports', async (_kind, days, sentence) => {
  const parquet = { bytes: 0, days: 0, pinnedBytes: 0 }
  await view('#/analysis/cost', { connections: [connection({ days, parquet })], sealed: null })
  await screen.findByText(sentence)
})

test('an empty period is not a report of zeros', async () => {
  const report = costReport()
  await view('#/analysis/cost', { report: () => ({ ...report, series: { ...report.series, rows: [] } }) })
  await screen.findByText('No data in this period')
})

test('rows are sorted, walked, copied and marked as partial', async () => {
  await view()
  const grid = await screen.findByRole('grid', { name: 'Table: Cost of a size' })
  const head = within(grid).getByRole('button', { name: /Median bp/ })
  await fireEvent.click(head)
  await fireEvent.click(head)
  const rows = await rowsOf('Cost of a size')
  expect(rows[0]).toContain('▾')
  expect(rows.slice(1, 3)).toEqual(['09:00 partial2.92', '08:002.82'])
  const copied = async () => {
    const data = new DataTransfer()
    grid.dispatchEvent(new ClipboardEvent('copy', { bubbles: true, cancelable: true, clipboardData: data }))
    return data.getData('text/plain').split('\n')
  }
  grid.focus()
  await press('ArrowDown')
  expect(await copied()).toEqual([
    'Time UTC\t10%\tMedian bp\t90%\tSamples\tCoverage',
    '09:00\t1.91\t2.92\t3.93\t50,040\t98.5%'
  ])
  await press('a', { ctrlKey: true })
  const all = await copied()
  expect(all).toHaveLength(25)
  // A time without a figure comes last, whichever way it is sorted.
  expect(all.at(-1)).toContain('13:00\t')
})

test('a PDF has the figures, rows, period and coverage of the report', async () => {
  const { main } = await view()
  await table('Cost of a size')
  main.answers['printing.savePdf'] = () => ({ path: '/home/me/cost.pdf' })
  await fireEvent.click(screen.getByRole('button', { name: 'PDF…' }))
  await screen.findByText('Saved /home/me/cost.pdf')
  const [{ page, name }] = main.payloads('printing.savePdf') as [{ page: ReportPage; name: string }]
  expect(name).toBe('Cost of a size BTCUSD 2026-11-17.pdf')
  expect(page.rows).toHaveLength(24)
  expect(page.rows[9]).toEqual({
    cells: ['09:00 partial', '1.91', '2.92', '3.93', '50,040', '98.5%'],
    kind: 'partial'
  })
  const facts = Object.fromEntries(page.facts.map(({ label, value }) => [label, value]))
  expect(facts).toMatchObject({
    Market: 'BTCUSD',
    Connection: 'Treasury',
    Period: '2026-11-17 00:00 – 2026-11-24 00:00 UTC',
    Size: '100k USD',
    Coverage: '99.9%',
    Leadline: '0.1.0'
  })
  expect(page.figures[0]).toEqual({ label: 'Median', value: '2.50', unit: 'bp' })
  expect(page.notes.join(' ')).toContain('99.9% of the time is covered. 1 gap')
})

test('two days are beside each other, and a report can stay below the others', async () => {
  const report = (payload: AnalysisRequest) => {
    const { series, ...rest } = costReport()
    const of = (period: AnalysisRequest['period']) => ({ ...series, period })
    return { ...rest, series: of(payload.period), against: payload.against && of(payload.against) }
  }
  const { main } = await view('#/analysis/days', { report: report as never })
  await table('Day comparison')
  expect(asked(main)[0]).toMatchObject({
    period: { from: Date.UTC(2026, 10, 23), to: Date.UTC(2026, 10, 24) },
    against: { from: Date.UTC(2026, 10, 22), to: Date.UTC(2026, 10, 23) },
    days: 'all'
  })
  await fireEvent.change(screen.getByLabelText('Compare with (UTC)'), { target: { value: '2026-11-18' } })
  await waitFor(() => expect(asked(main).at(-1)!.against!.from).toBe(Date.UTC(2026, 10, 18)))
  await table('Day comparison')
  await fireEvent.click(screen.getByRole('button', { name: 'Pin this report below' }))
  await fireEvent.click(screen.getByRole('link', { name: 'Cost of a size' }))
  const below = within(await screen.findByRole('region', { name: 'Day comparison' }))
  await below.findByRole('grid')
  await table('Cost of a size')
  expect(asked(main).at(-1)!.run).toBe(2)
  await fireEvent.click(below.getByRole('button', { name: 'Unpin the report below' }))
  expect(screen.queryByRole('region', { name: 'Day comparison' })).toBeNull()
})

test('begins with the market of the desk, and continues as SQL and as a picture', async () => {
  const { desk, main } = await view()
  await table('Cost of a size')
  expect(asked(main).at(-1)!.market).toBe('BTCUSD')
  desk.activePanel.host = { name: 'Chart', market: 'ETHUSD', showsMarket: true } as never
  await waitFor(() => expect(asked(main).at(-1)!.market).toBe('ETHUSD'))
  await table('Cost of a size')
  main.answers['panelExport.copyPicture'] = () => null
  const button = screen.getByRole('button', { name: 'Picture' })
  const menu = document.getElementById(button.getAttribute('popovertarget')!)!
  await fireEvent(menu, Object.assign(new Event('toggle'), { newState: 'open' }))
  await fireEvent.click(await within(menu).findByText('Copy as picture'))
  await waitFor(() => expect(main.payloads('panelExport.copyPicture')).toHaveLength(1))
  const gone = vi.spyOn(desk.router, 'go')
  await fireEvent.click(screen.getByRole('button', { name: 'Open as SQL' }))
  expect(gone).toHaveBeenCalledWith('sql', expect.stringContaining('FROM depth_1s'))
  // The view has it in its editor.
  await waitFor(() => expect(gone).toHaveBeenLastCalledWith('sql'))
})
