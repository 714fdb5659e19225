import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fail } from '#shared/domain/base/problem'
import type { PanelSettings } from '#shared/domain/workspace/index'
import { panels, type PanelComponent } from '#renderer/desk/panel-kinds'
import { createDesk, startDesk, type Desk } from '#renderer/lib/desk'
import { PanelHost } from '#renderer/panels/shell/panel-host.svelte'
import BookPanel from '../../../renderer/panels/book/BookPanel.svelte'
import CostPanel from '../../../renderer/panels/cost/CostPanel.svelte'
import DepthPanel from '../../../renderer/panels/depth/DepthPanel.svelte'
import { FakeMain } from '../support/bridge'
import { givePort } from '../support/port'
import { stubResizeObserver } from '../support/resize-observer'
import PanelStage from './PanelStage.svelte'
import { place } from './place'

const components = { book: BookPanel, depth: DepthPanel, cost: CostPanel } as const
type Kind = keyof typeof components

let main: FakeMain
let desk: Desk
let stops: (() => void)[]
beforeEach(async () => {
  const context = new Proxy(
    {},
    { get: (_, name) => (name === 'measureText' ? () => ({ width: 7 }) : () => undefined), set: () => true }
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as CanvasRenderingContext2D)
  stubResizeObserver({ width: 600, height: 600 })
  main = new FakeMain()
  desk = createDesk(main.bridge, window)
  const stop = startDesk(desk, window)
  await Promise.all([desk.settings.load(), desk.connections.load(), desk.markets.load()])
  main.live()
  const feed = givePort(window)
  stops = [stop, () => feed.close()]
})
afterEach(() => {
  cleanup()
  stops.forEach((stop) => stop())
})

function show(kind: Kind, settings: PanelSettings = {}, market = 'BTCUSD'): Promise<HTMLElement> {
  const panel = { id: kind, kind, link: null, market, settings: { cost: true, ...settings } }
  const host = new PanelHost(desk, place, () => panel, panels[kind].icon)
  render(PanelStage, { desk, host, panel: components[kind] as PanelComponent })
  return screen.findByRole('region', { name: host.name })
}

const offered = (region: HTMLElement) =>
  within(within(region).getByRole('group', { name: 'Sizes of this market' }))
    .queryAllByRole('button')
    .map(({ title }) => title)

async function choose(region: HTMLElement, item: string) {
  const menu = within(region).getByRole('menu', { name: /^Menu of/, hidden: true })
  await fireEvent(menu, Object.assign(new Event('toggle'), { newState: 'open' }))
  await fireEvent.click(within(menu).getByText(item))
}

it('offers the presets of the market in every panel, whichever changed them', async () => {
  const cost = await show('cost', { sizes: ['BTCUSD=7 base'] })
  const others = [await show('book'), await show('depth')]
  const ethereum = await show('cost', {}, 'ETHUSD')
  const usual = ['10k USD', '50k USD', '250k USD']
  for (const region of [cost, ...others, ethereum]) expect(offered(region)).toEqual(usual)
  await choose(cost, 'Add 7 BTC to the presets')
  for (const region of [cost, ...others]) {
    await waitFor(() => expect(offered(region)).toEqual([...usual, '7 BTC']))
  }
  expect(offered(ethereum)).toEqual(usual)
  expect(main.calls.some(({ name }) => name === 'workspaces.act')).toBe(false)
  // Another window.
  const sizePresets = { BTCUSD: [{ amount: '2', unit: 'base' } as const] }
  main.push('markets.changed', { ...main.markets, sizePresets })
  for (const region of [cost, ...others]) await waitFor(() => expect(offered(region)).toEqual(['2 BTC']))
})

it('offers a panel’s own presets of an earlier version until those of the market change', async () => {
  const sizes = ['BTCUSD=50 base']
  const book = await show('book', { sizes, presets: ['BTCUSD=10 base', 'BTCUSD=50 base'] })
  const depth = await show('depth')
  expect(offered(book)).toEqual(['10 BTC', '50 BTC'])
  expect(offered(depth)).toHaveLength(3)
  await choose(book, 'Remove 50 BTC from the presets')
  for (const region of [book, depth]) await waitFor(() => expect(offered(region)).toEqual(['10 BTC']))
})

it('has at most four presets, of which the oldest goes', async () => {
  const four = ['1', '2', '3', '4'].map((amount) => ({ amount, unit: 'base' as const }))
  main.push('markets.changed', { ...main.markets, sizePresets: { BTCUSD: four } })
  const depth = await show('depth', { sizes: ['BTCUSD=250000 quote'] })
  await waitFor(() => expect(offered(depth)).toEqual(['1 BTC', '2 BTC', '3 BTC', '4 BTC']))
  await choose(depth, 'Add 250k USD to the presets')
  await waitFor(() => expect(offered(depth)).toEqual(['2 BTC', '3 BTC', '4 BTC', '250k USD']))
  expect(main.payloads('markets.setSizePresets').at(-1)).toEqual({
    market: 'BTCUSD',
    presets: [...four.slice(1), { amount: '250000', unit: 'quote' }]
  })
})

it('removes a usual preset, and has the usual ones again after the last', async () => {
  const depth = await show('depth', { sizes: ['BTCUSD=50000 quote'] })
  await choose(depth, 'Remove 50k USD from the presets')
  await waitFor(() => expect(offered(depth)).toEqual(['10k USD', '250k USD']))
  const last = { BTCUSD: [{ amount: '50000', unit: 'quote' } as const] }
  main.push('markets.changed', { ...main.markets, sizePresets: last })
  await waitFor(() => expect(offered(depth)).toEqual(['50k USD']))
  await choose(depth, 'Remove 50k USD from the presets')
  await waitFor(() => expect(offered(depth)).toEqual(['10k USD', '50k USD', '250k USD']))
})

it('says why a preset could not be kept', async () => {
  main.answers['markets.setSizePresets'] = () => {
    throw fail('market.not-connected', 'Connect to the service first.')
  }
  const cost = await show('cost', { sizes: ['BTCUSD=7 base'] })
  await choose(cost, 'Add 7 BTC to the presets')
  await waitFor(() => expect(desk.toasts.list.at(-1)?.sentence).toBe('Connect to the service first.'))
  expect(offered(cost)).not.toContain('7 BTC')
})
