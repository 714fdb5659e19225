import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { scopeOf, scopesOf } from '#renderer/records/statements/scopes'
import { leftOutSentence } from '#renderer/records/statements/words'
import { dialog, show } from '../support/show'
import { pushState, someRow, stateWith, withRows } from './some'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1400)
})

const production = someRow({
  id: '11111111-d59c-4507-a34a-def20abb1d92',
  key: 'production/Desk (2)/USDP/2026-10/1',
  environment: 'production',
  profileId: 'desk',
  profileName: 'Desk',
  totalAccrued: '0.000001'
})
const own = someRow({ totalAccrued: '900000.500000' })
const usdg = someRow({
  id: '22222222-d59c-4507-a34a-def20abb1d92',
  key: 'local/Own (1)/USDG/2026-10/2',
  asset: 'USDG'
})

const altered = { state: 'altered' as const, totalAccrued: '7' }
const inProduction = { environment: 'production', profileId: 'desk', profileName: 'Desk' }
/** Production statements: October revised, October altered, September altered. */
const more = [
  someRow({ ...inProduction, ...altered, id: 'a', key: 'a' }),
  someRow({ ...inProduction, ...altered, id: 'b', key: 'b', month: '2026-09' }),
  someRow({ ...inProduction, id: 'c', key: 'c', totalAccrued: '5', revision: { number: 1, of: 2 } })
]
const revised = { ...production, revision: { number: 2, of: 2 } }

const withTwo = (part: Parameters<typeof withRows>[1] = {}) => withRows([production, own, usdg], part)

const connection = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Connection' })
const shown = async () =>
  within(await screen.findByRole('grid', { name: 'Statements' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
const years = () => within(screen.getByRole('region', { name: 'Totals by asset and year' }))
const picked = ({ options, selectedIndex }: HTMLSelectElement) => options[selectedIndex]?.textContent

describe('with several environments', () => {
  it('only the connection in use is shown, and named unless it is production', async () => {
    await show('#/statements', withTwo())
    expect(picked(await connection())).toBe('Local · Local sandbox')
    expect(await shown()).toHaveLength(2)
    expect(years().getByRole('rowheader', { name: 'Local' })).toBeTruthy()
    expect(years().queryByText('0.000001')).toBeNull()
  })

  it('production comes first without a connection', async () => {
    await show('#/statements', withTwo({ profileId: null, environment: null, cannotFetch: 'Not connected.' }))
    expect(picked(await connection())).toBe('Production · Desk')
    expect(await shown()).toHaveLength(1)
    expect(years().queryByText('900,000.500000')).toBeNull()
  })

  it('the scope remains when the connection ends, and follows the next one', async () => {
    const { main } = await show('#/statements', withTwo())
    await connection()
    pushState(main, stateWith([], { profileId: null, environment: null, cannotFetch: 'No.', statements: 3 }))
    await screen.findByText(/can be read without a connection/)
    expect(picked(await connection())).toBe('Local · Local sandbox')
    pushState(main, { ...main.statements, profileId: 'desk', environment: 'production' })
    const select = await connection()
    await waitFor(() => expect(picked(select)).toBe('Production · Desk'))
    expect(await shown()).toHaveLength(1)
  })

  it('all are listed separately on request, and never added up', async () => {
    const damaged = someRow({ ...production, ...altered, id: 'a', key: 'a' })
    await show('#/statements', withRows([production, damaged, own, usdg]))
    const select = await connection()
    await fireEvent.change(screen.getByRole('combobox', { name: 'Asset' }), { target: { selectedIndex: 1 } })
    await fireEvent.change(select, { target: { selectedIndex: 0 } })
    await fireEvent.click(await screen.findByRole('button', { name: 'Clear' }))
    await waitFor(async () => expect(await shown()).toHaveLength(4))
    expect((await shown())[2]).toContain('Local · Local sandbox')
    expect(picked(select)).toBe('All connections')
    const lines = years()
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        [...row.children].map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim()).join(' ')
      )
    expect(lines).toEqual([
      'Production',
      '2026 USDP 1 0.000001 1 excluded',
      'Local',
      '2026 USDG 1 18,448.969637',
      '2026 USDP 1 900,000.500000'
    ])
    expect(screen.getByText('1 altered statement is excluded from the totals.')).toBeTruthy()
    expect(document.body.textContent).not.toContain('900,000.500001')
    const chart = screen.getByRole('combobox', { name: 'Asset of the chart' })
    expect(
      within(chart)
        .getAllByRole('option')
        .map(({ textContent }) => textContent)
    ).toEqual(['Production · USDP', 'Local · USDG', 'Local · USDP'])
  })

  it('an asset filter is cleared if the other connection lacks the asset', async () => {
    await show('#/statements', withTwo())
    const select = await connection()
    await fireEvent.change(screen.getByRole('combobox', { name: 'Asset' }), { target: { selectedIndex: 1 } })
    await waitFor(() => expect(screen.getByText('1 of 2')).toBeTruthy())
    await fireEvent.change(select, { target: { selectedIndex: 1 } })
    await waitFor(async () => expect((await shown())[0]).toContain('0.000001'))
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
  })

  it('an export contains the visible scope, and names it', async () => {
    const { main, desk } = await show('#/statements', withTwo())
    await connection()
    desk.commands.run('statements.export')
    const within = await dialog('Export a period as ZIP')
    expect(within.getByText(/^2 statements of Local · Local sandbox, each/)).toBeTruthy()
    await fireEvent.click(within.getByRole('button', { name: 'Export…' }))
    expect(main.payloads('statements.export')).toEqual([
      { environment: 'local', profileId: 'local-sandbox', from: '2026-10', to: '2026-10', assets: [] }
    ])
  })

  it('an ID of another scope selects that scope', async () => {
    await show(`#/statements/${production.id}`, withTwo())
    await screen.findByRole('complementary', { name: 'USDP 2026-10' })
    const select = await connection()
    await waitFor(() => expect(picked(select)).toBe('Production · Desk'))
  })
})

describe('excluded statements', () => {
  it('are marked in the chart and its table, and announced with the keys', async () => {
    const inUse = { profileId: 'desk', environment: 'production' }
    await show('#/statements', withRows([revised, ...more, own], inUse))
    const chart = await screen.findByRole('slider', { name: 'Rewards accrued by month in USDP' })
    expect(chart.getAttribute('aria-valuetext')).toBe(
      '2026-10: 0.000001 USDP, revised, 1 statement is excluded'
    )
    expect(chart.querySelectorAll('[data-left-out]')).toHaveLength(2)
    await fireEvent.keyDown(chart, { key: 'Home' })
    expect(chart.getAttribute('aria-valuetext')).toBe('2026-09: 1 statement is excluded')
    await fireEvent.click(screen.getByRole('button', { name: 'Show the months as a table' }))
    expect(screen.getByRole('row', { name: /2026-09 · 1 excluded/ })).toBeTruthy()
  })

  it('are described in one sentence', () => {
    expect(leftOutSentence({ altered: 0, missing: 0, unfinished: 0 }, '1,234.56')).toBeNull()
    expect(leftOutSentence({ altered: 1200, missing: 1, unfinished: 0 }, '1,234.56')).toBe(
      '1,200 altered and 1 missing statements are excluded from the totals.'
    )
    expect(leftOutSentence({ altered: 1, missing: 1, unfinished: 2 }, '1,234.56')).toBe(
      '1 altered, 1 missing, and 2 unfinished statements are excluded from the totals.'
    )
    expect(leftOutSentence({ altered: 0, missing: 0, unfinished: 0, moved: 2 }, '1,234.56')).toBe(
      '2 moved statements are excluded from the totals.'
    )
    expect(leftOutSentence({ altered: 0, missing: 0, unfinished: 1 }, '1,234.56')).toBe(
      '1 unfinished statement is excluded from the totals.'
    )
  })

  it('include a moved statement, with its own folder in the drawer', async () => {
    const moved = someRow({ state: 'moved', belongs: 'local/Own (1)/USDP/2026-10/it' })
    await show(`#/statements/${moved.id}`, withRows([moved]))
    const note = await screen.findByText(/It belongs in local\/Own \(1\)\/USDP\/2026-10\/it\. Move it back/)
    expect(note.getAttribute('role')).toBe('alert')
    expect(screen.getByText(/^1 statement is not in its own folder\./)).toBeTruthy()
    expect(screen.getByText('1 statement · 2 files · 1 moved')).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/altered/)
  })
})

describe('the scopes', () => {
  it('have one connection and environment each, with its latest name', () => {
    const rows = [
      someRow({ completedAt: '2026-01-01T00:00:00Z', profileName: 'Before' }),
      someRow({ completedAt: '2026-02-01T00:00:00Z', profileName: 'After' }),
      someRow({ environment: 'sandbox', profileName: 'The same id, elsewhere' }),
      production
    ]
    const scopes = scopesOf(rows)
    expect(scopes.map(({ title }) => title)).toEqual([
      'Production · Desk',
      'Sandbox · The same id, elsewhere',
      'Local · After'
    ])
    const inUse = { environment: 'sandbox', profileId: 'never fetched' }
    expect(scopeOf(null, scopes, inUse)?.environment).toBe('sandbox')
    expect(scopeOf('gone', scopes, null)?.environment).toBe('production')
    expect(scopeOf(null, [], inUse)).toBeNull()
  })
})
