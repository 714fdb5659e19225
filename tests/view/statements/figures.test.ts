import { screen, within } from '@testing-library/svelte'
import { beforeEach, expect, it, vi } from 'vitest'
import { placesOf } from '#renderer/records/statements/columns'
import { show } from '../support/show'
import { someRow, withRows } from './some'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1400)
})

it('aligns amounts at the decimal point, to the right, without extra digits', async () => {
  const other = someRow({ id: '0042c107-d59c-4507-a34a-def20abb1d92', key: 'b', totalAccrued: '7812.01' })
  expect(placesOf([someRow(), other, someRow({ totalAccrued: null })])).toEqual({ accrued: 7, average: 3 })
  await show('#/statements', withRows([someRow(), other]))
  const grid = within(await screen.findByRole('grid', { name: 'Statements' }))
  const long = await grid.findByText('18,448.969637')
  const short = grid.getByText('7,812.01')
  expect([long.style.paddingRight, short.style.paddingRight]).toEqual(['0ch', '4ch'])
  expect(short.parentElement?.className).toContain('right')
  expect(grid.getByRole('columnheader', { name: 'Accrued' }).className).toContain('right')
})

it('explains why balances and daily rates are not added up', async () => {
  const main = withRows([someRow()])
  main.answers['statements.table'] = () => ({
    columns: ['date', 'balance', 'reward_rate', 'accrued'],
    rows: [['2026-10-01', '100', '0.05', '1.5']],
    rowCount: 1,
    notes: [],
    uneven: 0,
    sums: [null, '100', '0.05', '1.5'],
    reconciled: null,
    sentence: 'No column can be held against the total.'
  })
  await show(`#/statements/${someRow().id}`, main)
  const cells = (await screen.findByRole('group', { name: 'Sums' })).children
  expect([...cells].map(({ textContent }) => textContent?.trim())).toEqual(['Sum', '–', '–', '1.5'])
  expect(cells[1]?.getAttribute('title')).toMatch(/^balance has no sum: .* would mean nothing$/)
  expect(cells[3]?.getAttribute('title')).toBe('Sum of accrued')
})

it('shows the store’s ETag among the details', async () => {
  const row = someRow()
  const files = row.files.map((file) => ({ ...file, etagIsMd5: false }))
  await show(`#/statements/${row.id}`, withRows([{ ...row, files }]))
  const drawer = within(await screen.findByRole('complementary', { name: 'USDP 2026-10' }))
  const note = drawer.getByText(/^no MD5 of USDP-2026-10\.pdf and USDP-2026-10\.csv, as is usual/)
  expect(note.tagName).toBe('DD')
  expect(drawer.queryByText(/is not their MD5/)).toBeNull()
})

it('shows missing statements beside the totals, and their month in the chart', async () => {
  const asset = 'USDP'
  const damaged = (['altered', 'unreadable'] as const).map((state) =>
    someRow({ state, key: state, id: state })
  )
  const owner = { environment: 'local', profileId: 'local-sandbox' }
  const gone = ['1', '2'].map((id) => ({ ...owner, key: id, asset, month: '2026-11', id }))
  const sentence = '1 altered, 2 missing, and 1 unreadable statements are excluded from the totals.'
  await show('#/statements', withRows([someRow(), ...damaged], {}, gone))
  await screen.findByText(sentence)
  const note = screen.getByText('× 2 months with excluded statements')
  expect(note.getAttribute('title')).toBe(sentence)
  const chart = screen.getByRole('slider', { name: 'Rewards accrued by month in USDP' })
  expect(chart.getAttribute('aria-valuetext')).toBe('2026-11: 2 statements are excluded')
})
