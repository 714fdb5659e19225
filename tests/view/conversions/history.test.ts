import { fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  ConversionsMain,
  drawer,
  giveSize,
  grid,
  idOf,
  noDrawer,
  rowOf,
  settledRow,
  showConversions
} from './desk'
import { show } from '../support/show'

beforeEach(() => {
  giveSize(1900)
})

const cellsOf = async (number: number) => {
  const row = (await screen.findByText(idOf(number))).closest<HTMLElement>('[role="row"]')!
  return within(row)
    .getAllByRole('gridcell')
    .map(({ textContent }) => textContent.trim().replace(/ +/g, ' '))
}

interface Asked {
  readonly search: string
  readonly from: number
  readonly max: number
}

describe('the history', () => {
  it('shows each status in words', async () => {
    const soon = Date.now() + 59_400
    const main = new ConversionsMain([
      rowOf(1, { watching: true, nextAt: soon, refId: 'conv-1', note: 'For the desk' }),
      settledRow(2),
      rowOf(3, { status: 'Held <b>', watching: true, nextAt: null }),
      rowOf(4, { trouble: 'It is not there.' })
    ])
    await showConversions(main)
    await screen.findByText('4 looked up · 2 watched')
    const [, amount, pair, status, created, ended, note, refId] = await cellsOf(1)
    const next = async (row: number) => (await cellsOf(row)).at(-1)
    expect([amount, pair, status, created]).toEqual([
      '1,234,567.10',
      'USDG USD',
      'Created',
      '2026-10-05 12:00:00'
    ])
    expect(ended).toMatch(/^underway \d+ d \d+ h$/)
    expect(await next(1)).toMatch(/^in [1-5]\d\s?s$/)
    expect([note, refId]).toEqual(['For the desk', 'conv-1'])
    expect((await cellsOf(2)).slice(3, 6)).toEqual(['Settled', '2026-10-05 12:00:00', '2026-10-05 12:02:03'])
    expect((await cellsOf(3)).slice(3, 5)).toEqual(['Held <b>', '2026-10-05 12:00:00'])
    expect(await next(3)).toBe('offline')
    expect(await next(4)).toBe('ended')
  })

  it('shows the age of what is underway, and marks what takes longer than usual', async () => {
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    const usual = { milliseconds: 240_000, words: '4 min', of: 32 }
    const main = new ConversionsMain([
      rowOf(1, { createdAt: minutesAgo(3), usual }),
      rowOf(2, { createdAt: minutesAgo(5), usual }),
      rowOf(3, { createdAt: 'soon' })
    ])
    await showConversions(main)
    await screen.findByText('underway 3 min')
    const mark = screen.getByLabelText('Longer than usual')
    expect(mark.closest('[title]')).toHaveProperty(
      'title',
      'Underway for 5 min. Usual: up to 4 min (95% of 32 settled conversions of this pair)'
    )
    expect((await cellsOf(2)).at(5)).toBe('underway 5 min')
    expect((await cellsOf(3)).at(5)).toBe('–')
  })

  it('supports keys, Enter and Esc', async () => {
    const main = new ConversionsMain([rowOf(1), rowOf(2)])
    await showConversions(main)
    const table = await grid()
    table.focus()
    await fireEvent.keyDown(table, { key: 'ArrowDown' })
    expect(noDrawer()).toBe(true)
    await fireEvent.keyDown(table, { key: 'Enter' })
    expect((await drawer()).getAllByText(idOf(1)).length).toBeGreaterThan(0)
    await fireEvent.keyDown(table, { key: 'ArrowDown' })
    await waitFor(async () => expect((await drawer()).getAllByText(idOf(2)).length).toBeGreaterThan(0))
    await fireEvent.keyDown(table, { key: 'Escape' })
    await waitFor(() => expect(noDrawer()).toBe(true))
    expect(document.activeElement).toBe(table)
  })

  it('keeps the selection when rows are added', async () => {
    const main = new ConversionsMain([rowOf(1), rowOf(2)])
    await showConversions(main)
    const table = await grid()
    await fireEvent.keyDown(table, { key: 'ArrowDown' })
    main.keep([rowOf(9), ...main.conversions.rows])
    main.send({})
    await screen.findByText(idOf(9))
    const active = () => document.getElementById(table.getAttribute('aria-activedescendant') ?? '')
    await waitFor(() => expect(active()?.textContent).toContain(idOf(1)))
  })

  it('watches with W and the row’s button', async () => {
    const main = new ConversionsMain([rowOf(1), settledRow(2)])
    await showConversions(main)
    const table = await grid()
    await fireEvent.keyDown(table, { key: 'ArrowDown' })
    await fireEvent.keyDown(table, { key: 'w' })
    await waitFor(() =>
      expect(main.payloads('conversions.watch')).toEqual([{ ids: [idOf(1)], watching: true }])
    )
    await fireEvent.keyDown(table, { key: 'ArrowDown' })
    await fireEvent.keyDown(table, { key: 'w' })
    await fireEvent.click(screen.getByRole('button', { name: 'Watch until final' }))
    await waitFor(() => expect(main.payloads('conversions.watch')).toHaveLength(2))
    expect(noDrawer()).toBe(true)
  })

  it('scrolls to a linked conversion', async () => {
    const all = Array.from({ length: 400 }, (_none, number) => rowOf(number))
    const main = new ConversionsMain(all)
    main.answers['conversions.open'] = ({ id }: { id: string }) =>
      main.details(all.find((row) => row.id === id)!)
    main.conversions = { ...main.conversions, rows: all.slice(0, 100), count: 400 }
    const found = (search: string) => all.filter(({ id }) => id.includes(search))
    main.answers['conversions.page'] = ({ search, from, max }: Asked) => ({
      rows: found(search).slice(from, from + max),
      count: found(search).length
    })
    main.answers['conversions.position'] = ({ search, id }: { search: string; id: string }) => {
      const place = found(search).findIndex((row) => row.id === id)
      return place < 0 ? null : place
    }
    await show(`#/conversions/${idOf(350)}`, main)
    const table = await grid()
    const marked = () =>
      document.getElementById(table.getAttribute('aria-activedescendant') ?? '')?.textContent ?? ''
    await waitFor(() => expect(marked()).toContain(idOf(350)))
    expect(table.scrollTop).toBe(350 * 28 + 14 - (600 - 30) / 2)
    location.hash = `#/conversions/${idOf(352)}`
    await waitFor(() => expect(marked()).toContain(idOf(352)))
    expect(main.payloads('conversions.position')).toHaveLength(1)
    // No other row is marked.
    await fireEvent.input(screen.getByLabelText('Search the history'), { target: { value: idOf(7) } })
    await waitFor(async () => expect((await grid()).getAttribute('aria-rowcount')).toBe('2'))
    location.hash = `#/conversions/${idOf(350)}`
    await waitFor(() => expect(main.payloads('conversions.position')).toHaveLength(2))
    await waitFor(async () => expect((await drawer()).getAllByText(idOf(350)).length).toBeGreaterThan(0))
    expect((await grid()).querySelector('[aria-selected="true"]')).toBeNull()
  })

  it('shows a row beside the table that was not loaded when it was selected', async () => {
    const all = Array.from({ length: 400 }, (_none, number) => rowOf(number))
    const main = new ConversionsMain(all)
    main.conversions = { ...main.conversions, rows: all.slice(0, 100), count: 400 }
    main.answers['conversions.open'] = ({ id }: { id: string }) =>
      main.details(all.find((row) => row.id === id)!)
    main.answers['conversions.page'] = ({ from, max }: Asked) => ({
      rows: all.slice(from, from + max),
      count: 400
    })
    await showConversions(main)
    const table = await grid()
    await fireEvent.keyDown(table, { key: 'Home' })
    await fireEvent.keyDown(table, { key: 'Enter' })
    await waitFor(async () => expect((await drawer()).getAllByText(idOf(0)).length).toBeGreaterThan(0))
    await fireEvent.keyDown(table, { key: 'End' })
    await waitFor(async () => expect((await drawer()).getAllByText(idOf(399)).length).toBeGreaterThan(0))
  })

  it('requests search results and later rows', async () => {
    const all = Array.from({ length: 400 }, (_none, number) => rowOf(number))
    const main = new ConversionsMain(all)
    main.conversions = { ...main.conversions, rows: all.slice(0, 100), count: 400 }
    main.answers['conversions.page'] = ({ search, from, max }: Asked) => {
      const found = all.filter(({ id }) => id.includes(search))
      return { rows: found.slice(from, from + max), count: found.length }
    }
    await showConversions(main)
    const table = await grid()
    expect(main.payloads('conversions.page')).toEqual([])
    await fireEvent.keyDown(table, { key: 'End' })
    await screen.findByText(idOf(399))
    await fireEvent.input(screen.getByLabelText('Search the history'), {
      target: { value: idOf(7).slice(-12) }
    })
    await screen.findByText(idOf(7))
    await waitFor(async () => expect((await grid()).getAttribute('aria-rowcount')).toBe('2'))
    await fireEvent.input(screen.getByLabelText('Search the history'), { target: { value: 'nowhere' } })
    await screen.findByText(/No conversion in the history has “nowhere”/)
    await fireEvent.click(screen.getByRole('button', { name: 'Show the whole history' }))
    expect((await grid()).getAttribute('aria-rowcount')).toBe('401')
  })
})

it('exports the search results, or the watched ones of them', async () => {
  const main = new ConversionsMain([rowOf(1), rowOf(2, { watching: true })])
  const { desk } = await showConversions(main)
  await fireEvent.click(screen.getByRole('button', { name: 'Export CSV…' }))
  await waitFor(() => screen.getByText('Conversions saved to /home/me/conversions.csv.'))
  main.answers['conversions.page'] = () => ({ rows: [rowOf(2)], count: 1 })
  const search = screen.getByLabelText('Search the history')
  await fireEvent.input(search, { target: { value: ' 2234 ' } })
  desk.commands.run('conversions.exportCsv')
  await waitFor(() =>
    expect(main.payloads('conversions.exportCsv')).toEqual([
      { search: '', watched: false },
      { search: '2234', watched: false }
    ])
  )
  await fireEvent.click(screen.getByRole('button', { name: 'Export watched…' }))
  await waitFor(() =>
    expect(main.payloads('conversions.exportCsv').at(-1)).toEqual({ search: '2234', watched: true })
  )
})
