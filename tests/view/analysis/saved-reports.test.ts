import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import type { AnalysisRequest } from '#shared/contract/recording/analysis'
import type { SavedReport } from '#shared/contract/recording/saved-reports'
import { FakeMain } from '../support/bridge'
import { dialog, press } from '../support/show'
import { id as connection } from '../recording/recordings-view'
import { table, view } from './analysis-view'

/** A main that keeps reports. */
function keeping(all: SavedReport[] = []) {
  const main = new FakeMain()
  let saved: readonly SavedReport[] = all
  const set = (next: readonly SavedReport[]) => (saved = next)
  Object.assign(main.answers, {
    'savedReports.read': () => saved,
    'savedReports.save': (report: Omit<SavedReport, 'id'>) =>
      set([...saved.filter(({ name }) => name !== report.name), { ...report, id: `saved-${report.name}` }]),
    'savedReports.rename': ({ id, name }: SavedReport) =>
      set(saved.map((each) => (each.id === id ? { ...each, name } : each))),
    'savedReports.remove': ({ id }: SavedReport) => set(saved.filter((each) => each.id !== id))
  })
  return main
}
const list = () => within(screen.getByRole('region', { name: 'Saved reports' }))
const names = () =>
  list()
    .queryAllByRole('listitem')
    .map((item) => within(item).getAllByRole('button')[0]!.textContent)
const asked = (main: FakeMain) => (main.payloads('analysis.report') as AnalysisRequest[]).at(-1)

const ofEther: SavedReport = {
  id: 'saved-Ether',
  name: 'Ether at night',
  report: 'cost',
  connection,
  market: 'ETHUSD',
  size: { amount: '25', unit: 'base' },
  fields: {
    period: '1',
    from: '',
    to: '',
    days: 'weekends',
    bucket: 15,
    side: 'sell',
    within: '50',
    compared: 'depth',
    day: '',
    other: '',
    interval: 15
  }
}

async function choose(item: string, name: string) {
  const menu = await screen.findByRole('menu', { name: `Actions for ${name}`, hidden: true })
  await fireEvent(menu, Object.assign(new Event('toggle'), { newState: 'open' }))
  await fireEvent.click(await within(menu).findByText(item))
}

test('a report is saved under a name, renamed, deleted and restored', async () => {
  const { main } = await view('#/analysis/spread', {}, keeping())
  await table('Spread by time of day')
  await fireEvent.click(list().getByRole('button', { name: 'Save report…' }))
  const asking = await dialog('Save report')
  await fireEvent.input(asking.getByLabelText('Name'), { target: { value: 'Spreads' } })
  await fireEvent.click(asking.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved report Spreads')
  expect(main.payloads('savedReports.save')[0]).toMatchObject({
    name: 'Spreads',
    report: 'spread',
    connection,
    market: 'BTCUSD',
    size: { amount: '100000', unit: 'quote' },
    fields: { period: '7', bucket: 30 }
  })
  const shown = () => list().getByRole('button', { name: 'Spreads' }).getAttribute('aria-pressed')
  expect(shown()).toBe('true')
  await fireEvent.click(screen.getByRole('button', { name: '24 h' }))
  await waitFor(() => expect(shown()).toBe('false'))

  await choose('Rename…', 'Spreads')
  const renaming = await dialog('Rename report')
  await fireEvent.input(renaming.getByLabelText('Name'), { target: { value: 'A week' } })
  await fireEvent.click(renaming.getByRole('button', { name: 'Rename' }))
  await waitFor(() => expect(names()).toEqual(['A week']))

  await choose('Delete', 'A week')
  await waitFor(() => expect(names()).toEqual([]))
  await screen.findByText('Deleted report A week')
  await fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(names()).toEqual(['A week']))
})

test('a saved report is opened with all its choices, also from the palette before its recording is known', async () => {
  const main = keeping([ofEther])
  await view('#/connections', {}, main)
  await press('k', { ctrlKey: true })
  const field = (await dialog('Command palette')).getByRole('combobox')
  await fireEvent.input(field, { target: { value: 'Open report: Ether at night' } })
  await fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(asked(main)).toBeDefined(), { timeout: 3000 })
  expect(asked(main)).toMatchObject({
    connection,
    market: 'ETHUSD',
    report: { kind: 'cost', size: '25', unit: 'base' },
    days: 'weekends',
    bucket: 15
  })
  expect(list().getByRole('button', { name: 'Ether at night' }).getAttribute('aria-pressed')).toBe('true')
  expect(window.location.hash).toBe('#/analysis/cost')
})

test('a report about what is not recorded here says so', async () => {
  const main = keeping([{ ...ofEther, market: 'XRPUSD' }])
  await view('#/analysis/spread', {}, main)
  await table('Spread by time of day')
  await fireEvent.click(list().getByRole('button', { name: 'Ether at night' }))
  await screen.findByText(/Ether at night is for XRPUSD, but this computer has no Parquet data for it/)
})
