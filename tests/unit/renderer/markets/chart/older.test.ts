import fc from 'fast-check'
import { expect, it } from 'vitest'
import { heatWidth } from '#shared/contract/market/market-news'
import { ChartCandles } from '#renderer/lib/markets/candles'
import { HeatColumns } from '#renderer/lib/markets/heat'
import { intervalSeconds } from '#shared/domain/market/candles/intervals'
import { OlderLoader, type OlderState } from '#renderer/panels/chart/older-loader'
import { maxExtended, Slots } from '#renderer/panels/chart/slots'
import { chartOf, newsOf, type Trade } from './news'

const interval = '5s'
const seconds = intervalSeconds[interval]
const max = 6
const endOfTime = 600

const trade = fc.record({
  second: fc.integer({ min: 0, max: endOfTime }),
  price: fc.integer({ min: 1, max: 99 }),
  amount: fc.integer({ min: 1, max: 99 }),
  side: fc.constantFrom('buy', 'sell', 'unknown')
})
const sorted = (trades: readonly Trade[]) => [...trades].sort((one, other) => one.second - other.second)
const between = (trades: readonly Trade[], from: number, to: number) =>
  trades.filter(({ second }) => second >= from && second < to)
const startOf = (second: number) => Math.floor(second / seconds) * seconds

/** What main sends of the trades until now: the newest of the candles that changed. */
function liveNews(trades: readonly Trade[], fresh: boolean, since = -Infinity) {
  const changed = trades.filter(({ second }) => second >= startOf(since))
  const starts = [...new Set(changed.map(({ second }) => startOf(second)))].slice(-max)
  return newsOf(between(trades, starts[0] ?? Infinity, Infinity), interval, { fresh })
}

it('keeps later candles when earlier ones change, however few it has', () => {
  const at = (second: number): Trade => ({ second, price: 10, amount: 1, side: 'buy' })
  const candles = new ChartCandles(1, interval)
  candles.apply(newsOf([at(50)], interval, { fresh: true }))
  candles.apply(newsOf([at(40)], interval, { fresh: false }))
  expect(candles.all.map(({ start }) => start)).toEqual([50])
  candles.apply(newsOf([at(60)], interval, { fresh: false }))
  expect(candles.all.map(({ start }) => start)).toEqual([60])
})

it('is the same as if all had been there from the beginning, in any order of pages and news', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('page' as const), span: fc.integer({ min: 1, max: 12 }) }),
    fc.record({
      kind: fc.constant('news' as const),
      fresh: fc.boolean(),
      by: fc.integer({ min: 0, max: 60 })
    })
  )
  fc.assert(
    fc.property(
      fc.array(trade, { minLength: 100, maxLength: 200 }),
      fc.array(step, { minLength: 4, maxLength: 30 }),
      (unsorted, steps) => {
        const trades = sorted(unsorted)
        let now = trades[trades.length >> 1]!.second + 1
        let candles = new ChartCandles(max, interval)
        candles.apply(liveNews(between(trades, 0, now), true))
        for (const each of steps) {
          if (each.kind === 'news') {
            const since = now
            now += each.by
            const before = candles
            if (each.fresh) candles = new ChartCandles(max, interval)
            candles.apply(liveNews(between(trades, 0, now), each.fresh, each.fresh ? -Infinity : since))
            if (each.fresh) candles.keepOlder(before)
          } else if (candles.olderEnd !== null) {
            const before = candles.olderEnd
            const from = before - each.span * seconds
            const begins = from <= 0
            const page = newsOf(between(trades, from, Math.min(before, now)), interval, {
              fresh: false,
              watched: [from * 1000, before * 1000]
            })
            candles.prepend({ candles: page, from, begins }, before)
          }
          const from = candles.all[0]!.start
          expect(candles.all).toEqual(chartOf(between(trades, from, now), interval).all)
          expect([...candles.spans].at(-1)).toBe(Infinity)
          expect(candles.spans.length).toBe(2)
        }
      }
    )
  )
})

it('takes the oldest candle from the recording if trades of it were missing', () => {
  const trades = sorted([1, 2, 3, 7, 8].map((second) => ({ second, price: second, amount: 1, side: 'buy' })))
  const candles = chartOf(trades.slice(2), interval)
  expect(candles.olderEnd).toBe(5)
  candles.prepend(
    { candles: newsOf(trades.slice(0, 3), interval, { fresh: false }), from: 0, begins: true },
    5
  )
  expect(candles.all).toEqual(chartOf(trades, interval).all)
  expect(candles.olderEnd).toBeNull()
})

it('stays in order if earlier candles came while a page was read', () => {
  const trades = sorted(
    [3, 12, 21, 33, 41, 52].map((second) => ({ second, price: 1, amount: 1, side: 'buy' }))
  )
  const candles = chartOf(trades.slice(5), interval)
  candles.apply(newsOf(trades.slice(2), interval, { fresh: false }))
  const page = newsOf(trades, interval, { fresh: false })
  candles.prepend({ candles: page, from: 0, begins: true }, 55)
  expect(candles.all).toEqual(chartOf(trades, interval).all)
})

it('says what was not recorded of older time, and keeps what it knew if a page does not say', () => {
  const at = (second: number): Trade => ({ second, price: 1, amount: 1, side: 'buy' })
  const candles = chartOf([at(100)], interval, { watched: [0, 40_000, 50_000, Infinity] })
  const page = newsOf([at(62)], interval, { fresh: false, watched: [60_000, 70_000, 80_000, 105_000] })
  candles.prepend({ candles: page, from: 60, begins: false }, 105)
  expect([...candles.spans]).toEqual([60_000, 70_000, 80_000, Infinity])
  const unknown = { ...newsOf([at(20)], interval, { fresh: false }), watched: null }
  candles.prepend({ candles: unknown, from: 10, begins: false }, 60)
  expect(candles.all.map(({ start }) => start)).toEqual([20, 60, 100])
})

type LoaderSources = ConstructorParameters<typeof OlderLoader>[0]

interface Loading {
  readonly anchor?: number | null
  readonly minutes?: ReturnType<LoaderSources['minutes']>
  readonly view?: Pick<LoaderSources['view'], 'heat' | 'loadOlderHeat'>
}

function loading(count: number, { anchor = null, minutes = null, view }: Loading = {}) {
  const slots = new Slots()
  const trades = Array.from({ length: count }, (_, second) => ({
    second: 9000 + second,
    price: 1,
    amount: 1,
    side: 'buy' as const
  }))
  const candles = chartOf(trades, '1s')
  slots.follow(candles, null)
  const requests: { resolve: (isLoaded: boolean) => void }[] = []
  const states: OlderState[] = []
  let now = 0
  let visible = { from: 1000, to: 1100 }
  const load = () => new Promise<boolean>((resolve) => requests.push({ resolve }))
  const loader = new OlderLoader({
    view: {
      candles,
      heat: null,
      loadOlderCandles: load,
      loadOlderHeat: () => Promise.resolve(false),
      ...view
    },
    minutes: () => minutes,
    slots,
    visible: () => visible,
    withHeat: () => true,
    anchor: () => anchor,
    extended: () => {},
    changed: (state) => states.push(state),
    now: () => now
  })
  return {
    loader,
    slots,
    candles,
    requests,
    states,
    scroll: (from: number) => (visible = { from, to: from + 100 }),
    pass: (by: number) => (now += by)
  }
}

it('loads back to an anchor, without a move of the user', async () => {
  const { loader, requests, candles } = loading(1500, { anchor: 5000 })
  loader.look()
  loader.look()
  expect(requests.length).toBe(1)
  requests[0]!.resolve(true)
  await Promise.resolve()
  expect(candles.all[0]!.start).toBe(9000)
  const later = loading(1500, { anchor: 9001 })
  later.loader.look()
  expect(later.requests.length).toBe(0)
})

it('loads one page at a time, once the user comes near the left end', async () => {
  const { loader, requests, states, scroll } = loading(1500)
  scroll(10)
  loader.look()
  expect(requests.length).toBe(0)
  scroll(60)
  loader.moved()
  expect(requests.length).toBe(0)
  scroll(40)
  for (let time = 0; time < 5; time++) loader.moved()
  expect(requests.length).toBe(1)
  expect(states).toEqual(['loading'])
  requests[0]!.resolve(true)
  await expect.poll(() => states.at(-1)).toBe('idle')
  loader.look()
  expect(requests.length).toBe(2)
})

it('waits after a failure, and ignores what comes for another market', async () => {
  const { loader, requests, states, scroll, pass } = loading(1500)
  scroll(0)
  loader.moved()
  requests[0]!.resolve(false)
  await expect.poll(() => states.at(-1)).toBe('idle')
  loader.moved()
  expect(requests.length).toBe(1)
  pass(5000)
  loader.moved()
  expect(requests.length).toBe(2)
  loader.restart()
  loader.look()
  expect(requests.length).toBe(2)
  loader.moved()
  requests[1]!.resolve(true)
  await Promise.resolve()
  expect(states.at(-1)).toBe('loading')
})

it('says that there is no more room', () => {
  const { loader, requests, states, slots, scroll } = loading(1500)
  scroll(0)
  slots.all.length = maxExtended
  loader.moved()
  expect([requests.length, states]).toEqual([0, ['full']])
})

it('loads recorded heat of minutes for shorter intervals, and stops where it begins', async () => {
  const heat = new HeatColumns(10, '1m')
  const news = (...starts: number[]) => {
    const values = new Float64Array(starts.length * heatWidth)
    starts.forEach((start, at) => values.set([start, 1, 1, 0], at * heatWidth))
    return { interval: '1m' as const, fresh: false, values }
  }
  heat.apply({ ...news(9120, 9180), fresh: true })
  const pages: (() => void)[] = []
  const loadOlderHeat = () =>
    new Promise<boolean>((resolve) =>
      pages.push(() => {
        heat.prepend({ heat: news(9060), from: 9000, begins: true })
        resolve(true)
      })
    )
  const unused = () => Promise.resolve(false)
  const { loader, states, scroll } = loading(1500, {
    minutes: {
      ...{ candles: null, heat, loadOlderCandles: unused, loadOlderHeat }
    }
  })
  scroll(200)
  loader.moved()
  expect(pages.length).toBe(0)
  scroll(160)
  loader.moved()
  expect(pages.length).toBe(1)
  pages[0]!()
  await expect.poll(() => states.at(-1)).toBe('idle')
  loader.moved()
  expect(pages.length).toBe(1)
})

it('reads shorter heat of what is in view after that of minutes, without a move of the user', async () => {
  const read: string[] = []
  const heatFrom = (shown: '1m' | '5s', start: number, page: number) => {
    const heat = new HeatColumns(10, shown)
    const news = (at: number) => {
      const values = new Float64Array(heatWidth)
      values.set([at, 1, 1, 0])
      return { interval: shown, fresh: false, values }
    }
    heat.apply({ ...news(start), fresh: true })
    const loadOlderHeat = () => {
      read.push(`${shown} before ${heat.olderEnd}`)
      heat.prepend({ heat: news(heat.olderEnd! - page), from: heat.olderEnd! - page, begins: false })
      return Promise.resolve(true)
    }
    return { heat, loadOlderHeat }
  }
  const unused = () => Promise.resolve(false)
  const { loader, slots, states, scroll } = loading(1500, {
    minutes: { candles: null, loadOlderCandles: unused, ...heatFrom('1m', 9180, 600) },
    view: heatFrom('5s', 9300, 100)
  })
  scroll(0)
  const oldest = slots.all[0]!.start
  await expect.poll(() => (loader.look(), read.length), { interval: 1 }).toBe(4)
  await Promise.resolve()
  loader.look()
  expect(oldest).toBe(9000)
  expect(states).toEqual([])
  expect(read).toEqual(['1m before 9180', '5s before 9300', '5s before 9200', '5s before 9100'])
})
