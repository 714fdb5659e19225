import { screen, waitFor, within } from '@testing-library/svelte'
import { afterEach, describe, expect, it } from 'vitest'
import type { BookRow } from '#shared/contract/app/diagnostics-stream'
import type { BookNews, MarketNews } from '#shared/contract/market/market-news'
import type { MarketInterest } from '#shared/contract/market/markets'
import { fail } from '#shared/domain/base/problem'
import { priceColumnWidth, priceRoom } from '#renderer/app/diagnostics/books'
import { FakeMain } from '../support/bridge'
import { drawNowhere } from '../support/canvas'
import { liveNews } from '../support/news'
import { givePort, type MainEnd } from '../support/port'
import { show } from '../support/show'

const book = (market: string): BookRow => ({
  market,
  state: 'live',
  since: 1000,
  reason: null,
  bookAge: 250,
  tradeAge: null,
  levels: 2,
  crossed: false,
  wide: false
})

let port: MainEnd
afterEach(() => port.close())

/** `watched` are on the watchlist; others are held elsewhere. */
async function open(
  watched: readonly string[],
  held: readonly string[] = [],
  main = new FakeMain(),
  refused?: BookRow
) {
  main.markets = {
    ...main.markets,
    watched: watched.map((market) => ({ market, state: 'live', since: 1, reason: null }))
  }
  const books = [...watched, ...held].map((market) => (market === refused?.market ? refused : book(market)))
  main.stream = { ...main.stream, books }
  drawNowhere()
  const shown = await show('#/diagnostics', main)
  main.live()
  port = givePort(window)
  await screen.findByRole('region', { name: 'Books by state and age' })
  await waitFor(() => expect(subscriptions(main)).toHaveLength(watched.length - (refused ? 1 : 0)))
  return shown
}

const subscriptions = (main: FakeMain) => main.payloads('markets.subscribe') as MarketInterest[]
const letGo = (main: FakeMain) => main.payloads('markets.unsubscribe') as { readonly id: number }[]
const interest = (main: FakeMain, market: string) =>
  subscriptions(main).findLast((one) => one.market === market)!.id

const list = () => screen.getByRole('region', { name: 'Books by state and age' })
const cells = (market: string) => {
  const heads = within(list())
    .getAllByRole('columnheader')
    .map((head) => head.textContent.trim())
  const row = within(list()).getByRole('row', { name: new RegExp(`^${market} `) })
  const cell = (head: string) => row.children[heads.indexOf(head)]!
  return { bid: cell('Bid'), ask: cell('Ask'), state: cell('State') }
}
const prices = (market: string) => {
  const { bid, ask } = cells(market)
  return [bid.textContent, ask.textContent]
}

/** In hundredths; null for an empty side. */
function levels(bid: number | null, ask: number | null): BookNews {
  const [bids, asks] = [bid, ask].map((price) => (price === null ? [] : [price, 1, 1]))
  return {
    tick: 1,
    priceScale: 2,
    amountScale: 0,
    bids: bid === null ? 0 : 1,
    asks: ask === null ? 0 : 1,
    allBids: 1,
    allAsks: 1,
    values: Float64Array.of(bid ?? NaN, 1, ask ?? NaN, 1, ...bids!, ...asks!),
    exact: null
  }
}
const news = (id: number, book: BookNews, more: Partial<MarketNews> = {}): MarketNews =>
  liveNews(id, { since: 2000, book, ...more })

describe('best prices in Diagnostics', () => {
  it('are subscribed as one level per side, with every digit', async () => {
    const { main } = await open(['BTCUSD', 'ETHUSD'])
    expect(subscriptions(main).map(({ market, parts }) => ({ market, parts }))).toEqual(
      ['BTCUSD', 'ETHUSD'].map((market) => ({
        market,
        parts: { book: { levels: 1, grouping: null }, trades: null, candles: null, statistics: false }
      }))
    )
    expect(prices('BTCUSD')).toEqual(['–', '–'])
    const long = levels(1, 2)
    const [bitcoin, ether] = [interest(main, 'BTCUSD'), interest(main, 'ETHUSD')]
    const exact = new Map([[4, '98765432109.123456789']])
    port.send(news(bitcoin, levels(6_425_050, 6_425_100)), news(ether, { ...long, exact }))
    await waitFor(() => expect(prices('BTCUSD')).toEqual(['64,250.50', '64,251.00']))
    expect(prices('ETHUSD')).toEqual(['98,765,432,109.123456789', '0.02'])
    main.settings = { ...main.settings, numbers: '1.234,56' }
    main.push('settings.changed', { settings: main.settings, notSaved: null })
    await waitFor(() => expect(prices('BTCUSD')).toEqual(['64.250,50', '64.251,00']))
    port.send(news(bitcoin, levels(null, 6_425_200)))
    await waitFor(() => expect(prices('BTCUSD')).toEqual(['–', '64.252,00']))
  })

  it('are muted when the book is not live', async () => {
    const { main } = await open(['BTCUSD'])
    const id = interest(main, 'BTCUSD')
    port.send(news(id, levels(100, 200)))
    await waitFor(() => expect(cells('BTCUSD').bid.className).toMatch(/\blive\b/))
    port.send(news(id, levels(100, 200), { state: 'stale', since: 3000, reason: 'Nothing came.' }))
    await waitFor(() => expect(cells('BTCUSD').state.textContent).toBe('Stale'))
    expect(cells('BTCUSD').bid.className).not.toMatch(/\blive\b/)
    expect(cells('BTCUSD').ask.className).not.toMatch(/\blive\b/)
    expect(prices('BTCUSD')).toEqual(['1.00', '2.00'])
    // An older list entry does not make it live again.
    main.stream = { ...main.stream, books: [{ ...book('BTCUSD'), since: 4000 }] }
    await waitFor(() => expect(cells('BTCUSD').state.textContent).toBe('Live'))
  })

  it('do not hold markets of other windows', async () => {
    const { main } = await open(['BTCUSD'], ['HELD'])
    expect(subscriptions(main).map(({ market }) => market)).toEqual(['BTCUSD'])
    expect(prices('HELD')).toEqual(['–', '–'])
    expect(cells('HELD').bid.getAttribute('title')).toBe('Not on the watchlist')
  })

  it('do not retry refused markets', async () => {
    const main = new FakeMain()
    await open(['BTCUSD', 'NOPE'], [], main, { ...book('NOPE'), state: 'refused' })
    expect(subscriptions(main).map(({ market }) => market)).toEqual(['BTCUSD'])
    expect(prices('NOPE')).toEqual(['–', '–'])
    screen.getByRole('button', { name: 'Remove NOPE from watchlist' })
  })

  it('are released with the market and page', async () => {
    const { main, desk } = await open(['BTCUSD', 'ETHUSD', 'SOLUSD'])
    const id = interest(main, 'ETHUSD')
    screen.getByRole('button', { name: 'Remove ETHUSD from watchlist' }).click()
    await waitFor(() => expect(letGo(main)).toEqual([{ id }]))
    desk.router.go('diagnostics', 'frames')
    await waitFor(() => expect(letGo(main)).toHaveLength(3))
    expect(new Set(letGo(main).map((one) => one.id))).toEqual(
      new Set(subscriptions(main).map((one) => one.id))
    )
  })

  it('explain why they are missing', async () => {
    const main = new FakeMain()
    main.answers['markets.subscribe'] = () => {
      throw fail('markets.too-many', 'A window can draw at most 200 things at once.')
    }
    await open(['BTCUSD'], [], main)
    await waitFor(() =>
      expect(cells('BTCUSD').bid.getAttribute('title')).toBe('A window can draw at most 200 things at once.')
    )
    expect(prices('BTCUSD')).toEqual(['–', '–'])
  })

  it('are no live region', async () => {
    await open(['BTCUSD'])
    for (let at: Element | null = cells('BTCUSD').bid; at; at = at.parentElement) {
      expect(at.getAttribute('aria-live')).toBeNull()
      expect(['status', 'alert', 'log', 'timer', 'marquee']).not.toContain(at.getAttribute('role'))
    }
  })
})

describe('the price columns', () => {
  it('fit the longest price if possible', () => {
    for (let width = 1; width < 1600; width += 7) {
      for (const longest of [0, 8, 10, 14, 24, 60]) {
        const room = priceRoom(width, longest)
        if (room > 0) expect(width - 2 * priceColumnWidth(room)).toBeGreaterThanOrEqual(545)
        if (longest <= 10) expect(room).toBe(priceRoom(width, 10))
      }
    }
    expect(priceRoom(724, 0)).toBe(10)
    expect(priceRoom(560, 9)).toBe(0)
    expect(priceRoom(1500, 17)).toBe(17)
    // Only the long price is truncated.
    expect(priceRoom(724, 24)).toBe(10)
    expect(priceRoom(3000, 60)).toBe(24)
  })
})
