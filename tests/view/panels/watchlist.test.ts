import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MarketNews } from '#shared/contract/market/market-news'
import type { MarketInterest, WatchedMarket } from '#shared/contract/market/markets'
import type { WorkspaceAction } from '#shared/contract/workspace/workspaces'
import { fail } from '#shared/domain/base/problem'
import type { FakeMain } from '../support/bridge'
import { stubResizeObserver } from '../support/resize-observer'
import { newsOf } from './market-news'
import { WatchlistStage } from './watchlist-stage'

let stage: WatchlistStage
let main: FakeMain
beforeEach(() => {
  stage = new WatchlistStage()
  ;({ main } = stage)
})
afterEach(() => stage.end())

const show = (...markets: string[]) => stage.show({}, ...markets)
const watched = (market: string): WatchedMarket => ({ market, state: 'live', since: 1, reason: null })
const grid = () => stage.grid()
const rows = () => stage.rows()
const order = () => stage.order()
const row = (market: string) => stage.row(market)
const cell = (market: string, title: string) => stage.cell(market, title)
const press = (key: string, held: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement!, { key, ...held })
const shown = () =>
  (main.payloads('workspaces.act') as WorkspaceAction[]).flatMap((action) =>
    action.do === 'link.show' ? [action.market] : []
  )
const field = () => screen.getByRole('combobox', { name: 'Find or add a market' })
const interest = (market: string) => stage.asked(market).id

const news = (market: string, last: number, more: Partial<MarketNews> = {}): MarketNews => ({
  ...newsOf(interest(market), last),
  ...more
})

describe('the grid', () => {
  it('has one tab stop, and arrows change the group’s market', async () => {
    await show('A', 'B', 'C')
    expect(rows().filter((each) => each.tabIndex === 0)).toHaveLength(1)
    row('A').focus()
    await press('ArrowDown')
    await waitFor(() => expect(document.activeElement).toBe(row('B')))
    await press('End')
    await waitFor(() => expect(document.activeElement).toBe(row('C')))
    await waitFor(() => expect(shown().at(-1)).toBe('C'))
    await waitFor(() => expect(row('C').getAttribute('aria-selected')).toBe('true'))
    expect(rows().filter((each) => each.getAttribute('aria-selected') === 'true')).toHaveLength(1)
    await press('Home')
    await waitFor(() => expect(shown().at(-1)).toBe('A'))
    await fireEvent.click(row('B'))
    await waitFor(() => expect(shown().at(-1)).toBe('B'))
    expect(grid().getAttribute('aria-rowcount')).toBe('4')
    expect(row('B').getAttribute('aria-rowindex')).toBe('3')
  })

  it('reorders rows by keys unless sorted', async () => {
    await show('A', 'B', 'C')
    row('C').focus()
    await press('ArrowUp', { altKey: true })
    expect(main.payloads('markets.arrange')).toEqual([{ markets: ['A', 'C', 'B'] }])
    expect(order()).toEqual(['A', 'C', 'B'])
    await waitFor(() => expect(document.activeElement).toBe(row('C')))
    await press('ArrowUp', { altKey: true })
    await press('ArrowUp', { altKey: true })
    expect(order()).toEqual(['C', 'A', 'B'])
    expect(main.payloads('markets.arrange')).toHaveLength(2)
    const market = within(grid()).getByRole('button', { name: /Market/ })
    await fireEvent.click(market)
    await waitFor(() => expect(order()).toEqual(['A', 'B', 'C']))
    row('B').focus()
    await press('ArrowUp', { altKey: true })
    expect(main.payloads('markets.arrange')).toHaveLength(2)
    expect(stage.desk.announcer.sentence).toContain('sorted')
    await fireEvent.click(market)
    await waitFor(() => expect(order()).toEqual(['C', 'B', 'A']))
    await fireEvent.click(market)
    await waitFor(() => expect(order()).toEqual(['C', 'A', 'B']))
  })

  it('removes a market and restores its position', async () => {
    await show('A', 'B', 'C')
    row('B').focus()
    await press('Delete')
    await waitFor(() => expect(order()).toEqual(['A', 'C']))
    await waitFor(() => expect(document.activeElement).toBe(row('C')))
    const [toast] = stage.desk.toasts.list
    expect(toast?.action?.label).toBe('Undo')
    await toast!.action!.run()
    await waitFor(() => expect(order()).toEqual(['A', 'B', 'C']))
  })

  it('opens a working row menu', async () => {
    await show('A', 'B')
    row('A').focus()
    await press('ContextMenu')
    const menu = await screen.findByRole('menu', { name: 'Menu of A', hidden: true })
    await fireEvent.click(within(menu).getByRole('menuitem', { name: /Move down/, hidden: true }))
    await waitFor(() => expect(order()).toEqual(['B', 'A']))
  })
})

describe('the field', () => {
  it('finds listed markets and adds others in upper case', async () => {
    await show('BTCUSD', 'ETHUSD')
    await fireEvent.input(field(), { target: { value: 'eth' } })
    expect(order()).toEqual(['ETHUSD'])
    expect(screen.getByText('1 of 2 markets')).toBeTruthy()
    await fireEvent.keyDown(field(), { key: 'Enter' })
    await waitFor(() => expect(shown().at(-1)).toBe('ETHUSD'))
    await fireEvent.input(field(), { target: { value: 'xyzusd' } })
    expect(screen.getByRole('option').textContent).toContain('Add XYZUSD')
    await fireEvent.keyDown(field(), { key: 'Enter' })
    await waitFor(() => expect(order()).toEqual(['BTCUSD', 'ETHUSD', 'XYZUSD']))
    expect((field() as HTMLInputElement).value).toBe('')
  })

  it('keeps a refused market with the reason', async () => {
    await show('BTCUSD')
    main.answers['markets.watch'] = () => {
      throw fail('market.symbol', 'A market’s symbol holds no spaces and no invisible characters.')
    }
    await fireEvent.input(field(), { target: { value: 'B D' } })
    await fireEvent.keyDown(field(), { key: 'Enter' })
    await waitFor(() => expect(stage.desk.toasts.list[0]?.sentence).toContain('no spaces'))
    expect((field() as HTMLInputElement).value).toBe('B D')
    await fireEvent.keyDown(field(), { key: 'Escape' })
    expect(order()).toEqual(['BTCUSD'])
  })
})

describe('a row', () => {
  it('shows exact figures, marks partial changes, and mutes', async () => {
    await show('A', 'B')
    await waitFor(() => expect(main.payloads('markets.subscribe')).toHaveLength(2))
    stage.port.send(news('A', 6_421_150))
    await waitFor(() => expect(cell('A', 'Last').textContent).toBe('64,211.50'))
    expect(cell('A', '24h').textContent).toBe('+1.84*')
    expect(cell('A', '24h').title).toBe(
      'Since 2026-11-21 10:15:00 UTC, less than 24 hours: only while Leadline was connected.'
    )
    expect(cell('A', 'Bid').textContent).toBe('64,211.49')
    expect(row('A').dataset['quiet']).toBeUndefined()
    stage.port.send(news('A', 6_421_151, { state: 'rebuilding', since: 3, reason: 'The book was crossed.' }))
    await waitFor(() => expect(row('A').dataset['quiet']).toBe(''))
    expect(row('A').title).toContain('The book was crossed.')
    expect(cell('A', 'State').textContent).toContain('Rebuilding')
    expect(cell('B', 'Last').textContent).toBe('–')
  })

  it('explains a refused market and removes it', async () => {
    await show('A', 'NOPE')
    const refused = {
      ...watched('NOPE'),
      state: 'refused',
      reason: 'The service has no market NOPE.'
    } as const
    main.markets = { ...main.markets, watched: [watched('A'), refused] }
    main.push('markets.changed', main.markets)
    await waitFor(() => expect(row('NOPE').textContent).toContain('The service has no market NOPE.'))
    expect(within(row('NOPE')).getAllByRole('gridcell')).toHaveLength(2)
    expect(within(row('A')).queryByRole('button')).toBeNull()
    await fireEvent.click(within(row('NOPE')).getByRole('button', { name: 'Remove NOPE from the watchlist' }))
    expect(main.payloads('markets.unwatch')).toEqual([{ market: 'NOPE' }])
    expect(main.payloads('workspaces.act')).toEqual([])
  })

  it('sorts by exact figures', async () => {
    await show('A', 'B', 'C')
    await waitFor(() => expect(main.payloads('markets.subscribe')).toHaveLength(3))
    stage.port.send(news('A', 200), news('B', 300))
    await waitFor(() => expect(cell('B', 'Last').textContent).toBe('3.00'))
    await fireEvent.click(within(grid()).getByRole('button', { name: 'Last' }))
    await waitFor(() => expect(order()).toEqual(['B', 'A', 'C']))
    await waitFor(() =>
      expect(within(grid()).getAllByRole('columnheader')[1]!.getAttribute('aria-sort')).toBe('descending')
    )
    await fireEvent.click(within(grid()).getByRole('button', { name: /Last/ }))
    await waitFor(() => expect(order()).toEqual(['A', 'B', 'C']))
  })

  it('releases its market with the panel', async () => {
    await show('A')
    await waitFor(() => expect(main.payloads('markets.subscribe')).toHaveLength(1))
    cleanup()
    await tick()
    expect(main.payloads('markets.unsubscribe')).toHaveLength(1)
  })
})

it('subscribes visible rows only', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(200)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(260)
  stubResizeObserver({ width: 300, height: 260 })
  await show(...Array.from({ length: 80 }, (_, at) => `M${at}`))
  const held = () => {
    const gone = (main.payloads('markets.unsubscribe') as { readonly id: number }[]).map(({ id }) => id)
    return (main.payloads('markets.subscribe') as MarketInterest[]).filter(({ id }) => !gone.includes(id))
  }
  await waitFor(() => expect(held().length).toBeLessThan(30))
  expect(held().map(({ market }) => market)).toContain('M0')
  grid().scrollTop = 50 * 26
  await fireEvent.scroll(grid())
  await waitFor(() => expect(held().map(({ market }) => market)).toContain('M55'))
  expect(held().length).toBeLessThan(40)
})

it('explains missing connections and markets', async () => {
  const region = await show()
  expect(region.textContent).toContain('Your watchlist is empty')
  await fireEvent.click(screen.getByRole('button', { name: 'Add BTCUSD' }))
  await waitFor(() => expect(order()).toEqual(['BTCUSD']))
  main.markets = { ...main.markets, watched: [] }
  main.push('markets.changed', main.markets)
  main.status({ profileId: null, phase: 'idle', sentence: 'Not connected.' })
  await waitFor(() => expect(region.textContent).toContain('No watchlist'))
  const connect = vi.fn()
  stage.desk.commands.bind({ 'connections.connectSandbox': { run: connect } })
  await fireEvent.click(screen.getByRole('button', { name: 'Connect to the local sandbox' }))
  expect(connect).toHaveBeenCalledOnce()
})
