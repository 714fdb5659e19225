import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MarketNews } from '#shared/contract/market/market-news'
import type { MarketInterest, WatchedMarket } from '#shared/contract/market/markets'
import type { WorkspaceAction } from '#shared/contract/workspace/workspaces'
import { fail } from '#shared/domain/base/problem'
import type { Panel } from '#shared/domain/workspace/index'
import { panels } from '#renderer/desk/panel-kinds'
import { PanelHost } from '#renderer/panels/shell/panel-host.svelte'
import WatchlistPanel from '../../../renderer/panels/watchlist/WatchlistPanel.svelte'
import { createDesk, startDesk, type Desk } from '#renderer/lib/desk'
import { FakeMain } from '../support/bridge'
import { givePort, type MainEnd } from '../support/port'
import { newsOf } from './market-news'
import PanelStage from './PanelStage.svelte'

let main: FakeMain
let desk: Desk
let port: MainEnd
let stop: () => void
beforeEach(() => {
  main = new FakeMain()
})
afterEach(() => {
  cleanup()
  stop()
  port.close()
})

const watched = (market: string): WatchedMarket => ({ market, state: 'live', since: 1, reason: null })
const links = { a: 'BTCUSD', b: null, c: null, d: null, e: null, f: null }
const panel: Panel = { id: 'p', kind: 'watchlist', link: 'a', market: null, settings: {} }

function answerActions() {
  main.workspaces = {
    ...main.workspaces,
    all: [
      {
        id: 'w',
        name: 'Desk',
        locked: false,
        frames: [],
        panels: { p: panel },
        links,
        undo: null,
        redo: null
      }
    ]
  }
  main.answers['workspaces.act'] = (action: WorkspaceAction) => {
    const { workspaces } = main
    if (action.do === 'link.show') {
      const [workspace] = workspaces.all
      const shown = { ...workspace!.links, [action.link]: action.market }
      main.workspaces = { ...workspaces, all: [{ ...workspace!, links: shown }] }
    }
    if (action.do === 'panel.change') {
      const [workspace] = workspaces.all
      const before = workspace!.panels['p']!
      const after = { ...before, settings: { ...before.settings, ...action.settings } }
      main.workspaces = { ...workspaces, all: [{ ...workspace!, panels: { p: after } }] }
    }
    return { state: main.workspaces, made: null }
  }
}

async function show(...markets: string[]): Promise<HTMLElement> {
  main.markets = { ...main.markets, watched: markets.map(watched) }
  answerActions()
  desk = createDesk(main.bridge, window)
  stop = startDesk(desk, window)
  port = givePort(window)
  await desk.connections.load()
  await desk.markets.load()
  await desk.workspaces.load()
  main.live()
  const place = {
    workspace: 'w',
    frame: 'main',
    alone: false,
    maximised: () => false,
    toggleMaximised: () => undefined
  }
  const host = new PanelHost(
    desk,
    place,
    () => desk.workspaces.byId('w')?.panels['p'] ?? panel,
    panels.watchlist.icon
  )
  render(PanelStage, { desk, host, panel: WatchlistPanel })
  return screen.findByRole('region', { name: 'Watchlist' })
}

const grid = () => screen.getByRole('grid', { name: 'Watched markets' })
const rows = () => [...grid().querySelectorAll<HTMLElement>('[data-market]')]
const order = () => rows().map((row) => row.dataset['market'])
const row = (market: string) => rows().find((each) => each.dataset['market'] === market)!
const press = (key: string, held: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement!, { key, ...held })
const shown = () =>
  (main.payloads('workspaces.act') as WorkspaceAction[]).flatMap((action) =>
    action.do === 'link.show' ? [action.market] : []
  )
const field = () => screen.getByRole('combobox', { name: 'Find or add a market' })
const cell = (market: string, title: string) => {
  const heads = within(grid()).getAllByRole('columnheader')
  return row(market).children[heads.findIndex((head) => head.textContent.includes(title))] as HTMLElement
}
const interest = (market: string) =>
  (main.payloads('markets.subscribe') as MarketInterest[]).findLast(
    (subscription) => subscription.market === market
  )!.id

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
    expect(desk.announcer.sentence).toContain('sorted')
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
    const [toast] = desk.toasts.list
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
    await waitFor(() => expect(desk.toasts.list[0]?.sentence).toContain('no spaces'))
    expect((field() as HTMLInputElement).value).toBe('B D')
    await fireEvent.keyDown(field(), { key: 'Escape' })
    expect(order()).toEqual(['BTCUSD'])
  })
})

describe('a row', () => {
  it('shows exact figures, marks partial changes, and mutes', async () => {
    await show('A', 'B')
    await waitFor(() => expect(main.payloads('markets.subscribe')).toHaveLength(2))
    port.send(news('A', 6_421_150))
    await waitFor(() => expect(cell('A', 'Last').textContent).toBe('64,211.50'))
    expect(cell('A', '24h').textContent).toBe('+1.84*')
    expect(cell('A', '24h').title).toBe(
      'Since 2026-11-21 10:15:00 UTC, less than 24 hours: only while Leadline was connected.'
    )
    expect(cell('A', 'Bid').textContent).toBe('64,211.49')
    expect(row('A').dataset['quiet']).toBeUndefined()
    port.send(news('A', 6_421_151, { state: 'rebuilding', since: 3, reason: 'The book was crossed.' }))
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
    port.send(news('A', 200), news('B', 300))
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
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly listener: (entries: unknown[]) => void) {}
      observe = (target: Element) => this.listener([{ target, contentRect: { width: 300, height: 260 } }])
      unobserve = () => undefined
      disconnect = () => undefined
    }
  )
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
  desk.commands.bind({ 'connections.connectSandbox': { run: connect } })
  await fireEvent.click(screen.getByRole('button', { name: 'Connect to the local sandbox' }))
  expect(connect).toHaveBeenCalledOnce()
})
