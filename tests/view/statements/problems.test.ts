import { fireEvent, screen, within } from '@testing-library/svelte'
import { expect, it } from 'vitest'
import { show } from '../support/show'
import { someRow, withRows } from './some'

const copy = { folder: '/mnt/b', inStep: 1, behind: 1, running: false, fault: null }
const list = { state: 'shortened' as const, sentence: 'SHA256SUMS lists fewer statements.' }
const rows = [someRow({ state: 'altered' })]
const gone = { count: 1, folders: ['local/Own (1)/USDP/2026-09/it'] }
const parts = { copy, list, gone, notice: 'An interrupted move was finished.', readOnly: 'Another writes.' }

it('shows the two worst of six problems and a summary, with at most two actions each', async () => {
  await show('#/statements', withRows(rows, parts))
  const more = await screen.findByRole('button', { name: 'Show 4 more problems' })
  const entries = () => document.querySelectorAll('section[aria-label=Problems] > ul > li')
  expect(entries()).toHaveLength(2)
  expect([...entries()].map(({ className }) => className.split(' ')[0])).toEqual(['error', 'error'])
  expect(more.getAttribute('aria-expanded')).toBe('false')
  await fireEvent.click(more)
  expect(entries()).toHaveLength(6)
  for (const entry of entries()) {
    const actions = within(entry as HTMLElement).queryAllByRole('button')
    expect(actions.filter(({ ariaExpanded }) => ariaExpanded === null).length).toBeLessThanOrEqual(3)
  }
  expect(screen.getByText('An interrupted move was finished.')).toBeTruthy()
  await fireEvent.click(screen.getByRole('button', { name: 'Show fewer' }))
  expect(entries()).toHaveLength(2)
})

it('shows two problems as they are, and no list without problems', async () => {
  await show('#/statements', withRows([someRow()], { notice: 'Moved.', readOnly: 'Another writes.' }))
  await screen.findByText('Moved.')
  expect(screen.queryByRole('button', { name: /more problem/ })).toBeNull()
})

it('compares only disputed and unconfirmed statements from the list', async () => {
  const disputed = someRow({ state: 'altered', disagreement: 'The service gives something else.' })
  const { main } = await show('#/statements', withRows([disputed]))
  await fireEvent.click(await screen.findByRole('button', { name: 'Details' }))
  expect(screen.getByText('The service gives something else.')).toBeTruthy()
  await fireEvent.click(screen.getByRole('button', { name: 'Compare with the service' }))
  expect(main.payloads('statements.compare')).toEqual([{ key: null, doubtful: true }])
})
