import {
  markoutTimes,
  type AnalysisGap,
  type AnalysisPeriod,
  type FillCost,
  type FillCosts,
  type FillTotals
} from '#shared/contract/recording/analysis'
import { formatDecimal, subtractDecimals, type Decimal } from '#shared/domain/base/decimal'
import { fail } from '#shared/domain/base/problem'
import { formatTimeShortest } from '#shared/domain/base/time'
import { analysisText } from '#shared/messages/analysis'
import { aligned, basisPointText, basisPointUnits, priceText } from './decimals'
import { totalsOf } from './fill-totals'
import { coverageOf } from './grid'
import { readMarketTime, type MarketTime } from './market-time'
import { quotesAt, type Quote } from './quotes-at'
import type { Fill, ReadFills } from './read-fills'
import { gapsOf, limitsOf } from './report'
import { sealedParts } from './sealed-parts'
import { covers, intersection, lengthOf, type Span } from './spans'
import { sweepCosts } from './sweeps'
import { tradeKey, tradesAround } from './trades-around'

export interface WantedFillCosts extends ReadFills {
  readonly market: string
  readonly file: number
  /** In minutes. */
  readonly interval: number
  readonly staleAfter: number
}

interface CostOptions {
  readonly signal: AbortSignal
  readonly onProgress: (share: number) => void
}

/** Fills with the same ID, or a single one. */
interface Order {
  readonly first: bigint
  last: bigint
}

const million = 1_000_000n
const second = 1_000_000_000n
const minute = 60n * second
const markouts = markoutTimes.map((each) => BigInt(each) * million)
const after = markouts.at(-1)!
/** Of the work: the tables, then the log. */
const tablesShare = 0.4

/** The costs of fills against the recording of their market. */
export async function readFillCosts(
  log: string,
  wanted: WantedFillCosts,
  { signal, onProgress }: CostOptions
): Promise<FillCosts> {
  const began = performance.now()
  const { market } = wanted
  const fills = fillsOfMarket(wanted)
  const interval = BigInt(wanted.interval) * minute
  const orders = ordersOf(fills)
  const orderOf = (fill: Fill) => orders.get(keyOf(fill))!
  const periods = [...orders.values()].map(({ first, last }): AnalysisPeriod => ({
    from: Number((first - interval - second) / million),
    to: Number((last + after + second) / million)
  }))
  const within: Span = {
    from: fills[0]!.time - interval - second,
    to: orderEnd(orders) + after + second
  }
  let rows = 0
  const onRead = (count: number) => (rows += count)
  const { parts, isFirst, isLast } = await sealedParts(log, market, periods)
  const time = await readMarketTime(parts, within, signal)
  const times = fills.flatMap((fill) => [
    fill.time,
    orderOf(fill).first,
    ...markouts.map((each) => fill.time + each)
  ])
  const quotes = await quotesAt(parts, times, { signal, onRead })
  onProgress(tablesShare / 2)
  const quoteAt = (at: bigint): Quote | null =>
    (covers(time.live, { from: at - 1n, to: at }) && quotes.get(at)) || null
  const { before, executed } = await tradesAround(parts, {
    times: [...orders.values()].flatMap(({ first, last }) => [first - interval, last + 1n]),
    keys: new Set(fills.map(({ price, amount }) => tradeKey(price, amount))),
    signal,
    onRead
  })
  onProgress(tablesShare)
  const sweeps = await sweepCosts(
    log,
    fills.map((fill) => [fill, quoteAt(fill.time)]),
    {
      market,
      staleAfter: wanted.staleAfter,
      signal,
      onShare: (share) => onProgress(tablesShare + share * (1 - tablesShare))
    }
  )
  const costs = fills.map((fill, index): FillCost => {
    const { first, last } = orderOf(fill)
    const sign = fill.side === 'buy' ? 1n : -1n
    const arrival = quoteAt(first)
    const quote = quoteAt(fill.time)
    const isLive = covers(time.live, { from: first - interval, to: last + 1n })
    const vwap = isLive ? between(before.get(first - interval)!, before.get(last + 1n)!) : null
    const afterFill: Span = { from: fill.time, to: fill.time + after }
    const around: Span = { from: fill.time - second, to: fill.time + second }
    return {
      line: fill.line,
      time: formatTimeShortest(fill.time),
      at: Number(fill.time / million),
      side: fill.side,
      price: formatDecimal(fill.price),
      amount: formatDecimal(fill.amount),
      order: fill.order,
      arrivalMid: arrival && priceText(arrival.twice, two),
      arrivalCost: arrival && costAgainst(fill.price, arrival.twice, two, sign),
      intervalVwap: vwap && priceText(vwap.value, vwap.volume),
      vwapCost: vwap && costAgainst(fill.price, vwap.value, vwap.volume, sign),
      vwapMissing: vwap ? null : isLive ? 'trades' : 'gap',
      ...sweeps[index]!,
      markouts: markouts.map((each) => {
        const later = quoteAt(fill.time + each)
        return later && markoutOf(fill.price, later.twice, sign)
      }),
      through: quote && isThrough(fill, quote),
      found:
        isFound(fill, executed.get(tradeKey(fill.price, fill.amount))!) ||
        (covers(time.live, around) ? false : null),
      coverage: coverageOf(lengthOf(intersection(time.live, [afterFill])), after),
      gap: firstGap(afterFill, time)
    }
  })
  const others = wanted.fills.length - fills.length
  const total = totalsOf(costs)
  return {
    market,
    file: wanted.file,
    name: wanted.name,
    interval: wanted.interval,
    rows: costs,
    total,
    notes: [
      ...notesOf(costs, total),
      ...(others > 0 ? [analysisText.fills.otherMarkets(others)] : []),
      ...limitsOf(within, time, { isFirst, isLast })
    ],
    read: { rows, milliseconds: Math.round(performance.now() - began) }
  }
}

const two: Decimal = { units: 2n, scale: 0 }

const plainMarket = (market: string) => market.toLowerCase().replaceAll(/[\s/:._-]/g, '')

/** A file can have fills of several markets. Fails without one of this market. */
function fillsOfMarket({ name, market, fills }: WantedFillCosts): readonly Fill[] {
  const plain = plainMarket(market)
  const own = fills.filter((fill) => fill.market === null || plainMarket(fill.market) === plain)
  if (own.length === 0)
    throw fail('analysis.fills', analysisText.fills.noneOfMarket(name, market, fills[0]!.market!))
  return own
}

const keyOf = ({ order, line }: Fill) => order ?? line

function ordersOf(fills: readonly Fill[]): ReadonlyMap<string | number, Order> {
  const orders = new Map<string | number, Order>()
  for (const fill of fills) {
    const known = orders.get(keyOf(fill))
    if (known) known.last = fill.time
    else orders.set(keyOf(fill), { first: fill.time, last: fill.time })
  }
  return orders
}

const orderEnd = (orders: ReadonlyMap<unknown, Order>): bigint =>
  [...orders.values()].reduce((last, order) => (order.last > last ? order.last : last), 0n)

interface Traded {
  readonly value: Decimal
  readonly volume: Decimal
}

/** Null without trades. */
function between(start: Traded, end: Traded): Traded | null {
  const volume = subtractDecimals(end.volume, start.volume)
  return volume.units > 0n ? { value: subtractDecimals(end.value, start.value), volume } : null
}

/** Of a price against `dividend` / `divisor`. */
function costAgainst(price: Decimal, dividend: Decimal, divisor: Decimal, sign: bigint): string {
  const grown = { units: price.units * divisor.units, scale: price.scale + divisor.scale }
  const [paid, reference] = aligned(grown, dividend)
  return basisPointText(basisPointUnits(sign * (paid - reference), reference))
}

/** Of the mid, given twice, against a price. */
function markoutOf(price: Decimal, twice: Decimal, sign: bigint): string {
  const [later, paid] = aligned(twice, { units: 2n * price.units, scale: price.scale })
  return basisPointText(basisPointUnits(sign * (later - paid), paid))
}

function isThrough({ side, price }: Fill, { bid, ask }: Quote): boolean {
  const [paid, best] = aligned(price, side === 'buy' ? ask : bid)
  return side === 'buy' ? paid > best : paid < best
}

const isFound = ({ time }: Fill, executed: readonly bigint[]): boolean =>
  executed.some((each) => (each < time ? time - each : each - time) <= second)

/** The one about gaps is first. */
function notesOf(costs: readonly FillCost[], { incomplete }: FillTotals): string[] {
  const text = analysisText.fills
  const gapped = costs.filter(({ coverage }) => coverage.partial).length
  const tooLarge = costs.filter(({ sweepMissing }) => sweepMissing === 'size').length
  const withoutLog = costs.filter(({ sweepMissing }) => sweepMissing === 'log').length
  return [
    ...(gapped > 0 ? [text.gapped(gapped, costs.length)] : []),
    ...(incomplete > 0 ? [text.incomplete(incomplete, costs.length)] : []),
    ...(tooLarge > 0 ? [text.tooLarge(tooLarge)] : []),
    ...(withoutLog > 0 ? [text.withoutLog(withoutLog)] : [])
  ]
}

function firstGap(span: Span, time: MarketTime): AnalysisGap | null {
  return gapsOf([span], time)[0] ?? null
}
