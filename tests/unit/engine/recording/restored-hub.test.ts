import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { MarketSeries } from '#engine/market/series'
import type { LoggedItem } from '#engine/recording/log/lines'
import { RecordedHub } from '#engine/recording/replay/recorded-hub'
import { readSavedHub } from '#engine/recording/replay/saved-hub'
import { LogScript } from './log-script'

const price = fc.constantFrom('9', '10', '10.5', '11', '12.125', '9007199254740993')
const amount = fc.constantFrom('0', '1', '2.50')
const levels = fc.array(fc.tuple(price, amount), { maxLength: 3 })
const channel = fc.record({
  type: fc.constantFrom('market_data', 'execution_data'),
  market: fc.constant('BTCUSD')
})
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('pass' as const), for: fc.nat(900) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), for: fc.nat(15_000) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('update' as const), bids: levels, asks: levels }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('snapshot' as const), bids: levels, asks: levels }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('trade' as const), price }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('opened', 'lost', 'subscribed', 'gap', 'run', 'busy') })
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('closing', 'closed', 'subscribed', 'refused', 'declined'),
      channel
    })
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('held', 'released', 'retried') }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('ahead' as const), by: fc.integer({ min: -9000, max: 9000 }) })
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('set' as const), by: fc.constantFrom(50, 500, 3_600_000, -5000) })
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('settings' as const), staleAfter: fc.constantFrom(2000, 20_000) })
  }
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** By the service, which is noticed after a few seconds. */
function clockSet(log: LogScript, by: number): void {
  log.ahead += by
  log.busy(9)
}

function write(log: LogScript, one: Step): void {
  const { market } = log
  if (one.do === 'pass' && 'for' in one) log.pass(one.for)
  else if (one.do === 'ahead' && 'by' in one) clockSet(log, one.by)
  else if (one.do === 'set' && 'by' in one) log.set(one.by)
  else if (one.do === 'settings' && 'staleAfter' in one) log.event('settings', { staleAfter: one.staleAfter })
  else if (one.do === 'trade' && 'price' in one) log.trade(one.price)
  else if ('bids' in one) log[one.do](one.bids, one.asks)
  else if ('channel' in one) log.event(one.do, { channel: one.channel, code: 'NO' })
  else if (one.do === 'subscribed') log.subscribed()
  else if (one.do === 'gap') log.add('g', '{"dropped":1}')
  else if (one.do === 'run') log.run()
  else if (one.do === 'busy') log.busy(9)
  else log.event(one.do, { market })
}

function hubFor(items: readonly LoggedItem[]) {
  const hub = new RecordedHub({ staleAfter: () => 10_000 })
  const series = new Map<string, MarketSeries>()
  const changes: string[] = []
  hub.onChange(({ name, state, tape, candles, heat }) => {
    series.set(name, { tape, candles, heat })
    changes.push(`${hub.clock.monotonic()} ${name} ${state}`)
  })
  for (const item of items) hub.apply(item)
  return { hub, series, changes }
}

const shownOf = (hub: RecordedHub) =>
  JSON.stringify([
    hub.save(),
    hub.serviceNow,
    hub.markets.map(({ name, since, reason, bookAt, tradeAt, tape, candles }) => {
      const { priceScale, amountScale, lastInference, arrivals } = tape
      return [
        ...[name, since, reason, bookAt, tradeAt, priceScale, amountScale, lastInference, arrivals],
        String(tape.tradeAt(arrivals - 1)?.executedAt),
        tape.tradeAt(arrivals - 1)?.ahead,
        candles.toStored(hub.now)
      ]
    })
  ])

it('behaves like one that was not saved and restored', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 60 }), fc.nat(), (steps, random) => {
      const log = new LogScript().run().subscribed()
      for (const one of steps) write(log, one)
      const after = 1 + (random % log.items.length)
      const straight = hubFor(log.items.slice(0, after))
      const donor = hubFor(log.items.slice(0, after))
      const between = { milliseconds: log.items[after - 1]!.milliseconds + (random % 400), nanoseconds: 0 }
      for (const { hub } of [straight, donor]) hub.advanceTo(between)
      const saved = readSavedHub(JSON.parse(JSON.stringify(donor.hub.save())))!
      donor.hub.dispose()
      const restored = hubFor([])
      restored.hub.restore(saved, (name) => donor.series.get(name))
      for (const { changes } of [straight, restored]) changes.splice(0)
      expect(shownOf(restored.hub)).toBe(shownOf(straight.hub))
      for (const item of log.items.slice(after)) {
        for (const { hub } of [straight, restored]) hub.apply(item)
        expect(shownOf(restored.hub)).toBe(shownOf(straight.hub))
      }
      expect(restored.changes).toEqual(straight.changes)
    }),
    { numRuns: 300 }
  )
})
