import { cleanup, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { packMarketFrame } from '#shared/contract/market/market-frame'
import { noVersion, type MarketNews } from '#shared/contract/market/market-news'
import type { MarketInterest, MarketParts } from '#shared/contract/market/markets'
import { feedPortChannel } from '#shared/contract/market/feed'
import { fail } from '#shared/domain/base/problem'
import { FeedReceiver } from '#renderer/lib/feed'
import { MarketFeed, type MarketView, type MarketSubscription } from '#renderer/lib/markets/index'
import { FakeMain } from '../support/bridge'
import { liveNews } from '../support/news'
import Probe from './Probe.svelte'

const parts: MarketParts = {
  book: { levels: 5, grouping: null },
  trades: null,
  candles: null,
  statistics: false
}
const subscription = (market: string, changed: Partial<MarketParts> = {}): MarketSubscription => ({
  market,
  parts: { ...parts, ...changed }
})

let main: FakeMain
let now: number
let paints: (() => void)[]
let feed: FeedReceiver
let markets: MarketFeed
let stops: (() => void)[]
beforeEach(() => {
  main = new FakeMain()
  now = 1000
  paints = []
  feed = new FeedReceiver(window, (draw) => paints.push(draw))
  markets = new MarketFeed({
    calls: { live: main.bridge.call.markets, replay: main.bridge.call.replay },
    feed,
    now: () => now,
    wall: () => now
  })
  stops = [feed.start(), markets.start()]
})
afterEach(() => {
  cleanup()
  stops.forEach((stop) => stop())
})

function connect() {
  const { port1, port2 } = new MessageChannel()
  const drawn: unknown[] = []
  port1.onmessage = ({ data }: MessageEvent<unknown>) => drawn.push(data)
  const event = new MessageEvent('message', { data: feedPortChannel })
  Object.defineProperties(event, { source: { value: window }, ports: { value: [port2] } })
  window.dispatchEvent(event)
  let sequence = 0
  stops.push(() => port1.close())
  return {
    drawn,
    /** Waits for a paint request. */
    async send(...news: MarketNews[]) {
      port1.postMessage({ kind: 'frame', sequence: ++sequence, markets: packMarketFrame(news, now) })
      await until(() => paints.length > 0)
    },
    async paint() {
      const before = drawn.length
      for (const draw of paints.splice(0)) draw()
      await until(() => drawn.length > before)
    }
  }
}

async function until(holds: () => boolean) {
  for (let turn = 0; turn < 1000 && !holds(); turn += 1) await new Promise((done) => setImmediate(done))
  expect(holds()).toBe(true)
}

const news = (interest: number, bid: number, more: Partial<MarketNews> = {}): MarketNews =>
  liveNews(interest, {
    book: {
      priceScale: 2,
      tick: 1,
      amountScale: 0,
      bids: 1,
      asks: 0,
      allBids: 7,
      allAsks: 0,
      values: Float64Array.of(bid, 3, NaN, NaN, bid, 3, 3),
      exact: null
    },
    ...more
  })

const subscriptions = () => main.payloads('markets.subscribe') as MarketInterest[]

it('subscribes once main has a port, and again for new ports', () => {
  markets.open(subscription('A'))
  expect(subscriptions()).toEqual([])
  connect()
  expect(subscriptions()).toEqual([{ id: 1, market: 'A', parts }])
  markets.open(subscription('B'))
  expect(subscriptions().map(({ market }) => market)).toEqual(['A', 'B'])
  connect()
  expect(subscriptions().map(({ market }) => market)).toEqual(['A', 'B', 'A', 'B'])
})

it('keeps the newest state and acknowledges after painting', async () => {
  const port = connect()
  const view = markets.open(subscription('A'))
  let painted = 0
  view.onPaint(() => {
    painted += 1
    expect(port.drawn).toEqual([])
  })
  await port.send(news(1, 10_050))
  expect([painted, port.drawn]).toEqual([0, []])
  expect(view.book!.priceText('bids', 0)).toBe('100.50')
  expect(view.book!.all('bids')).toBe(7)
  await port.paint()
  expect(painted).toBe(1)
  expect(port.drawn).toEqual([{ kind: 'drawn', sequence: 1 }])
})

it('acknowledges despite a failing panel', async () => {
  const port = connect()
  const view = markets.open(subscription('A'))
  view.onPaint(() => {
    throw new Error('no canvas')
  })
  await port.send(news(1, 1))
  expect(() => paints.splice(0).forEach((draw) => draw())).toThrow('no canvas')
  await until(() => port.drawn.length === 1)
})

it('ages without data and connection', async () => {
  const port = connect()
  const view = markets.open(subscription('A'))
  expect(view.bookAge).toBeNull()
  await port.send(news(1, 1, { bookAge: 40, tradeAge: 5000 }))
  await port.paint()
  now += 300
  expect([view.bookAge, view.tradeAge]).toEqual([340, 5300])
  await port.send(news(1, 1, { state: 'idle', version: noVersion, book: null, bookAge: null }))
  await port.paint()
  now += 100
  expect([view.state, view.bookAge]).toEqual(['idle', 440])
  expect(view.book!.count('bids')).toBe(1)
})

it('never shows figures of another market', async () => {
  const port = connect()
  const view = markets.open(subscription('A'))
  await port.send(news(1, 100))
  await port.paint()
  view.change(subscription('B'))
  expect([view.market, view.state, view.book, view.bookAge]).toEqual(['B', 'awaiting', null, null])
  expect(main.payloads('markets.unsubscribe')).toEqual([{ id: 1 }])
  await port.send(news(1, 200))
  await port.paint()
  expect(view.book).toBeNull()
  await port.send(news(2, 300))
  expect(view.book!.priceText('bids', 0)).toBe('3.00')
})

it('keeps the drawing while other parts load', async () => {
  const port = connect()
  const view = markets.open(subscription('A'))
  await port.send(news(1, 100))
  view.change(subscription('A', { book: { levels: 9, grouping: '0.5' } }))
  expect(view.book).not.toBeNull()
  view.change(subscription('A', { book: null, statistics: true }))
  expect(view.book).toBeNull()
})

it('stops with the view', async () => {
  const port = connect()
  const view = markets.open(subscription('A'))
  let painted = 0
  view.onPaint(() => (painted += 1))
  await port.send(news(1, 1))
  view.dispose()
  await port.paint()
  await port.send(news(1, 2))
  await port.paint()
  expect(painted).toBe(0)
  expect(main.payloads('markets.unsubscribe')).toEqual([{ id: 1 }])
})

it('follows its subscription and shows its state', async () => {
  const port = connect()
  let view: MarketView | undefined
  const onview = (opened: MarketView) => (view = opened)
  const shown = render(Probe, { feed: markets, subscription: subscription('A'), onview })
  screen.getByText('A awaiting')
  await port.send(news(1, 1, { state: 'stale', reason: 'Nothing came.' }))
  await port.paint()
  await tick()
  screen.getByText('A stale Nothing came.')
  await shown.rerender({ feed: markets, subscription: subscription('B'), onview })
  screen.getByText('B awaiting')
  expect(view!.market).toBe('B')
  shown.unmount()
  expect(main.payloads('markets.unsubscribe')).toEqual([{ id: 1 }, { id: 2 }])
})

it('explains why nothing is sent', async () => {
  main.answers['markets.subscribe'] = () => {
    throw fail('markets.too-many', 'A window can draw at most 200 things at once.')
  }
  connect()
  render(Probe, { feed: markets, subscription: subscription('A'), onview: () => {} })
  await until(() => screen.queryByText(/at most 200/) !== null)
})
