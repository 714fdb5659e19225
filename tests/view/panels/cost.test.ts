import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { MarketInterest } from '#shared/contract/market/markets'
import type { PanelSettings } from '#shared/domain/workspace/index'
import { panels } from '#renderer/desk/panel-kinds'
import { createDesk, startDesk } from '#renderer/lib/desk'
import { PanelHost } from '#renderer/panels/shell/panel-host.svelte'
import CostPanel from '../../../renderer/panels/cost/CostPanel.svelte'
import { levelsOf, type PlainBook } from '../../unit/renderer/markets/book/books'
import { costsOf } from '../../unit/renderer/markets/cost'
import { FakeMain } from '../support/bridge'
import { givePort, type MainEnd } from '../support/port'
import { newsOf } from './market-news'
import PanelStage from './PanelStage.svelte'

let version = 0
let main: FakeMain
let feed: MainEnd
let stops: (() => void)[]
beforeEach(() => {
  const context = new Proxy(
    {},
    { get: (_, name) => (name === 'measureText' ? () => ({ width: 7 }) : () => undefined), set: () => true }
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as CanvasRenderingContext2D)
  main = new FakeMain()
  stops = []
})
afterEach(() => {
  cleanup()
  stops.forEach((stop) => stop())
})

async function show(settings: PanelSettings = {}): Promise<HTMLElement> {
  const desk = createDesk(main.bridge, window)
  stops.push(startDesk(desk, window))
  await Promise.all([desk.settings.load(), desk.connections.load(), desk.markets.load()])
  main.live()
  const slot = {
    workspace: 'w',
    frame: 'main',
    alone: false,
    maximised: () => false,
    toggleMaximised: () => undefined
  }
  const panel = { id: 'p', kind: 'cost', link: null, market: 'BTCUSD', settings } as const
  const host = new PanelHost(desk, slot, () => panel, panels.cost.icon)
  render(PanelStage, { desk, host, panel: CostPanel })
  feed = givePort(window)
  stops.push(() => feed.close())
  return screen.findByRole('region', { name: 'Cost of a size BTCUSD' })
}

const asked = () =>
  main.calls
    .filter(({ name }) => name === 'markets.subscribe')
    .map(({ payload }) => payload as MarketInterest)

/** What main computes of the book for the panel's last request. */
async function send(book: PlainBook, state: 'live' | 'stale' = 'live') {
  await waitFor(() => expect(asked().length).toBeGreaterThan(0))
  const { id, parts } = asked().at(-1)!
  const before = feed.drawn()
  feed.send({
    ...newsOf(id, (version += 1)),
    state,
    book: levelsOf(book, null, 1).news,
    cost: parts.cost ? costsOf(book, parts.cost).news : null
  })
  await waitFor(() => expect(feed.drawn()).toBeGreaterThan(before))
}

/** The visible rows. */
const rows = (region: HTMLElement) =>
  Object.fromEntries(
    [...region.querySelectorAll('.cost tbody tr')].map((row) => [
      row.querySelector('th')!.textContent,
      [...row.querySelectorAll('td')].map((cell) => cell.textContent)
    ])
  )

const plain: PlainBook = {
  bids: [
    ['99.00', '1'],
    ['98.00', '3']
  ],
  asks: [
    ['101.00', '1'],
    ['102.00', '2']
  ]
}

it('shows the cost of its size on both sides', async () => {
  const region = await show({ sizes: ['ETHUSD=7 base', 'BTCUSD=2 base'] })
  expect(asked().at(-1)!.parts.cost).toEqual({ size: '2', unit: 'base', within: null })
  await send(plain)
  await waitFor(() =>
    expect(rows(region)).toEqual({
      Average: ['101.50', '98.50'],
      Worst: ['102.00', '98.00'],
      Levels: ['2', '2']
    })
  )
  expect(within(region).getByRole('columnheader', { name: 'Mid 100.00' })).toBeTruthy()
  expect(region.textContent).toMatch(/Buy\s*150\.00 bp\s*3\.00 USD/)
  expect(region.textContent).toMatch(/Sell\s*150\.00 bp\s*3\.00 USD/)
  await send(plain, 'stale')
  await waitFor(() => expect(region).toHaveProperty('dataset.quiet', ''))
})

it('says what is missing instead of a cost', async () => {
  const region = await show({ sizes: ['BTCUSD=4 base'] })
  await send(plain)
  await waitFor(() => expect(rows(region)['Average']).toEqual(['–', '98.25']))
  expect(within(region).getByText('Only 3 BTC offered')).toBeTruthy()
  await send({ ...plain, bids: [] })
  await waitFor(() => expect(within(region).getByText('Only 3 BTC offered · No bids')).toBeTruthy())
  await send({ ...plain, bids: [['101.50', '9']] })
  await waitFor(() => expect(within(region).getByText('The book is crossed')).toBeTruthy())
  expect(rows(region)['Average']).toEqual(['–', '–'])
})

it('takes a size as it is typed, and explains anything else', async () => {
  const region = await show()
  const field = within(region).getByRole('textbox', { name: 'Cost of' })
  expect(field).toHaveProperty('value', '50,000')
  await fireEvent.input(field, { target: { value: '1.5m' } })
  const kept = () => main.calls.findLast(({ name }) => name === 'workspaces.act')?.payload
  await waitFor(() => expect(kept()).toMatchObject({ settings: { sizes: ['BTCUSD=1500000 quote'] } }))
  await fireEvent.input(field, { target: { value: 'five' } })
  const alert = await within(region).findByRole('alert')
  expect(alert.textContent).toBe('Enter a size above zero, for example 0.25 or 50k.')
  expect(field.getAttribute('aria-describedby')).toBe(alert.id)
  await waitFor(() => expect(asked().at(-1)!.parts.cost).toBeNull())
  expect(rows(region)).toEqual({})
  await fireEvent.keyDown(field, { key: 'Escape' })
  await waitFor(() => expect(within(region).queryByRole('alert')).toBeNull())
})

it('picks a preset or the other unit', async () => {
  const region = await show({ presets: ['BTCUSD=10 base', 'BTCUSD=50 base'], sizes: ['BTCUSD=50 base'] })
  const presets = within(within(region).getByRole('group', { name: 'Sizes of this market' })).getAllByRole(
    'button'
  )
  expect(presets.map((button) => [button.title, button.getAttribute('aria-pressed')])).toEqual([
    ['10 BTC', 'false'],
    ['50 BTC', 'true']
  ])
  const kept = () => main.calls.findLast(({ name }) => name === 'workspaces.act')?.payload
  await fireEvent.click(presets[0]!)
  await waitFor(() => expect(kept()).toMatchObject({ settings: { sizes: ['BTCUSD=10 base'] } }))
  await fireEvent.change(within(region).getByRole('combobox', { name: 'Unit of the size' }), {
    target: { value: 'USD' }
  })
  await waitFor(() => expect(kept()).toMatchObject({ settings: { sizes: ['BTCUSD=50 quote'] } }))
})

it('compares the cost with the recording', async () => {
  const now = Date.now()
  // 150 bp is more than 30 of 40: the others cost more, or could not be had.
  main.pastCosts = Array.from({ length: 40 }, (_, index) => ({
    at: now - (40 - index) * 600_000,
    buy: index < 30 ? 100 : index < 35 ? 200 : null,
    sell: 151
  }))
  const region = await show({ sizes: ['BTCUSD=2 base'] })
  await send(plain)
  const past = await within(region).findByRole('region', { name: 'Last 6 h 40 min' }, { timeout: 3000 })
  await waitFor(() => expect(past.textContent).toMatch(/Buy\s*more expensive than 75% of the time/))
  expect(past.textContent).toMatch(/Sell\s*more expensive than 0% of the time/)
  expect(past.textContent).toContain('Median 100.00, 10% 100.00, 90% – bp')
  expect(main.calls.findLast(({ name }) => name === 'recordings.costs')?.payload).toEqual({
    market: 'BTCUSD',
    size: '2',
    unit: 'base'
  })
})

it('says if too little is recorded', async () => {
  main.pastCosts = [{ at: Date.now() - 1000, buy: 1, sell: 1 }]
  const region = await show()
  await within(region).findByText('Not enough is recorded yet to compare this cost.', {}, { timeout: 3000 })
  cleanup()
  main.pastCosts = []
  const other = await show()
  await waitFor(() => expect(within(other).queryByText('Reading the recording…')).toBeNull(), {
    timeout: 3000
  })
  expect(other.textContent).not.toContain('Not enough')
})
