import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MarketInterest } from '#shared/contract/market/markets'
import type { WorkspaceAction } from '#shared/contract/workspace/workspaces'
import type { Panel } from '#shared/domain/workspace/index'
import { panels } from '#renderer/desk/panel-kinds'
import { createDesk, startDesk, type Desk } from '#renderer/lib/desk'
import { PanelHost } from '#renderer/panels/shell/panel-host.svelte'
import WatchlistPanel from '../../../renderer/panels/watchlist/WatchlistPanel.svelte'
import { costsOf } from '../../unit/renderer/markets/cost'
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

/** With the settings that it changes. */
async function show(settings: Panel['settings'], ...markets: string[]): Promise<HTMLElement> {
  const watched = markets.map((market) => ({ market, state: 'live', since: 1, reason: null }) as const)
  main.markets = { ...main.markets, watched }
  const links = { a: 'AUSD', b: null, c: null, d: null, e: null, f: null }
  const workspaceOf = (panel: Panel) => {
    const layout = { locked: false, frames: [], links, undo: null, redo: null }
    return { ...main.workspaces, all: [{ id: 'w', name: 'Desk', panels: { p: panel }, ...layout }] }
  }
  let panel: Panel = { id: 'p', kind: 'watchlist', link: 'a', market: null, settings }
  main.workspaces = workspaceOf(panel)
  main.answers['workspaces.act'] = (action: WorkspaceAction) => {
    if (action.do === 'panel.change')
      panel = { ...panel, settings: { ...panel.settings, ...action.settings } }
    main.workspaces = workspaceOf(panel)
    return { state: main.workspaces, made: null }
  }
  desk = createDesk(main.bridge, window)
  stop = startDesk(desk, window)
  port = givePort(window)
  await Promise.all([desk.connections.load(), desk.markets.load(), desk.workspaces.load()])
  main.live()
  const slot = {
    workspace: 'w',
    frame: 'main',
    alone: false,
    maximised: () => false,
    toggleMaximised: () => undefined
  }
  const host = new PanelHost(
    desk,
    slot,
    () => desk.workspaces.byId('w')?.panels['p'] ?? panel,
    panels.watchlist.icon
  )
  render(PanelStage, { desk, host, panel: WatchlistPanel })
  return screen.findByRole('region', { name: 'Watchlist' })
}

const grid = () => screen.getByRole('grid', { name: 'Watched markets' })
const rows = () => [...grid().querySelectorAll<HTMLElement>('[data-market]')]
const order = () => rows().map((row) => row.dataset['market'])
const cell = (market: string, title: string) => {
  const heads = within(grid()).getAllByRole('columnheader')
  const row = rows().find((each) => each.dataset['market'] === market)!
  return row.children[heads.findIndex((head) => head.textContent.includes(title))] as HTMLElement
}
const asked = (market: string) =>
  (main.payloads('markets.subscribe') as MarketInterest[]).findLast((one) => one.market === market)!
const sizeField = (region: HTMLElement) =>
  within(region).queryByRole('textbox', { name: /^Size of the cost column/ })

it('hides the cost of a size by default', async () => {
  const region = await show({}, 'AUSD')
  expect(sizeField(region)).toBeNull()
  expect(asked('AUSD').parts.cost).toBeNull()
})

it('shows and sorts by the cost of the size in its head', async () => {
  const region = await show({ hidden: [] }, 'AUSD', 'BUSD')
  const size = sizeField(region)!
  expect(size).toHaveProperty('value', '50k')
  await waitFor(() => expect(asked('BUSD').parts.cost).toEqual({ size: '50000', unit: 'quote', within: 10 }))
  const costs = (amount: string) =>
    costsOf(
      {
        bids: [['99', amount]],
        asks: [
          ['101', '1000'],
          ['102', amount]
        ]
      },
      asked('BUSD').parts.cost!
    ).news
  port.send(
    { ...newsOf(asked('BUSD').id, 100), cost: costs('1000') },
    { ...newsOf(asked('AUSD').id, 100), cost: costs('1') }
  )
  // 50,000 / 101 are within the first level of asks, but one bid does not have the size.
  await waitFor(() => expect(cell('BUSD', 'Cost bp').textContent).toBe('100.00'))
  expect(cell('BUSD', '10 bp').textContent).toBe('0')
  expect(cell('AUSD', 'Cost bp').textContent).toBe('–')
  expect(cell('AUSD', 'Cost bp').title).toBe('The book does not have the size on both sides.')
  await fireEvent.click(within(grid()).getByRole('button', { name: /Cost bp/ }))
  await waitFor(() => expect(order()).toEqual(['BUSD', 'AUSD']))
  await fireEvent.input(size, { target: { value: 'much' } })
  await fireEvent.keyDown(size, { key: 'Enter' })
  await waitFor(() => expect(desk.toasts.list.at(-1)?.sentence).toContain('Enter a size above zero'))
  expect(size).toHaveProperty('value', '50k')
  await fireEvent.input(size, { target: { value: '1.5k' } })
  await fireEvent.keyDown(size, { key: 'Enter' })
  await waitFor(() => expect(asked('AUSD').parts.cost).toMatchObject({ size: '1500' }))
})
