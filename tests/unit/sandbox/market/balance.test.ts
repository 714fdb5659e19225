import { describe, expect, it } from 'vitest'
import { MarketEngine } from '#sandbox/market/engine'
import { marketSpecifications } from '#sandbox/market/specifications'

const steps = 40_000

function watch(engine: MarketEngine) {
  let buys = 0
  let trades = 0
  const mids: number[] = []
  for (let step = 0; step < steps; step += 1) {
    const bid = engine.bids.best.ticks
    for (const fill of engine.step().fills) {
      trades += 1
      if (fill.ticks > bid) buys += 1
    }
    mids.push((engine.bids.best.ticks + engine.asks.best.ticks) / 2)
  }
  return { buyers: buys / trades, trades, low: Math.min(...mids.slice(-5000)), high: Math.max(...mids) }
}

const restingIn = ({ levels }: MarketEngine['bids']) => levels.reduce((sum, { total }) => sum + total, 0)

describe.each(['BTCUSD', 'ETHUSD', 'DOGEUSD', 'USDPUSD'])('%s', (market) => {
  const specification = marketSpecifications.find((each) => each.market === market)!

  it('has balanced buyers and sellers and a stable price', () => {
    const engine = new MarketEngine(specification, 7)
    const { buyers, trades, low, high } = watch(engine)
    expect(trades).toBeGreaterThan(1000)
    expect(buyers).toBeGreaterThan(0.2)
    expect(buyers).toBeLessThan(0.8)
    const weight = restingIn(engine.bids) / restingIn(engine.asks)
    expect(weight).toBeGreaterThan(0.3)
    expect(weight).toBeLessThan(3.3)
    expect(low).toBeGreaterThan(specification.anchor * 0.95)
    expect(high).toBeLessThan(specification.anchor * 1.05)
    // A thin book stays near its best prices.
    expect(engine.asks.levels[0]!.ticks).toBeLessThan(specification.anchor * 1.25)
    expect(engine.bids.levels[0]!.ticks).toBeGreaterThan(specification.anchor * 0.75)
  })
})
