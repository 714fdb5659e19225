import { expect } from 'vitest'
import type { LiveMarket } from '#engine/market/types'
import { costNames, statisticNames } from '#shared/contract/market/market-news'
import { canonical, formatDecimal, parseDecimal, type Decimal } from '#shared/domain/base/decimal'
import { cumulative, group, valueWithin } from '#shared/domain/market/depth/index'
import { HeatColumn } from '#shared/domain/market/heat/index'
import type { Figures } from '#shared/domain/market/statistics/index'
import type { Book } from '#shared/domain/market/book/index'
import { bestPrices } from '#shared/domain/market/best-prices'
import type { Side } from '#renderer/lib/markets/book'
import type { TradedStatistics } from '#renderer/lib/markets/statistics'
import type { MarketView } from '#renderer/lib/markets/view'
import { expectCost } from '../../../shared/domain/market/depth/cost-oracle'
import { oracleUnits } from '../../../shared/domain/market/oracle'

const plain = (value: Decimal | null) => value && formatDecimal(canonical(value))
const trimmed = (text: string | null) => (text === null ? null : plain(parseDecimal(text)))

/** The window's data equals the hub's. */
export function expectSame(view: MarketView, market: LiveMarket, now: number): void {
  expect(view).toMatchObject({ state: market.state, since: market.since, reason: market.reason })
  expectSameHeat(view, market)
  expectSameCost(view, market)
  expectSameExact(view, market, now)
}

/** What is kept for the next start: no state, no approximate heat, no costs. */
export function expectSameExact(view: MarketView, market: LiveMarket, now: number): void {
  expectSameBook(view, market)
  expectSameTrades(view, market)
  expectSameCandles(view, market)
  if (!view.subscription.parts.statistics) return
  expectSameFigures(view.lastDay, market.statistics.lastDay(now, market.tape.lastPrice))
  expectSameFigures(view.session, market.statistics.session(now))
}

export function expectSameBook({ subscription, book: shown }: MarketView, { book }: LiveMarket): void {
  const wanted = subscription.parts.book
  if (!wanted) return
  const tick = wanted.grouping === null ? null : parseDecimal(wanted.grouping)!
  for (const side of ['bids', 'asks'] satisfies Side[]) {
    const levels = tick ? group(book, side, tick, wanted.levels) : cumulative(book, side, wanted.levels)
    expect(shown!.count(side)).toBe(levels.length)
    expect(shown!.all(side)).toBe(book.count(side))
    expect(plain(shown!.bestPrice(side))).toBe(plain(book.best(side)?.price ?? null))
    expect(plain(shown!.bestAmount(side))).toBe(plain(book.best(side)?.amount ?? null))
    levels.forEach(({ price, amount, size }, row) => {
      expect(trimmed(shown!.priceText(side, row))).toBe(plain(price))
      expect(trimmed(shown!.amountText(side, row))).toBe(plain(amount))
      expect(trimmed(shown!.sumText(side, row))).toBe(plain(size))
    })
  }
}

/** All received trades by time, without duplicates. */
function expectSameTrades({ subscription, trades }: MarketView, { tape }: LiveMarket): void {
  if (!subscription.parts.trades) return
  const rows = trades!.rows
  for (const row of rows) {
    const trade = tape.tradeAt(row.number)!
    expect(trimmed(row.price)).toBe(plain(trade.price))
    expect(trimmed(row.amount)).toBe(plain(trade.amount))
    expect(BigInt(row.seconds) * 1_000_000_000n + BigInt(row.nanoseconds)).toBe(trade.executedAt)
    expect(row).toMatchObject({ aggressor: trade.aggressor, basis: trade.basis })
  }
  const inOrder = Array.from({ length: tape.count }, (_, index) =>
    tape.tradeAt(tape.arrivals - tape.count + index)!
  )
    .sort((one, other) =>
      one.executedAt === other.executedAt
        ? one.arrival - other.arrival
        : one.executedAt < other.executedAt
          ? -1
          : 1
    )
    .map(({ arrival }) => arrival)
  const numbers = rows.map(({ number }) => number)
  expect(numbers).toEqual(inOrder.filter((number) => numbers.includes(number)))
  expect(rows.length).toBeLessThanOrEqual(subscription.parts.trades.max)
  expect(trades!.move).toBe(tape.move)
}

function expectSameCandles({ subscription, candles }: MarketView, market: LiveMarket): void {
  const wanted = subscription.parts.candles
  if (!wanted) return
  const series = market.candles.series(wanted.interval)
  const first = Math.max(0, series.count - wanted.max)
  expect(candles!.all.map(({ start }) => start)).toEqual(
    Array.from({ length: series.count - first }, (_, index) => series.startAt(first + index))
  )
  candles!.all.forEach((candle, index) => {
    const truth = series.at(first + index)
    expect(candle.trades).toBe(truth.trades)
    for (const field of ['open', 'high', 'low', 'close', 'volume'] as const)
      expect(trimmed(candle.text(field))).toBe(plain(truth[field]))
    expect(trimmed(candle.text('buys'))).toBe(plain(truth.buyVolume))
    expect(trimmed(candle.text('sells'))).toBe(plain(truth.sellVolume))
    expect(plain(candle.notional())).toBe(plain(truth.notional))
  })
}

/** Nothing while the book is crossed; otherwise exact, from all of its levels. */
function expectSameCost({ subscription, cost }: MarketView, { book }: LiveMarket): void {
  const wanted = subscription.parts.cost
  if (!wanted) return
  const best = bestPrices(book)
  const isCrossed = best !== null && best.spread.units < 0n
  const sides = { bids: oracleLevels(book, 'bids'), asks: oracleLevels(book, 'asks') }
  const size = { wanted: parseDecimal(wanted.size)!, unit: wanted.unit }
  for (const side of ['bids', 'asks'] satisfies Side[]) {
    const figure = (name: (typeof costNames)[number]) => cost!.figure(side, name)
    if (isCrossed) {
      for (const name of costNames) expect(figure(name)).toBeNull()
      continue
    }
    const within = wanted.within === null ? null : valueWithin(book, side, wanted.within)
    expect(plain(figure('within'))).toBe(plain(within))
    const found = figure('average') && {
      levels: Number(figure('levels')!.units),
      complete: cost!.isComplete(side),
      size: figure('size')!,
      cost: figure('cost')!,
      worst: figure('worst')!,
      average: figure('average')!,
      basisPoints: figure('basisPoints'),
      slippage: figure('slippage')
    }
    expectCost(found, sides, side, size, book)
  }
}

const oracleLevels = (book: Book, side: Side) =>
  book
    .levels(side, Infinity)
    .map(({ price, amount }) => ({ price: oracleUnits(price), amount: oracleUnits(amount) }))

function expectSameHeat({ subscription, heat }: MarketView, market: LiveMarket): void {
  const wanted = subscription.parts.heat
  if (!wanted) return
  const tier = market.heat.tier(wanted.interval)
  const first = Math.max(0, tier.count - wanted.max)
  expect(heat!.all).toHaveLength(tier.count - first)
  heat!.all.forEach(({ largest, ...column }, index) => {
    const truth = new HeatColumn()
    tier.read(first + index, truth)
    expect(column).toEqual({ ...truth })
    expect(largest).toBe(Math.max(...truth.sizes))
  })
}

function expectSameFigures(shown: TradedStatistics | null, truth: Figures): void {
  expect(shown).toMatchObject({ trades: truth.traded?.trades ?? 0, complete: truth.complete })
  for (const name of statisticNames)
    expect(trimmed(shown!.text(name))).toBe(plain(truth.traded?.[name] ?? null))
}
