import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { MarketNews } from '#shared/contract/market/market-news'
import type { MarketInterest } from '#shared/contract/market/markets'
import type { PanelSettings } from '#shared/domain/workspace/index'
import { panels } from '#renderer/desk/panel-kinds'
import { PanelHost } from '#renderer/panels/shell/panel-host.svelte'
import BookPanel from '../../../renderer/panels/book/BookPanel.svelte'
import { createDesk, startDesk } from '#renderer/lib/desk'
import { levelsOf, type PlainBook } from '../../unit/renderer/markets/book/books'
import { FakeMain } from '../support/bridge'
import { givePort, type MainEnd } from '../support/port'
import { stubResizeObserver } from '../support/resize-observer'
import PanelStage from './PanelStage.svelte'

let main: FakeMain
let host: PanelHost
let feed: MainEnd
let stops: (() => void)[]
let painted: string[]

beforeEach(() => {
  painted = []
  const strokes: Record<string, unknown> = {
    fillText: (text: string) => painted.push(text),
    measureText: () => ({ width: 7 })
  }
  const context = new Proxy(
    {},
    { get: (_, name) => strokes[String(name)] ?? (() => undefined), set: () => true }
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as CanvasRenderingContext2D)
  stubResizeObserver({ width: 360, height: 28 + 12 * 19 })
  main = new FakeMain()
  stops = []
})
afterEach(() => {
  cleanup()
  stops.forEach((stop) => stop())
})

async function show(settings: PanelSettings = {}, market: string | null = 'BTCUSD'): Promise<HTMLElement> {
  const desk = createDesk(main.bridge, window)
  stops.push(startDesk(desk, window))
  await Promise.all([desk.settings.load(), desk.connections.load(), desk.markets.load()])
  main.live()
  const place = {
    workspace: 'w',
    frame: 'main',
    alone: false,
    maximised: () => false,
    toggleMaximised: () => undefined
  }
  const panel = { id: 'p', kind: 'book', link: null, market, settings } as const
  host = new PanelHost(desk, place, () => panel, panels.book.icon)
  render(PanelStage, { desk, host, panel: BookPanel })
  feed = givePort(window)
  stops.push(() => feed.close())
  return screen.findByRole('region', { name: market === null ? 'Order book' : `Order book ${market}` })
}

const asked = () =>
  main.calls
    .filter(({ name }) => name === 'markets.subscribe')
    .map(({ payload }) => payload as MarketInterest)

let version = 0
async function send(book: PlainBook, more: Partial<MarketNews> = {}) {
  await waitFor(() => expect(asked().length).toBeGreaterThan(0))
  const { id, parts } = asked().at(-1)!
  const before = feed.drawn()
  feed.send({
    interest: id,
    state: 'live',
    since: 1,
    reason: null,
    crossed: false,
    reset: false,
    version: ++version,
    bookAge: 0,
    tradeAge: null,
    book: levelsOf(book, parts.book!.grouping).news,
    trades: null,
    candles: null,
    statistics: null,
    heat: null,
    cost: null,
    ...more
  })
  await waitFor(() => expect(feed.drawn()).toBeGreaterThan(before))
}

const rows = (region: HTMLElement) =>
  within(region)
    .getAllByRole('row', { hidden: true })
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('gridcell', { hidden: true })
        .slice(0, 4)
        .map((cell) => cell.textContent)
    )

const plain: PlainBook = {
  bids: [
    ['64211.00', '1.0419'],
    ['64210.50', '0.4581']
  ],
  asks: [
    ['64211.50', '0.4273'],
    ['64212.00', '0.3980']
  ]
}

it('has an exact table of its rows', async () => {
  const region = await show()
  await send(plain)
  await waitFor(() =>
    expect(rows(region)).toEqual([
      ['Ask', '64,212.00', '0.3980', '0.8253'],
      ['Ask', '64,211.50', '0.4273', '0.4273'],
      ['Bid', '64,211.00', '1.0419', '1.0419'],
      ['Bid', '64,210.50', '0.4581', '1.5000']
    ])
  )
  expect(painted).toContain('64,211.50')
  expect(painted).toContain('Spread 0.50 · 0.1 bp')
})

it('requests the market’s step', async () => {
  await show({ steps: ['ETHUSD=2', 'BTCUSD=0.5'] })
  await waitFor(() => expect(asked()[0]?.parts.book?.grouping).toBe('0.5'))
  cleanup()
  main = new FakeMain()
  await show({ steps: ['ETHUSD=2'], total: 'nonsense' })
  await waitFor(() => expect(asked()[0]?.parts.book?.grouping).toBeNull())
})

it('shows rounded sizes, and the pointed one exactly', async () => {
  const region = await show({ steps: ['BTCUSD=1'], traded: false })
  await send({
    bids: [
      ['64211.25', '1.04190001'],
      ['64209.00', '0.00004000']
    ],
    asks: [['64212.50', '0.42731999']]
  })
  expect(painted.filter((text) => /^<?[\d,.]+$/.test(text))).toEqual(
    expect.arrayContaining(['64,213', '0.4273', '64,211', '1.0419', '64,209', '<0.0001'])
  )
  expect(painted.join(' ')).not.toMatch(/\.00(?!01)|\d\.\d{5}/)
  await fireEvent.keyDown(within(region).getByRole('slider'), { key: 'ArrowDown' })
  expect(within(region).getByRole('slider').getAttribute('aria-valuetext')).toContain('Size 0.42731999 BTC')
})

it('shows the same total in tooltip and row', async () => {
  const region = await show({ traded: false, flash: false })
  await send(plain)
  await fireEvent.keyDown(within(region).getByRole('slider'), { key: 'ArrowDown' })
  for (let turn = 1; turn <= 5; turn += 1) {
    painted.length = 0
    await send({ ...plain, asks: [['64211.50', `${turn}.4273`], ...plain.asks.slice(1)] })
    expect(painted).toContain(`${turn}.4273`)
    expect(document.querySelector('.tip')?.textContent).toContain(`Total size ${turn}.4273 BTC`)
  }
})

it('repaints only changed rows', async () => {
  await show({ traded: false, flash: false })
  await send(plain)
  painted.length = 0
  await send(plain)
  expect(painted).toEqual([])
  await send({ ...plain, bids: [plain.bids[0]!, ['64210.50', '0.4582']] })
  expect(painted.filter((text) => /^\d/.test(text) && text.length > 5)).toContain('0.4582')
  expect(painted).not.toContain('0.4273')
})

it.each([
  ['no asks', { ...plain, asks: [] }, 'No asks'],
  ['no bids', { ...plain, bids: [] }, 'No bids'],
  ['a cross', { ...plain, bids: [['64212.00', '1']] as const }, 'Crossed -0.50 · -0.1 bp']
])('explains a book with %s', async (_, book, words) => {
  await show({ traded: false })
  await send(book)
  await waitFor(() => expect(painted).toContain(words))
})

it.each([true, false])('highlights changed digits if enabled: %s', async (flash) => {
  main.settings = { ...main.settings, flash }
  await show({ traded: false })
  await send(plain)
  painted.length = 0
  await send({ ...plain, bids: [['64210.50', '0.9999']] })
  await waitFor(() => expect(painted).toContain('0.9999'))
  expect(painted.includes('9999')).toBe(flash)
})

it('shows that it is not live, without imbalance', async () => {
  const region = await show()
  await send(plain)
  expect(painted).toContain('Imb')
  painted.length = 0
  await send(plain, { state: 'stale' })
  await waitFor(() => expect(painted).toContain('Stale'))
  expect(painted).not.toContain('Imb')
  expect(region).toHaveProperty('dataset.quiet', '')
})

it('keeps long and tiny numbers exact', async () => {
  const region = await show()
  const long = '123456789012345678.12345678'
  await send({ bids: [[long, '900719925474099312.00000001']], asks: [] })
  await waitFor(() =>
    expect(rows(region)).toEqual([
      ['Bid', '123,456,789,012,345,678.12345678', ...Array(2).fill('900,719,925,474,099,312.00000001')]
    ])
  )
  await send({ bids: [['0.00001234', '5']], asks: [] })
  await waitFor(() => expect(rows(region)).toEqual([['Bid', '0.00001234', '5', '5']]))
})

it('keeps rows under the pointer and shows missing sizes', async () => {
  const region = await show({ traded: false })
  await send(plain)
  const ladder = within(region).getByRole('slider')
  const point = new PointerEvent('pointermove', { bubbles: true })
  Object.defineProperties(point, { offsetX: { value: 50 }, offsetY: { value: 5 * 19 + 4 } })
  await fireEvent(ladder, point)
  await send({
    bids: [
      ['64211.25', '7'],
      ['64210.50', '0.4581']
    ],
    asks: [['64212.00', '2']]
  })
  await waitFor(() =>
    expect(rows(region).map((cells) => cells.slice(0, 3))).toEqual([
      ['Ask', '64,212.00', '2.0000'],
      ['', '64,211.50', '–'],
      ['Bid', '64,211.00', '–'],
      ['Bid', '64,210.50', '0.4581']
    ])
  )
  expect(within(region).getByText('Held')).toBeTruthy()
  // In the middle, without a row.
  expect(painted).toContain('64,211.25  7.0000')
  expect(main.calls.filter(({ name }) => name === 'workspaces.point').at(-1)?.payload).toMatchObject({
    market: 'BTCUSD',
    price: '64211.5'
  })
  await fireEvent.pointerLeave(ladder)
  await waitFor(() =>
    expect(rows(region).map(([, price]) => price)).toEqual(['64,212.00', '64,211.25', '64,210.50'])
  )
})

it('releases with Escape, which it consumes only for keyboard selection', async () => {
  const region = await show({ traded: false })
  await send(plain)
  const ladder = within(region).getByRole('slider')
  const escape = () => fireEvent.keyDown(ladder, { key: 'Escape' })
  // Not prevented.
  expect(await escape()).toBe(true)
  const point = new PointerEvent('pointermove', { bubbles: true })
  Object.defineProperties(point, { offsetX: { value: 50 }, offsetY: { value: 5 * 19 + 4 } })
  await fireEvent(ladder, point)
  expect(within(region).getByText('Held')).toBeTruthy()
  expect(await escape()).toBe(true)
  await waitFor(() => expect(within(region).queryByText('Held')).toBeNull())
  await fireEvent.keyDown(ladder, { key: 'ArrowDown' })
  expect(ladder.getAttribute('aria-valuetext')).toContain('Ask 64,211.50')
  expect(await escape()).toBe(false)
  expect(ladder.getAttribute('aria-valuetext')).toBe('No row')
  expect(await escape()).toBe(true)
})

it('shows the spread of its rows', async () => {
  await show({ traded: false, flash: false })
  await send(plain)
  for (let cents = 11; cents < 20; cents += 1) {
    painted.length = 0
    await send({ ...plain, asks: [[`64212.${cents}`, '1']] })
    expect(painted).toContain(`64,212.${cents}`)
    expect(painted).toContain(`Spread 1.${cents} · 0.2 bp`)
  }
})

it('changes and remembers steps', async () => {
  const region = await show({ steps: ['ETHUSD=2'] })
  await send(plain)
  await fireEvent.click(await within(region).findByRole('button', { name: 'Coarser price steps' }))
  expect(main.calls.filter(({ name }) => name === 'workspaces.act').at(-1)?.payload).toMatchObject({
    do: 'panel.change',
    panel: 'p',
    settings: { steps: ['ETHUSD=2', 'BTCUSD=0.02'] }
  })
})

it('shows an invitation without a market', async () => {
  const region = await show({}, null)
  expect(within(region).getByText('No market yet')).toBeTruthy()
})
