import { describe, expect, it } from 'vitest'
import type { LiveMarket } from '#engine/market/types'
import { MarketSeries } from '#engine/market/series'
import type { LoggedItem } from '#engine/recording/log/lines'
import { RecordedHub } from '#engine/recording/replay/recorded-hub'
import { formatMarkets, readSavedHub } from '#engine/recording/replay/saved-hub'
import { formatDecimal } from '#shared/domain/base/decimal'
import { marketText } from '#shared/messages/market'
import { LogScript } from './log-script'

const hubOf = (items: readonly LoggedItem[], hub = new RecordedHub({ staleAfter: () => 10_000 })) => {
  for (const item of items) hub.apply(item)
  return hub
}
/** A book with an update, by which the clock of the service is known. */
const follow = (log: LogScript, bid: string, ask: string) =>
  log
    .subscribed()
    .pass(100)
    .snapshot([[bid, '1']], [[ask, '1']])
    .pass(100)
    .update([[bid, '1']], [])
    .pass(300)
    .trade(ask)
const live = () => follow(new LogScript().run(), '10', '11')
const bids = (hub: RecordedHub) =>
  hub
    .market('BTCUSD')!
    .book.levels('bids', 9)
    .map(({ price }) => formatDecimal(price))
const at = (milliseconds: number) => ({ milliseconds, nanoseconds: 0 })

it('is stale when the connection was, not at the next tick', () => {
  const log = live()
    .pass(60)
    .update([['10', '2']], [])
    .pass(10_010)
  const before = hubOf(log.items)
  before.advanceTo(at(log.now))
  expect(before.market('BTCUSD')!.state).toBe('live')
  log.event('status', { phase: 'degraded', problem: 'stream.silent' })
  const hub = hubOf(log.items)
  expect(hub.market('BTCUSD')!.state).toBe('stale')
  log.event('status', { phase: 'subscribed', problem: null })
  hubOf(log.items.slice(-1), hub)
  expect(hub.market('BTCUSD')!.state).toBe('stale')
  log.pass(10).update([['10', '3']], [])
  hubOf(log.items.slice(-1), hub)
  expect(hub.market('BTCUSD')!.state).toBe('live')
})

describe('runs of the app', () => {
  const twice = (start: boolean) => {
    const log = live()
      .pass(60_000)
      .update([['9', '1']], [])
      .pass(3_600_000)
    if (start) log.run(700)
    else log.event('clock', { epoch: log.now - 700 })
    return log
  }

  it.each([true, false])('begin without subscriptions, and with the trades so far; said: %s', (start) => {
    const log = twice(start)
    const hub = hubOf(log.items)
    expect(hub.markets).toEqual([])
    const before = log.items.length
    follow(log, '20', '21')
    hubOf(log.items.slice(before), hub)
    const { tape, candles, state, tradeAt } = hub.market('BTCUSD')!
    expect({ state, tradeAt, bids: bids(hub) }).toEqual({ state: 'live', tradeAt: 1200, bids: ['20'] })
    expect([tape.arrivals, candles.series('1d').count]).toEqual([2, 1])
    expect(candles.coverage.past).toHaveLength(1)
    expect(candles.coverage.since! - candles.coverage.past[0]!.to).toBeGreaterThan(3_500_000)
  })

  it('may have a clock that was set', () => {
    const log = live()
    const hub = hubOf(log.items)
    log.now += 3_600_000
    hub.apply({ ...log.event('clock', { epoch: log.now - 2500 }).items.at(-1)! })
    expect(hub.market('BTCUSD')!.state).toBe('live')
    expect([hub.now, hub.clock.monotonic()]).toEqual([log.now, 2500])
  })
})

describe('a gap', () => {
  it('makes a book unknown until the next snapshot', () => {
    const log = live().pass(5000).add('g', '{"dropped":7}')
    const hub = hubOf(log.items)
    const market = hub.market('BTCUSD')!
    expect([market.state, market.reason]).toEqual(['rebuilding', marketText.book.notRecorded])
    const { coverage } = market.candles
    expect(coverage.since! - coverage.past[0]!.to).toBeCloseTo(5000, 3)
    const { length } = log.items
    log.pass(100).update([['12', '1']], [])
    expect(market.state).toBe('rebuilding')
    hubOf(
      log
        .pass(100)
        .snapshot([['13', '1']], [['14', '1']])
        .items.slice(length),
      hub
    )
    expect([market.state, market.reason, bids(hub)]).toEqual(['live', null, ['13']])
  })

  it('may contain the start of the connection', () => {
    const log = new LogScript().run().event('held', { market: 'BTCUSD' }).pass(100).add('g', '{"dropped":3}')
    expect(hubOf(log.pass(100).snapshot([['13', '1']], []).items).market('BTCUSD')!.state).toBe('live')
  })

  it('ends with the state of the live hub', () => {
    const truth = live()
      .pass(100)
      .update([['10.5', '2']], [])
    const state = formatMarkets(hubOf(truth.items).save().markets)
    const log = live().pass(100).add('g', '{"dropped":1}').add('k', state.toString())
    const hub = hubOf(log.items)
    const { state: shown, reason, tape } = hub.market('BTCUSD')!
    expect([shown, reason, tape.arrivals, bids(hub)]).toEqual(['live', null, 1, ['10.5', '10']])
    hub.apply(
      log
        .pass(100)
        .update([['10.5', '0']], [])
        .items.at(-1)!
    )
    expect(bids(hub)).toEqual(['10'])
  })
})

it('has no other markets after the state of the live hub', () => {
  const state = formatMarkets(hubOf(live().items).save().markets).toString()
  const log = live().add('k', state)
  const hub = hubOf(log.items)
  const changed = new Set<LiveMarket>()
  hub.onChange((market) => changed.add(market))
  hub.advanceTo(at(log.now + 12_000))
  expect([...changed]).toEqual([hub.market('BTCUSD')])
  expect(hub.market('BTCUSD')!.state).toBe('stale')
})

it('announces markets that the live hub no longer holds', () => {
  const hub = hubOf(live().items)
  const changed: string[] = []
  hub.onChange(({ name }) => changed.push(name))
  const other = new LogScript('ETHUSD').run().subscribed()
  const state = formatMarkets(hubOf(other.items).save().markets).toString()
  hub.apply(new LogScript().pass(300).add('k', state).items[0]!)
  expect(hub.markets.map(({ name }) => name)).toEqual(['ETHUSD'])
  expect(new Set(changed)).toEqual(new Set(['ETHUSD', 'BTCUSD']))
})

it('keeps a released market as it was until something is received, and holds it once', () => {
  const log = live().event('held', { market: 'BTCUSD' }).event('released', { market: 'BTCUSD' })
  const hub = hubOf(log.items)
  const before = hub.save()
  const restored = new RecordedHub({ staleAfter: () => 10_000 })
  restored.restore(readSavedHub(JSON.parse(JSON.stringify(before)))!)
  for (const each of [hub, restored]) {
    each.advanceTo(at(log.now + 3_600_000))
    const { state, candles } = each.market('BTCUSD')!
    expect([state, bids(each), candles.coverage.since]).toEqual(['idle', ['10'], null])
  }
  expect(hub.market('BTCUSD')!.tape.arrivals).toBe(1)
  const { length } = log.items
  const other = new LogScript('ETHUSD')
  other.now = log.now
  other.update([['1', '1']], [])
  const closed = log
    .event('closed', { channel: { type: 'market_data', market: 'BTCUSD' } })
    .items.slice(length)
  for (const each of [hub, restored]) {
    expect(hubOf(closed, each).market('BTCUSD')!.state).toBe('idle')
    expect(hubOf(other.items, each).markets).toEqual([])
  }
  expect(hubOf(log.run().items).markets).toEqual([])
})

it('awaits a market that is subscribed again after a refusal', () => {
  const channel = { type: 'market_data', market: 'BTCUSD' }
  const log = live().event('refused', { channel, code: 'NO' })
  expect(hubOf(log.items).market('BTCUSD')!.state).toBe('refused')
  expect(hubOf(log.event('retried', { market: 'BTCUSD' }).items).market('BTCUSD')!.state).toBe('awaiting')
})

it('knows from the log when silence makes a book stale', () => {
  const stateAfter = (log: LogScript, seconds: number) => {
    const hub = hubOf(log.items)
    hub.advanceTo(at(log.now + seconds * 1000))
    return hub.market('BTCUSD')!.state
  }
  expect([9, 11].map((seconds) => stateAfter(live(), seconds))).toEqual(['live', 'stale'])
  const set = () => live().event('settings', { staleAfter: 30_000 })
  expect([11, 31].map((seconds) => stateAfter(set(), seconds))).toEqual(['live', 'stale'])
})

it('dates by the clock of the service', () => {
  const log = new LogScript()
  log.ahead = 3_600_000
  log
    .run()
    .subscribed()
    .pass(100)
    .snapshot([['10', '1']], [['11', '1']])
  for (let second = 0; second < 5; second += 1) log.pass(1000).update([['10', String(second + 2)]], [])
  const hub = hubOf(log.trade('11').items)
  const { tape, candles } = hub.market('BTCUSD')!
  expect(tape.tradeAt(0)!.ahead).toBe(0)
  expect(candles.coverage.since! - log.now).toBeGreaterThan(3_590_000)
  expect(Math.abs(hub.serviceNow! - log.now - log.ahead)).toBeLessThan(1)
})

describe('a saved state', () => {
  const saved = () => JSON.parse(JSON.stringify(hubOf(live().items).save())) as object
  const restored = () => {
    const hub = new RecordedHub({ staleAfter: () => 10_000 })
    hub.restore(readSavedHub(saved())!)
    return hub
  }

  it('has no series, which may be given later', () => {
    const hub = restored()
    const market = hub.market('BTCUSD')!
    expect(market.tape.arrivals).toBe(0)
    const series = new MarketSeries()
    series.tape.record(1, 0, 11, 0, 1, 0, 0)
    const { since } = market.candles.coverage
    hub.useSeries('BTCUSD', series)
    expect([market.tape.arrivals, market.candles.coverage.since]).toEqual([1, since])
    hub.apply(live().pass(100).trade('12').items.at(-1)!)
    expect(series.tape.arrivals).toBe(2)
  })

  it('knows when the clock of the service was set', () => {
    const log = live().busy(9)
    log.ahead += 9000
    const hub = hubOf(log.busy(9).items)
    const { coverage } = hub.market('BTCUSD')!.candles
    const restored = new RecordedHub({ staleAfter: () => 10_000 })
    restored.restore(readSavedHub(JSON.parse(JSON.stringify(hub.save())))!)
    expect(coverage.steps).toHaveLength(1)
    expect(restored.market('BTCUSD')!.candles.coverage.steps).toEqual(coverage.steps)
  })

  it('is refused if it was written by another version', () => {
    expect(readSavedHub({ ...saved(), format: 2 })).toBeNull()
    expect(readSavedHub(null)).toBeNull()
  })
})
