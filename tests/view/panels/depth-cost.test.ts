import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MarketInterest } from '#shared/contract/market/markets'
import type { PanelSettings } from '#shared/domain/workspace/index'
import { panels } from '#renderer/desk/panel-kinds'
import { createDesk, startDesk } from '#renderer/lib/desk'
import { PanelHost } from '#renderer/panels/shell/panel-host.svelte'
import DepthPanel from '../../../renderer/panels/depth/DepthPanel.svelte'
import { levelsOf, type PlainBook } from '../../unit/renderer/markets/book/books'
import { costsOf } from '../../unit/renderer/markets/cost'
import { FakeMain } from '../support/bridge'
import { drawNowhere } from '../support/canvas'
import { givePort, type MainEnd } from '../support/port'
import { stubResizeObserver } from '../support/resize-observer'
import { newsOf } from './market-news'
import PanelStage from './PanelStage.svelte'
import { place } from './place'

let version = 0
let main: FakeMain
let feed: MainEnd
let stops: (() => void)[]
beforeEach(() => {
  drawNowhere()
  stubResizeObserver({ width: 360, height: 260 })
  main = new FakeMain()
  stops = []
})
afterEach(() => {
  cleanup()
  stops.forEach((stop) => stop())
})

async function show(settings: PanelSettings): Promise<HTMLElement> {
  const desk = createDesk(main.bridge, window)
  stops.push(startDesk(desk, window))
  await Promise.all([desk.settings.load(), desk.connections.load(), desk.markets.load()])
  main.live()
  const panel = { id: 'p', kind: 'depth', link: null, market: 'BTCUSD', settings } as const
  const host = new PanelHost(desk, place, () => panel, panels.depth.icon)
  render(PanelStage, { desk, host, panel: DepthPanel })
  feed = givePort(window)
  stops.push(() => feed.close())
  return screen.findByRole('region', { name: /BTCUSD/ })
}

const asked = () => main.payloads('markets.subscribe') as MarketInterest[]
const kept = () => main.payloads('workspaces.act').at(-1)
const strip = (region: HTMLElement) => within(region).queryByRole('group', { name: 'Cost of a size' })

async function send(book: PlainBook) {
  await waitFor(() => expect(asked().at(-1)?.parts.cost).toBeTruthy())
  const { id, parts } = asked().at(-1)!
  const before = feed.drawn()
  feed.send({
    ...newsOf(id, (version += 1)),
    book: levelsOf(book, null, 1).news,
    cost: costsOf(book, parts.cost!).news
  })
  await waitFor(() => expect(feed.drawn()).toBeGreaterThan(before))
}

/** Runs an entry of the panel's menu. */
async function choose(region: HTMLElement, entry: string) {
  const menu = within(region).getByRole('menu', { name: /^Menu of/, hidden: true })
  await fireEvent(menu, Object.assign(new Event('toggle'), { newState: 'open' }))
  await fireEvent.click(within(menu).getByText(entry))
}

const book: PlainBook = {
  bids: [
    ['99.00', '1'],
    ['98.00', '3']
  ],
  asks: [
    ['101.00', '1'],
    ['102.00', '2']
  ]
}

it('shows the cost of its size above the chart, once that is chosen', async () => {
  const region = await show({})
  await waitFor(() => expect(asked().length).toBeGreaterThan(0))
  expect(strip(region)).toBeNull()
  expect(asked().at(-1)!.parts.cost).toBeNull()
  await choose(region, 'Cost of a size')
  await waitFor(() => expect(kept()).toMatchObject({ settings: { cost: true } }))
})

it('has the cost of both sides beside the field, in its own size', async () => {
  const region = await show({ cost: true, sizes: ['ETHUSD=7 base', 'BTCUSD=2 base'] })
  await waitFor(() => expect(asked().at(-1)!.parts.cost).toEqual({ size: '2', unit: 'base', within: null }))
  await send(book)
  const shown = () => strip(region)!.textContent
  await waitFor(() => expect(shown()).toMatch(/Buy\s*150\.00 bp\s*3\.00 USD\s*2 levels/))
  expect(shown()).toMatch(/Sell\s*150\.00 bp\s*3\.00 USD\s*2 levels/)
  await fireEvent.input(within(region).getByRole('textbox', { name: 'Cost of' }), { target: { value: '4' } })
  await waitFor(() =>
    expect(kept()).toMatchObject({ settings: { sizes: ['ETHUSD=7 base', 'BTCUSD=4 base'] } })
  )
})

it('asks for no cost while the field has none, and says why', async () => {
  const region = await show({ cost: true })
  const field = within(region).getByRole('textbox', { name: 'Cost of' })
  await fireEvent.input(field, { target: { value: 'five' } })
  await waitFor(() => expect(asked().at(-1)!.parts.cost).toBeNull())
  expect(within(strip(region)!).getByRole('alert').textContent).toMatch(/^Enter a size above zero/)
  await fireEvent.keyDown(field, { key: 'Escape' })
  await waitFor(() => expect(asked().at(-1)!.parts.cost).toMatchObject({ size: '50000', unit: 'quote' }))
})
