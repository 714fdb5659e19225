import { expect, it } from 'vitest'
import { Hub } from '#engine/market/hub'
import { FrameReader } from '#engine/market/live/reader'
import { FootprintCells } from '#renderer/panels/chart/footprint/cells'
import { confidenceOf, sumOfSides, type InferredSides } from '#renderer/panels/chart/footprint/sides'
import { Exchange } from '#sandbox/market/exchange'
import type { MarketMessage } from '#sandbox/market/messages'
import { marketSpecifications } from '#sandbox/market/specifications'
import { writeMessage } from '#sandbox/stream/writing'
import { SidedVolumes } from '#shared/domain/market/profile/sided-volumes'
import { unknownConfidence, type Trade } from '#shared/domain/market/tape/index'
import { ManualClock } from '../../sandbox/manual-clock'
import { HandClock } from '../hand-clock'

interface Run {
  readonly market: string
  readonly seed: number
  /** By default that of the sandbox. */
  readonly lag?: number
  readonly messages: number
  readonly write?: (message: MarketMessage) => string
}

/** What the desk makes of the sandbox's frames, and whether the side is the true one. */
function tradesOf({ market, seed, lag, messages, write = writeMessage }: Run) {
  const exchange = new Exchange({
    clock: new ManualClock(),
    seed,
    rate: 1000,
    specifications: marketSpecifications.filter((each) => each.market === market),
    ...(lag !== undefined && { executionLag: lag })
  })
  const clock = new HandClock()
  const hub: Hub = new Hub({
    clock,
    register: (name) => reader.register(name),
    desire: () => undefined,
    resync: () => undefined,
    staleAfter: () => Infinity
  })
  const reader: FrameReader = new FrameReader(hub)
  hub.opened()
  hub.hold(market)
  const read = (message: MarketMessage) => reader.read(Buffer.from(write(message)), false, clock.monotonic())
  read(exchange.snapshot(market)!)
  const { tape } = hub.market(market)!
  const all: Trade[] = []
  exchange.onBatch((batch) => {
    for (const message of batch) {
      read(message)
      if (message.kind === 'execution') all.push(tape.tradeAt(tape.arrivals - 1)!)
    }
  })
  for (let done = 0; done < messages;) done += exchange.step(200)
  hub.dispose()
  const truth = exchange.aggressors(market)!
  expect(truth.length).toBe(all.length)
  return all.map((trade, at) => ({ trade, isRight: trade.aggressor === truth[at] }))
}

/** As the footprint shows it, of candles of some trades. */
function shownConfidence(trades: readonly Trade[]): number {
  const wholes: InferredSides[] = []
  for (let from = 0; from < trades.length; from += 50) {
    const part = new SidedVolumes(true)
    for (const trade of trades.slice(from, from + 50)) part.add(trade)
    const height = { units: 10n, scale: part.total.priceScale }
    wholes.push(new FootprintCells().read(part, height)!.sides!.whole)
  }
  return confidenceOf(sumOfSides(wholes))!
}

const lags = [0, 1, 5, 20, undefined]
const markets = ['BTCUSD', 'ETHUSD', 'USDPUSD', 'ETHBTC']

it.each(markets.flatMap((market) => lags.map((lag) => [market, lag] as const)))(
  'shows how many sides are right, within 5 points: %s, trades %s updates late',
  (market, lag) => {
    const all = [1, 2, 3].flatMap((seed) =>
      tradesOf({ market, seed, messages: 5000, ...(lag !== undefined && { lag }) })
    )
    const rated = all.filter(({ trade }) => trade.confidence !== unknownConfidence)
    expect(rated.length).toBeGreaterThan(all.length / 2)
    const right = (100 * rated.filter(({ isRight }) => isRight).length) / rated.length
    expect(Math.abs(shownConfidence(all.map(({ trade }) => trade)) - right)).toBeLessThan(5)
  }
)

it('tells the sides of late trades of a busy market from certain ones', () => {
  const run = { market: 'BTCUSD', seed: 4, messages: 6000 }
  const shown = (lag: number) => shownConfidence(tradesOf({ ...run, lag }).map(({ trade }) => trade))
  expect(shown(0)).toBeGreaterThan(95)
  expect(shown(20)).toBeLessThan(80)
})

it('says nothing where trades are too late to be checked', () => {
  const all = tradesOf({ market: 'BTCUSD', seed: 5, lag: 200, messages: 6000 })
  const later = all.slice(200)
  expect(later.length).toBeGreaterThan(100)
  const unknown = later.filter(({ trade }) => trade.confidence === unknownConfidence)
  expect(unknown.length).toBeGreaterThan(later.length * 0.9)
})

it('says the same of numbers that are read the slow way', () => {
  const run = { market: 'ETHUSD', seed: 6, lag: 5, messages: 4000 }
  // With fields and zeros that the fast reader does not know.
  const write = (message: MarketMessage) => {
    const written = JSON.parse(writeMessage(message)) as { payload: Record<string, unknown> }
    return JSON.stringify({ meta: [], ...written }).replaceAll(/("amount":"\d+\.\d+)"/g, '$10"')
  }
  const confidences = (some: Run) => tradesOf(some).map(({ trade }) => trade.confidence)
  const fast = confidences(run)
  expect(fast.some((confidence) => confidence < 100)).toBe(true)
  expect(confidences({ ...run, write })).toEqual(fast)
})
