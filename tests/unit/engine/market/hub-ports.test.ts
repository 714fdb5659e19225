import { expect, it } from 'vitest'
import { Hub } from '#engine/market/hub'
import { MarketSeries } from '#engine/market/series'
import { HandClock } from '../hand-clock'

const hubWith = (ports: Partial<ConstructorParameters<typeof Hub>[0]>) => {
  const clock = new HandClock()
  const hub = new Hub({
    clock,
    register: () => 0,
    desire: () => undefined,
    resync: () => undefined,
    staleAfter: () => 10_000,
    ...ports
  })
  return { clock, hub }
}

it('keeps a released market for three seconds, or as long as asked', () => {
  const leftAfter = (milliseconds: number, linger?: number) => {
    const { clock, hub } = hubWith(linger === undefined ? {} : { linger })
    hub.hold('A')()
    clock.advance(milliseconds)
    return hub.markets.length
  }
  expect([leftAfter(2999), leftAfter(3000)]).toEqual([1, 0])
  expect([leftAfter(99, 100), leftAfter(100, 100), leftAfter(0, 0)]).toEqual([1, 0, 0])
})

it('says that a refused market is subscribed again, while it is still refused', () => {
  const said: string[] = []
  const { hub } = hubWith({
    retried: (market) => said.push(`${market} ${hub.market(market)!.state}`),
    linger: 100
  })
  hub.opened()
  const release = hub.hold('A')
  hub.refused({ type: 'market_data', market: 'A' }, 'NO')
  expect(said).toEqual([])
  release()
  hub.hold('A')
  expect(said).toEqual(['A refused'])
  expect(hub.market('A')!.state).toBe('awaiting')
})

it('continues with the series that it is given', () => {
  const series = new MarketSeries()
  const { hub } = hubWith({ series: () => series })
  hub.hold('A')
  expect(hub.market('A')!.tape).toBe(series.tape)
  hub.opened()
  hub.subscribed({ type: 'execution_data', market: 'A' })
  const { since } = series.candles.coverage
  expect(since).not.toBeNull()
  const other = new MarketSeries()
  hub.useSeries('A', other)
  const market = hub.market('A')!
  expect([market.tape, market.candles]).toEqual([other.tape, other.candles])
  expect(market.candles.coverage.since).toBe(since)
})
