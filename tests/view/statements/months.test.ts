import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { beforeEach, expect, it, vi } from 'vitest'
import { press, show } from '../support/show'
import { someRow, withRows } from './some'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1400)
})

const row = (asset: string, month: string, part = {}) =>
  someRow({ id: `${asset}-${month}`, key: `local/Own (1)/${asset}/${month}/a`, asset, month, ...part })

const rows = [
  row('USDP', '2026-10'),
  row('USDP', '2026-08', { state: 'altered', totalAccrued: '5' }),
  row('USDG', '2026-10', { totalAccrued: '0.000000000000000001', revision: { number: 1, of: 1 } })
]

it('says when the next statement of a monthly series is expected, by the times of earlier ones', async () => {
  const series = ['2026-10', '2026-09', '2026-08'].map((month, place) =>
    row('USDP', month, { createdAt: `2026-${11 - place}-0${place + 2}T12:00:00Z`.replace('-9-', '-09-') })
  )
  vi.setSystemTime('2026-12-20T00:00:00Z')
  try {
    await show('#/statements', withRows(series))
    await fireEvent.click(await screen.findByRole('button', { name: 'Months' }))
    const caption = await screen.findByText('Next expected', { selector: 'caption' })
    const cells = [...caption.closest('table')!.querySelectorAll('tbody tr > *')].map((cell) =>
      cell.textContent?.trim()
    )
    expect(cells).toEqual([
      'USDP',
      '2026-11',
      '2 Dec to 4 Dec',
      'overdue by 16 days, not in the archive',
      '3 earlier statements'
    ])
    // The calendar opens at today; keys move over the days and months and choose one.
    const today = within(screen.getByLabelText('Dec 2026')).getByTitle('20 Dec, today')
    expect(today.getAttribute('aria-current')).toBe('date')
    today.focus()
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Enter']) await press(key)
    const late = screen.getByTitle('3 Dec, USDP 2026-11 overdue')
    expect(document.activeElement).toBe(late)
    expect(late.getAttribute('aria-selected')).toBe('true')
    expect(late.querySelector('.unseen')?.textContent).toBe('3 Dec, USDP 2026-11 overdue')
    const linesOf = (caption: string) =>
      [...screen.getByText(caption).closest('table')!.querySelectorAll('tbody tr')].map((line) =>
        [...line.children].map((cell) => cell.textContent?.trim())
      )
    expect(linesOf('On 3 Dec')).toEqual([
      ['USDP', '2026-11', '2 Dec to 4 Dec', 'overdue by 16 days, not in the archive', '3 earlier statements']
    ])
    await press('PageUp')
    await press('ArrowLeft')
    await press('Enter')
    expect(document.activeElement?.getAttribute('title')).toBe('2 Nov, USDP 2026-10 arrived')
    expect(linesOf('On 2 Nov')).toEqual([['USDP', '2026-10', '2 Nov', 'arrived', '–']])
    await press('PageUp')
    expect(linesOf('On 2 Nov')).toHaveLength(1)
    expect(screen.getByLabelText('Oct 2026').contains(document.activeElement)).toBe(true)
    await press('Escape')
    expect(screen.getByText('Next expected', { selector: 'caption' })).toBeTruthy()
    // Every kind has a mark of its own.
    const marks = [late, screen.getByTitle(/^2 Nov/)].map((cell) => cell.querySelector('svg')?.outerHTML)
    expect(new Set(marks).size).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})

it('shows the months of each asset; keys move through the cells and open a statement; it is exported as CSV', async () => {
  const { main } = await show('#/statements', withRows(rows))
  main.answers['statements.exportMonths'] = () => ({ path: '/home/me/months.csv' })
  await fireEvent.click(await screen.findByRole('button', { name: 'Months' }))
  const grid = await screen.findByRole('grid', { name: 'Local: months and assets' })
  const cells = [...grid.querySelectorAll('tbody tr')].map((line) =>
    [...line.querySelectorAll('th, [role=gridcell]')].map((cell) => cell.textContent?.trim())
  )
  expect(cells).toEqual([
    ['2026-10', '0.000000000000000001', '18,448.969637'],
    ['2026-09', '', 'none'],
    ['2026-08', '', 'altered']
  ])
  expect(screen.getByTitle(/^USDP 2026-09: not in the archive\. The service may/)).toBeTruthy()
  grid.focus()
  // The focus shows where it is.
  await waitFor(() => expect(grid.getAttribute('aria-activedescendant')).toBeTruthy())
  for (const key of ['ArrowRight', 'ArrowDown', 'Enter']) await press(key)
  // Nothing to open in a month without a statement.
  expect(screen.queryByRole('complementary', { name: /USDP/ })).toBeNull()
  await press('ArrowDown')
  await press('Enter')
  await screen.findByRole('complementary', { name: 'USDP 2026-08' })
  await press('Escape')
  await waitFor(() => expect(document.activeElement).toBe(grid))
  await fireEvent.change(screen.getByRole('combobox', { name: 'Asset' }), { target: { selectedIndex: 2 } })
  await waitFor(() => expect(grid.querySelectorAll('thead th')).toHaveLength(2))
  await fireEvent.click(screen.getByRole('button', { name: 'Export CSV…' }))
  expect(main.payloads('statements.exportMonths')).toEqual([
    { environment: 'local', profileId: 'local-sandbox', asset: 'USDP', year: null }
  ])
  await screen.findByText('Months saved to /home/me/months.csv.')
})
