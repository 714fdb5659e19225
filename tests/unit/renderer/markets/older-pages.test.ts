import { expect, it } from 'vitest'
import { heatWidth, noVersion, type MarketNews } from '#shared/contract/market/market-news'
import type { OlderCandles } from '#shared/contract/market/markets'
import { MarketView } from '#renderer/lib/markets/view'
import { newsOf } from './chart/news'

const interval = '5s'
const nothing: MarketNews = {
  interest: 1,
  state: 'live',
  since: 0,
  reason: null,
  crossed: false,
  reset: false,
  version: noVersion,
  bookAge: null,
  tradeAge: null,
  book: null,
  trades: null,
  candles: null,
  statistics: null,
  heat: null,
  cost: null
}
const candles = (fresh: boolean, ...seconds: number[]) =>
  newsOf(
    seconds.map((second) => ({ second, price: 1, amount: 1, side: 'buy' })),
    interval,
    { fresh }
  )

const none = () => Promise.resolve(null)
const idle = {
  profile: none,
  cancelProfile: () => {},
  now: () => 0,
  wall: () => 0,
  changed: () => {},
  dispose: () => {}
}

it('drops a page that the candles which came meanwhile do not continue, and asks again', async () => {
  const asked: number[] = []
  let answer: (page: OlderCandles | null) => void = () => {}
  const view = new MarketView(
    {
      market: 'BTCUSD',
      parts: { book: null, trades: null, candles: { interval, max: 3 }, statistics: false }
    },
    {
      older: {
        candles: ({ before }) => {
          asked.push(before)
          return new Promise((resolve) => (answer = resolve))
        },
        heat: none,
        trades: none
      },
      cancelOlder: () => {},
      ...idle
    }
  )
  view.apply({ ...nothing, candles: candles(true, 100) }, 0)
  const first = view.loadOlderCandles()
  // So many changed that there may be others between.
  view.apply({ ...nothing, candles: candles(false, 200, 205, 210) }, 0)
  answer({ candles: candles(false, 90, 95, 100), from: 90, begins: false })
  expect(await first).toBe(true)
  expect(view.candles!.all.map(({ start }) => start)).toEqual([200, 205, 210])
  const second = view.loadOlderCandles()
  answer({ candles: candles(false, 150, 195, 200), from: 150, begins: false })
  expect(await second).toBe(true)
  expect(asked).toEqual([105, 205])
  expect(view.candles!.all.map(({ start }) => start)).toEqual([150, 195, 200, 205, 210])
})

it('reads the heat of last figures from the recording, up to the last candle', async () => {
  const asked: number[] = []
  const parts = { book: null, trades: null, statistics: false, candles: { interval, max: 3 } } as const
  const view = new MarketView(
    { market: 'BTCUSD', parts: { ...parts, heat: { interval, max: 3 } } },
    {
      older: {
        candles: none,
        heat({ before }) {
          asked.push(before)
          const values = new Float64Array(heatWidth)
          values.set([before - 5, 1, 1, 0])
          return Promise.resolve({ heat: { interval, fresh: false, values }, from: before - 5, begins: true })
        },
        trades: none
      },
      cancelOlder: () => {},
      ...idle
    }
  )
  view.apply({ ...nothing, candles: candles(true, 100, 105) }, 0)
  expect(await view.loadOlderHeat()).toBe(true)
  expect(asked).toEqual([110])
  expect(view.heat!.all.map(({ start }) => start)).toEqual([105])
  expect(await view.loadOlderHeat()).toBe(false)
  // The connection is back.
  view.apply({ ...nothing, heat: { interval, fresh: true, values: new Float64Array(0) } }, 0)
  expect(view.heat!.olderEnd).toBeNull()
})

it('cancels a page that it no longer shows, and no other', async () => {
  const asked: number[] = []
  const cancelled: number[] = []
  let answer: (page: null) => void = () => {}
  const subscribed = (shown: typeof interval | '1m', market = 'BTCUSD') => ({
    market,
    parts: { book: null, trades: null, candles: { interval: shown, max: 3 }, statistics: false }
  })
  const view = new MarketView(subscribed(interval), {
    older: {
      candles: ({ id }) => {
        asked.push(id)
        return new Promise((resolve) => (answer = resolve))
      },
      heat: none,
      trades: none
    },
    cancelOlder: ({ id }) => void cancelled.push(id),
    ...idle
  })
  view.apply({ ...nothing, candles: candles(true, 100) }, 0)
  const page = view.loadOlderCandles()
  view.change({ ...subscribed(interval), pace: 100 })
  expect(cancelled).toEqual([])
  view.change(subscribed('1m'))
  expect(cancelled).toEqual(asked)
  answer(null)
  expect(await page).toBe(false)
  view.change(subscribed('1m', 'ETHUSD'))
  view.dispose()
  expect(cancelled).toHaveLength(1)
})

it('cancels older trades of a panel that is closed', async () => {
  const asked: (number | undefined)[] = []
  const cancelled: number[] = []
  let answer: (page: null) => void = () => {}
  const view = new MarketView(
    { market: 'BTCUSD', parts: { book: null, trades: { max: 3 }, candles: null, statistics: false } },
    {
      older: {
        candles: none,
        heat: none,
        trades({ id }) {
          asked.push(id)
          return new Promise((resolve) => (answer = resolve))
        }
      },
      cancelOlder: ({ id }) => void cancelled.push(id),
      ...idle
    }
  )
  const page = view.readOlderTrades({ number: 1, executed: { seconds: 1, nanoseconds: 0 }, seq: null })
  view.dispose()
  expect(cancelled).toHaveLength(1)
  expect(cancelled).toEqual(asked)
  answer(null)
  expect(await page).toBeNull()
})
