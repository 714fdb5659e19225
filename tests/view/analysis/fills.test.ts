import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import { FakeMain } from '../support/bridge'
import { press } from '../support/show'
import { costReport, rowsOf, start, view } from './analysis-view'
import { id } from '../recording/recordings-view'

const hour = 3_600_000

async function pictureItems(): Promise<HTMLElement[]> {
  const button = screen.getByRole('button', { name: 'Picture' })
  const menu = document.getElementById(button.getAttribute('popovertarget')!)!
  await fireEvent(menu, Object.assign(new Event('toggle'), { newState: 'open' }))
  return within(menu).findAllByRole('menuitem', { hidden: true })
}

test('imported fills have costs with their signs, gaps and a total', async () => {
  const main = new FakeMain()
  const file = {
    id: 1,
    name: 'fills-2026-11-21.csv',
    fills: 2,
    from: start,
    to: start,
    problems: [{ line: 4, sentence: 'The side must be buy or sell.' }],
    moreProblems: 2
  }
  main.answers['analysis.importFills'] = () => {
    main.answers['analysis.fillFiles'] = () => [file]
    return file
  }
  await view('#/analysis/fills', {}, main)
  await screen.findByText('No fills imported')
  expect((await pictureItems()).map((item) => item.getAttribute('aria-disabled'))).toEqual(['true', 'true'])
  await fireEvent.click(screen.getAllByRole('button', { name: 'Import fills…' })[0]!)
  await screen.findByText('3 invalid lines skipped. Line 4: The side must be buy or sell.')
  const rows = await rowsOf('Transaction costs')
  expect(rows.slice(1)).toEqual(['09:02:14.118▲ Buy', '09:14:40.377 partial▼ Sell', 'Total by amount'])
  const text = screen.getByRole('main').textContent!.replaceAll('\u00a0', ' ')
  expect(text).toContain(
    'positive is a cost to you. Markout: the mid after the fill, positive is in your favour.'
  )
  expect(text).toContain('vs arrival +0.43 bp')
  expect(screen.getByText('Filled')).toBeTruthy()
  // The first note alone is about gaps, and leads to the replay.
  expect(text).toContain('A sentence about the book.')
  expect(screen.getAllByRole('button', { name: /^Replay from/ }).length).toBe(1)
  expect((await pictureItems()).map((item) => item.getAttribute('aria-disabled'))).toEqual([null, null])
  // A positive cost is bad, a positive markout good.
  for (const [figure, tone] of [
    ['+0.43', 'bad'],
    ['-0.07', 'good'],
    ['+0.40', 'good']
  ] as const)
    expect(screen.getByText(figure).classList.contains(tone), figure).toBe(true)
  expect(main.payloads('analysis.fillCosts')).toEqual([
    { run: 1, connection: id, market: 'BTCUSD', file: 1, interval: 5 }
  ])
  main.answers['analysis.fillFiles'] = () => []
  await fireEvent.click(screen.getByRole('button', { name: 'Remove fills-2026-11-21.csv' }))
  await screen.findByText('No fills imported')
})

test('fills and gaps lead to their replay', async () => {
  const report = costReport({
    kind: 'coverage',
    byTimeOfDay: false,
    columns: (['live', 'stale', 'not-live', 'missing'] as const).map((measure) => ({
      measure,
      statistic: 'value',
      unit: 'minutes'
    }))
  })
  const { main } = await view('#/analysis/coverage', { report: () => report })
  const gaps = await screen.findByRole('region', { name: 'Gaps' })
  // Time is measured, not sampled.
  expect(screen.queryByRole('columnheader', { name: /Samples/ })).toBeNull()
  const grid = within(gaps).getByRole('grid')
  expect(within(grid).getAllByRole('row')[1]!.textContent).toContain('2026-11-17 09:00:00.000')
  expect(main.payloads('replay.open')).toEqual([])
  await fireEvent.click(within(grid).getByText('2026-11-17 09:00:00.000'))
  // A click only selects.
  expect(main.payloads('replay.open')).toEqual([])
  grid.focus()
  await press('Enter')
  const opened = { at: start + 9 * hour, newWindow: false, recording: id }
  await waitFor(() => expect(main.payloads('replay.open')).toEqual([opened]))
})
