import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AlertCondition } from '#shared/contract/market/alerts'
import { formatDecimal } from '#shared/domain/base/decimal'
import { AlertBench, draft, type Pairs } from './desk'
import { Oracle, units, type Truth } from './oracle'

const market = 'A'

/** `long`: numbers beyond doubles. */
const numbers = (long: boolean) => ({
  price: (ticks: number) => (long ? `${ticks}.00000000000000000001` : (ticks / 2).toFixed(1)),
  size: (lots: number) => (lots === 0 ? '0' : long ? `${lots}.000000000000000000003` : (lots / 4).toFixed(2))
})

function stepsWith({ price, size }: ReturnType<typeof numbers>) {
  const bid = fc.integer({ min: 190, max: 200 })
  // Sometimes crossed.
  const ask = fc.integer({ min: 200, max: 211 })
  const pair = (ticks: fc.Arbitrary<number>, min: number) =>
    fc
      .tuple(ticks, fc.integer({ min: min, max: 12 }))
      .map(([at, lots]): readonly [string, string] => [price(at), size(lots)])
  const side = (ticks: fc.Arbitrary<number>, min: number, fewest: number) =>
    fc.uniqueArray(pair(ticks, min), { minLength: fewest, maxLength: 5, selector: ([at]) => at })
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('book' as const),
        snapshot: fc.constant(false),
        bids: side(bid, 0, 0),
        asks: side(ask, 0, 0)
      })
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('book' as const),
        snapshot: fc.constant(true),
        bids: side(bid, 1, 0),
        asks: side(ask, 1, 0)
      })
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('trade' as const),
        price: fc.integer({ min: 196, max: 206 }).map(price),
        size: fc.integer({ min: 1, max: 12 }).map(size),
        late: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3_000_000 }))
      })
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('garble' as const) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('wait' as const),
        milliseconds: fc.constantFrom(100, 900, 2000, 4000, 15_000)
      })
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('lose' as const),
        bids: side(bid, 1, 1),
        asks: side(ask, 1, 1)
      })
    }
  )
}

function conditionsWith({ price, size }: ReturnType<typeof numbers>): fc.Arbitrary<AlertCondition> {
  const side = fc.constantFrom('bids' as const, 'asks' as const, 'either' as const)
  const direction = fc.constantFrom('up' as const, 'down' as const, 'either' as const)
  const lots = fc.integer({ min: 1, max: 30 }).map(size)
  return fc.oneof(
    fc.record({
      kind: fc.constant('price' as const),
      market: fc.constant(market),
      price: fc.oneof(fc.integer({ min: 194, max: 207 }).map(price), fc.constantFrom('100.25', '100.125')),
      direction,
      of: fc.constantFrom('last' as const, 'bid' as const, 'ask' as const, 'mid' as const)
    }),
    fc.record({
      kind: fc.constant('move' as const),
      market: fc.constant(market),
      percent: fc.constantFrom('0.5', '1', '1.010101', '2'),
      direction,
      minutes: fc.constantFrom(1, 2)
    }),
    fc.record({ kind: fc.constant('vwap' as const), market: fc.constant(market), direction }),
    fc.record({
      kind: fc.constant('peg' as const),
      market: fc.constant(market),
      peg: fc.integer({ min: 196, max: 206 }).map(price),
      basisPoints: fc.constantFrom('1', '25', '49.875311720698', '100'),
      seconds: fc.constantFrom(1, 2, 5)
    }),
    fc.record({
      kind: fc.constant('depth' as const),
      market: fc.constant(market),
      side,
      size: lots,
      basisPoints: fc.constantFrom('50', '99.75', '225', '10000')
    }),
    fc.record({
      kind: fc.constant('cost' as const),
      market: fc.constant(market),
      side: fc.constantFrom('buy' as const, 'sell' as const, 'either' as const),
      size: lots,
      unit: fc.constant('base' as const),
      basisPoints: fc.constantFrom('25', '50', '49.75124378109452736318', '100', '150')
    }),
    fc.record({
      kind: fc.constant('cost' as const),
      market: fc.constant(market),
      side: fc.constantFrom('buy' as const, 'sell' as const, 'either' as const),
      size: fc.constantFrom('25', '100', '101.5', '333.333'),
      unit: fc.constant('quote' as const),
      basisPoints: fc.constantFrom('25', '49.751243781', '100', '150')
    }),
    fc.record({
      kind: fc.constant('spread' as const),
      market: fc.constant(market),
      basisPoints: fc.constantFrom('1', '99.75062344139650872818', '100', '150.5', '250')
    }),
    fc.record({
      kind: fc.constant('resting' as const),
      market: fc.constant(market),
      side,
      size: lots,
      price: fc.option(fc.integer({ min: 195, max: 206 }).map(price)),
      within: fc.constantFrom('0.5', '1', '2.25', '100')
    }),
    fc.record({
      kind: fc.constant('traded' as const),
      market: fc.constant(market),
      side: fc.constantFrom('buy' as const, 'sell' as const, 'either' as const),
      size: lots,
      seconds: fc.constantFrom(0, 1, 2, 20)
    }),
    fc.record({
      kind: fc.constant('imbalance' as const),
      market: fc.constant(market),
      side,
      percent: fc.constantFrom('0.5', '20', '33.333333333333', '50', '100'),
      levels: fc.constantFrom(1, 2, 3, 80)
    })
  )
}

const scenario = fc.boolean().chain((long) => {
  const written = numbers(long)
  return fc.record({
    first: fc.constant({ bid: written.price(199), ask: written.price(202), size: written.size(4) }),
    steps: fc.array(stepsWith(written), { minLength: 5, maxLength: 60 }),
    alerts: fc.array(
      fc.record({
        condition: conditionsWith(written),
        pause: fc.option(fc.constantFrom(1, 5)),
        /** Steps until it is armed. */
        after: fc.nat(8)
      }),
      { minLength: 1, maxLength: 6 }
    )
  })
})

describe('evaluation per message', () => {
  it('matches a full evaluation for any messages, and never fires while not live', async () => {
    let fires = 0
    await fc.assert(
      fc.asyncProperty(scenario, async ({ first, steps, alerts }) => {
        const bench = new AlertBench(undefined, 3000).start(market)
        // Between the hub's ticks.
        bench.clock.advance(7)
        const truth: Truth = {
          bids: new Map(),
          asks: new Map(),
          trades: [],
          all: [],
          breaks: [],
          unbroken: 0,
          last: null,
          live: false
        }
        const oracles = new Map<string, Oracle>()
        let notLiveSince: number | null = null
        let isBroken = false
        bench.hub.onChange(({ state }) => {
          if (state === 'live') {
            if (isBroken) truth.breaks.push(BigInt(notLiveSince!) * 1_000_000n)
            notLiveSince = null
            isBroken = false
          } else {
            // Only data that follows a silence of a live book is known to be all.
            isBroken ||= state !== 'stale'
            notLiveSince ??= bench.clock.monotonic()
          }
        })
        const look = () => {
          const seen = bench.hub.market(market)!
          truth.live = seen.state === 'live'
          truth.unbroken = seen.candles.coverage.version
          for (const oracle of oracles.values()) oracle.look(truth, bench.clock.wall())
        }
        const book = (snapshot: boolean, bids: Pairs, asks: Pairs) => {
          if (snapshot) {
            truth.bids.clear()
            truth.asks.clear()
          }
          for (const [side, pairs] of [
            [truth.bids, bids],
            [truth.asks, asks]
          ] as const) {
            for (const [price, size] of pairs) {
              if (units(size) === 0n) side.delete(units(price))
              else side.set(units(price), units(size))
            }
          }
          if (snapshot) bench.snapshot(market, bids, asks)
          else bench.update(market, bids, asks)
        }
        book(true, [[first.bid, first.size]], [[first.ask, first.size]])
        look()
        for (const [index, step] of steps.entries()) {
          for (const { condition, pause, after } of alerts) {
            if (after !== index) continue
            const before = { ...truth, trades: [...truth.trades] }
            const oracle = new Oracle(condition, pause, before, bench.clock.wall())
            const id = await bench.alerts.add(draft(condition, { pause }))
            oracles.set(id, oracle)
          }
          if (step.do === 'wait') {
            // In small steps, because the market may become stale.
            for (let left = step.milliseconds; left > 0; left -= 10) {
              bench.clock.advance(10)
              truth.live = bench.hub.market(market)!.state === 'live'
              for (const oracle of oracles.values()) oracle.wait(truth, bench.clock.wall())
            }
            continue
          }
          bench.clock.advance(10)
          for (const oracle of oracles.values()) oracle.wait(truth, bench.clock.wall())
          if (step.do === 'book') book(step.snapshot, step.bids, step.asks)
          else if (step.do === 'trade') {
            bench.trade(market, step.price, step.size, step.late)
            const { tape } = bench.hub.market(market)!
            const trade = tape.tradeAt(tape.arrivals - 1)!
            truth.last = units(step.price)
            const size = units(formatDecimal(trade.amount))
            truth.all.push({ price: truth.last, size })
            // Only live data counts.
            if (bench.hub.market(market)!.state === 'live')
              truth.trades.push({
                size,
                price: truth.last,
                side: trade.aggressor,
                at: BigInt(bench.clock.monotonic()) * 1_000_000n
              })
          } else if (step.do === 'garble') bench.hub.garbled(market)
          else {
            bench.lose()
            look()
            bench.open(market)
            book(true, step.bids, step.asks)
          }
          look()
        }
        for (const [id, oracle] of oracles) {
          const fired = bench.fired.filter(({ alert }) => alert === id).map(({ at }) => at)
          expect(fired, JSON.stringify(oracle.condition)).toEqual(oracle.firedAt)
          fires += fired.length
        }
      }),
      { numRuns: 400 }
    )
    expect(fires).toBeGreaterThan(150)
  })

  it('counts the trade that ends a silence', async () => {
    const bench = new AlertBench(undefined, 3000).start(market)
    bench.snapshot(market, [['199', '1']], [['202', '1']])
    bench.clock.advance(4000)
    expect(bench.hub.market(market)!.state).toBe('stale')
    await bench.alerts.add(draft({ kind: 'traded', market, side: 'either', size: '5', seconds: 0 }))
    bench.trade(market, '200', '7', 0)
    expect(bench.fired).toHaveLength(1)
  })
})
