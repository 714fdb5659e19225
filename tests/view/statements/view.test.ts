import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { barsOf, seriesIn } from '#renderer/records/statements/months'
import { formatText, standingOf } from '#renderer/records/statements/words'
import { dialog, press, show } from '../support/show'
import { someRow, withRows } from './some'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1400)
})

const other = someRow({
  id: '0042c107-d59c-4507-a34a-def20abb1d92',
  key: 'local/Own (1)/USDG/2025-08/0042c107-d59c-4507-a34a-def20abb1d92',
  asset: 'USDG',
  month: '2025-08',
  state: 'altered'
})
const grid = () => screen.findByRole('grid', { name: 'Statements' })

describe('the statements view', () => {
  it('explains to a newcomer what to do, with sample IDs for the local sandbox', async () => {
    const { main } = await show('#/statements', withRows([], { examples: ['a', 'b'] }))
    await fireEvent.click(await screen.findByRole('button', { name: 'Try 2 of the local sandbox' }))
    expect(main.payloads('statements.fetch')).toEqual([{ text: 'a\nb' }])
  })

  it('shows exact amounts, files and state, and problems in the header and a banner', async () => {
    await show('#/statements', withRows([someRow(), other]))
    const rows = within(await grid())
    expect(await rows.findAllByText('18,448.969637')).toHaveLength(2)
    expect(rows.getAllByRole('button', { name: 'PDF' })).toHaveLength(2)
    expect(screen.getByText('2 statements · 4 files · 1 altered')).toBeTruthy()
    expect(screen.getByText('1 file is altered.')).toBeTruthy()
    expect(screen.getByText(/^Archive: 31\.8/)).toBeTruthy()
  })

  it('filters by asset; keys open and close the drawer and return the focus', async () => {
    const { main } = await show('#/statements', withRows([someRow(), other]))
    const rows = await grid()
    await fireEvent.change(screen.getByRole('combobox', { name: 'Asset' }), { target: { selectedIndex: 2 } })
    await waitFor(() => expect(screen.getByText('1 of 2')).toBeTruthy())
    expect(main.payloads('statements.list')).toHaveLength(1)
    rows.focus()
    await press('ArrowDown')
    await press('Enter')
    const drawer = within(await screen.findByRole('complementary', { name: 'USDP 2026-10' }))
    expect(await drawer.findByText(/adds up to the statement total/)).toBeTruthy()
    await fireEvent.click(drawer.getByRole('button', { name: 'Open PDF' }))
    expect(main.payloads('statements.show')).toEqual([{ key: someRow().key, name: 'USDP-2026-10.pdf' }])
    drawer.getByRole('button', { name: 'Open PDF' }).focus()
    await press('Escape')
    await waitFor(() => expect(document.activeElement).toBe(rows))
    expect(screen.queryByRole('complementary', { name: 'USDP 2026-10' })).toBeNull()
    // The key works anywhere in the view.
    await press('Enter')
    await screen.findByRole('complementary', { name: 'USDP 2026-10' })
    screen.getByRole('combobox', { name: 'Asset' }).focus()
    await press('Escape')
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'USDP 2026-10' })).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Asset' }))
  })

  it('counts IDs as they are pasted, and fetches them', async () => {
    const { main } = await show('#/statements', withRows([someRow()]))
    await grid()
    await fireEvent.click(screen.getByRole('button', { name: 'Fetch by ID…' }))
    const within = await dialog('Fetch statements by ID')
    const field = within.getByRole('textbox')
    expect(within.getByRole<HTMLButtonElement>('button', { name: 'Fetch' }).disabled).toBe(true)
    const text = `${someRow().id}, ${other.id}; ${other.id}`
    await fireEvent.input(field, { target: { value: text } })
    expect(within.getByText('2 IDs found')).toBeTruthy()
    await fireEvent.click(within.getByRole('button', { name: 'Fetch' }))
    expect(main.payloads('statements.fetch')).toEqual([{ text }])
  })

  it('explains why a statement is incomplete and when it was tried, even after a restart', async () => {
    const wanted = [
      {
        id: other.id,
        sentence: 'The CSV was refused.',
        asset: 'USDP',
        month: '2026-09',
        pending: false,
        at: 0
      },
      { id: someRow().id, sentence: 'It has no files.', asset: null, month: null, pending: false, at: null }
    ]
    await show('#/statements', withRows([someRow()], { run: null, wanted, requestCount: 2, pendingCount: 0 }))
    await screen.findByText(/2 statements are not complete\. The reasons differ\./)
    await fireEvent.click(screen.getByRole('button', { name: 'Show' }))
    const list = within(
      (await dialog('Fetch statements by ID')).getByRole('region', { name: 'Not complete' })
    )
    const items = list.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(items[0]).toMatch(/The CSV was refused\./)
    expect(items[0]).toMatch(/tried .*1970/)
    expect(items[1]).toMatch(/It has no files\./)
    expect(items[1]).not.toMatch(/tried/)
  })

  it('reports a mismatch plainly', async () => {
    const main = withRows([someRow()])
    const sentence = 'The column “accrued” adds up to 1, but the statement total is 2. The difference is -1.'
    main.answers['statements.table'] = () => ({
      columns: ['date', 'accrued'],
      rows: [['2026-10-01', '1']],
      rowCount: 1,
      notes: [],
      uneven: 0,
      sums: [null, '1'],
      reconciled: { column: 'accrued', sum: '1', total: '2', matches: false, difference: '-1' },
      sentence
    })
    await show(`#/statements/${someRow().id}`, main)
    expect((await screen.findByText(sentence)).closest('[role="alert"]')).not.toBeNull()
  })

  it('shows the chosen table of several, and an XLSX in its folder', async () => {
    const [pdf, csv] = someRow().files
    const [second, book] = ['USDP-2026-10-2.csv', 'USDP-2026-10.xlsx']
    const files = [
      pdf!,
      csv!,
      { ...csv!, name: second },
      { ...csv!, name: book, format: 'STATEMENT_FORMAT_XLSX' }
    ]
    const { main } = await show('#/statements', withRows([someRow({ files })]))
    await grid()
    await fireEvent.click(screen.getByTitle(`Show the table of ${second}`))
    await waitFor(() =>
      expect(main.payloads('statements.table').at(-1)).toEqual({ key: someRow().key, name: second })
    )
    const drawer = within(await screen.findByRole('complementary', { name: 'USDP 2026-10' }))
    const picked = await drawer.findByRole('button', { name: second, pressed: true })
    expect(picked).toBeTruthy()
    await fireEvent.click(drawer.getByRole('button', { name: csv!.name, pressed: false }))
    await waitFor(() => expect(main.payloads('statements.table').at(-1)).toMatchObject({ name: csv!.name }))
    await fireEvent.click(screen.getByTitle(`Show ${book} in its folder`))
    expect(main.payloads('statements.openFolder')).toEqual([{ key: someRow().key }])
  })

  it('reports a missing drive, another writer and an outdated copy', async () => {
    const copy = { folder: '/mnt/b', inStep: 1, behind: 3, running: false, fault: null }
    const { main } = await show(
      '#/statements',
      withRows([someRow()], { fault: 'The drive is gone.', readOnly: 'Another one writes.', copy })
    )
    expect(await screen.findByText('The drive is gone.')).toBeTruthy()
    expect(screen.getByText(/^Another one writes\./)).toBeTruthy()
    await fireEvent.click(screen.getByRole('button', { name: 'Show 1 more problem' }))
    expect(screen.getByText(/\/mnt\/b is 3 statements behind/)).toBeTruthy()
    await fireEvent.click(screen.getAllByRole('button', { name: 'Check again' })[0]!)
    expect(main.payloads('statements.rebuild')).toHaveLength(1)
  })

  it('has a chart that can be read with keys and as a table', async () => {
    const revision = (number: number) => ({
      id: `revision-${number}`,
      key: `revision-${number}`,
      month: '2026-08',
      totalAccrued: `${number}6722.412462`,
      revision: { number, of: 2 }
    })
    await show('#/statements', withRows([someRow(), someRow(revision(2)), someRow(revision(1))]))
    const chart = await screen.findByRole('slider', { name: 'Rewards accrued by month in USDP' })
    expect(chart.getAttribute('aria-valuetext')).toBe('2026-10: 18,448.969637 USDP')
    await fireEvent.keyDown(chart, { key: 'Home' })
    expect(chart.getAttribute('aria-valuetext')).toBe('2026-08: 26,722.412462 USDP, revised')
    await fireEvent.keyDown(chart, { key: 'ArrowRight' })
    expect(chart.getAttribute('aria-valuetext')).toBe('2026-09: no statement in the archive')
    await fireEvent.click(screen.getByRole('button', { name: 'Show the months as a table' }))
    expect(screen.getByRole('row', { name: '2026-08 · revised 26,722.412462' })).toBeTruthy()
  })
})

describe('derived texts and bars', () => {
  it('name a format by its last word, and call old verifications outdated', () => {
    expect(['STATEMENT_FORMAT_PDF', 'csv', ''].map(formatText)).toEqual(['PDF', 'CSV', 'File'])
    const now = Date.UTC(2026, 10, 21)
    expect(standingOf(someRow({ provenAt: now - 1000 }), now)).toBe('verified')
    expect(standingOf(someRow({ provenAt: now - 5 * 86_400_000 }), now)).toBe('unproven')
    expect(standingOf(other, now)).toBe('altered')
  })

  it('include every month, across years', () => {
    const months = [
      { environment: 'production', asset: 'A', month: '2025-11', total: '1', revised: false, leftOut: 0 },
      { environment: 'sandbox', asset: 'A', month: '2025-12', total: '9', revised: false, leftOut: 0 },
      { environment: 'production', asset: 'A', month: '2026-01', total: '4', revised: true, leftOut: 1 }
    ]
    expect(seriesIn(months).map(({ environment }) => environment)).toEqual(['production', 'sandbox'])
    expect(
      barsOf(months, seriesIn(months)[0]!).map(({ month, total, share }) => [month, total, share])
    ).toEqual([
      ['2025-11', '1', 0.25],
      ['2025-12', null, 0],
      ['2026-01', '4', 1]
    ])
  })
})
