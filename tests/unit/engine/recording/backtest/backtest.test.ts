import { describe, expect, it } from 'vitest'
import { stat } from 'node:fs/promises'
import { backtest, type BacktestRequest } from '#engine/recording/backtest/backtest'
import { AlertFile } from '#engine/market/alerts/alert-file'
import { Alerts } from '#engine/market/alerts/index'
import type { LoggedItem } from '#engine/recording/log/lines'
import { startWithin } from '#engine/recording/backtest/start-within'
import { listSegments, segmentTime } from '#engine/recording/log/segments'
import { maxBacktestTimes } from '#shared/contract/recording/backtest'
import { RecordedHub } from '#engine/recording/replay/recorded-hub'
import type { MarketHub } from '#engine/market/types'
import type { AlertCondition } from '#shared/contract/market/alerts'
import { freshFolder } from '../../../../integration/support/folder'
import { staleAfter, writeLog } from '../../../../integration/support/written-log'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { draft } from '../../market/alerts/desk'
import { memoryStore } from '../../memory-store'
import { began, LogScript } from '../log-script'

const market = 'BTCUSD'
const never = new AbortController().signal
const conditions: readonly AlertCondition[] = [
  { kind: 'price', market, price: '100', direction: 'either', of: 'mid' },
  { kind: 'price', market, price: '100', direction: 'up', of: 'last' },
  { kind: 'move', market, percent: '2', direction: 'either', minutes: 1 },
  { kind: 'vwap', market, direction: 'either' },
  { kind: 'peg', market, peg: '100', basisPoints: '100', seconds: 5 },
  { kind: 'spread', market, basisPoints: '300' },
  { kind: 'resting', market, side: 'either', size: '8', price: null, within: '1' },
  { kind: 'depth', market, side: 'either', size: '3', basisPoints: '150' },
  { kind: 'cost', market, side: 'either', size: '4', unit: 'base', basisPoints: '200' },
  { kind: 'traded', market, side: 'either', size: '9', seconds: 20 },
  { kind: 'imbalance', market, side: 'either', percent: '60', levels: 2 }
]

/** Some runs of the app with busy and silent times, lost connections and unreadable frames. */
function randomScript(random: FuzzRandom): LogScript {
  const script = new LogScript(market)
  const level = (from: number, to: number): [string, string] => [
    String(from + random.below(to - from)),
    String(random.below(9))
  ]
  const snapshot = () =>
    script.snapshot(
      [[String(95 + random.below(5)), '4']],
      [[String(101 + random.below(5)), String(1 + random.below(9))]]
    )
  for (let run = 0; run < 3; run += 1) {
    script.run().subscribed()
    snapshot()
    for (let step = 0; step < 120; step += 1) {
      script.pass(random.chance(25) ? 12_000 : 100 + random.below(1500))
      if (random.chance(3)) script.trade(String(97 + random.below(7)), String(1 + random.below(5)))
      else if (random.chance(30)) script.add('f', '{"channel":')
      else if (random.chance(40)) {
        script.event('lost').pass(random.below(20_000)).event('opened')
        snapshot()
      } else if (random.chance(8)) snapshot()
      else script.update([level(95, 101)], [level(101, 106)])
    }
    // Not released, as after a crash.
    script.pass(random.below(90_000))
  }
  return script
}

/** What a live alert fires in a replay straight through, in which the app starts again with each run. */
async function straight(items: readonly LoggedItem[], { condition, pause, from }: BacktestRequest) {
  const hub = new RecordedHub({ staleAfter: () => staleAfter })
  const times: number[] = []
  const file = new AlertFile(memoryStore({ profiles: {} }))
  const watched = {
    hold: () => () => undefined,
    market: (name: string) => hub.market(name),
    onChange: hub.onChange
  } as Partial<MarketHub> as MarketHub
  const open = () => {
    const alerts = new Alerts({
      clock: {
        wall: () => hub.now,
        monotonic: () => hub.clock.monotonic(),
        later: (milliseconds, call) => hub.clock.later(milliseconds, call)
      },
      file,
      newId: () => 'one',
      watched: () => [],
      changed: () => undefined,
      fired: ({ at }) => times.push(at),
      keepEvidence: () => undefined,
      reminded: () => undefined
    })
    alerts.useProfile('desk')
    alerts.useHub(watched)
    return alerts
  }
  const armAt = Math.max(from, items[0]!.milliseconds)
  let alerts: Alerts | null = null
  for (const item of items) {
    if (item.milliseconds > armAt && !alerts) {
      hub.advanceTo({ milliseconds: armAt, nanoseconds: 0 })
      alerts = open()
      await alerts.add(draft(condition, { pause }))
    }
    const isStart = item.content.includes('"start":true')
    if (isStart && alerts) await alerts.dispose()
    hub.apply(item)
    if (isStart && alerts) alerts = open()
  }
  await alerts?.dispose()
  hub.dispose()
  return times.toReversed()
}

async function recorded(seed: number) {
  const random = new FuzzRandom(seed)
  return written(randomScript(random), random)
}

async function written({ items }: LogScript, random = new FuzzRandom(1)) {
  const folder = await freshFolder()
  await writeLog(folder, items, { random, segment: 150, restarts: 10, finish: true })
  return { folder, items }
}

const request = (condition: AlertCondition, more: Partial<BacktestRequest> = {}): BacktestRequest => ({
  condition,
  pause: 10,
  from: 0,
  to: began * 2,
  staleAfter,
  ...more
})

describe('a backtest', () => {
  it.each([1, 2])('fires when a live alert of a replay straight through does (seed %i)', async (seed) => {
    const { folder, items } = await recorded(seed)
    const end = items.at(-1)!.milliseconds
    const froms = [0, began + Math.floor((end - began) / 2)]
    let fired = 0
    for (const condition of conditions) {
      for (const from of froms) {
        const wanted = request(condition, { from })
        const found = await backtest(folder, wanted, { signal: never, onProgress: () => undefined })
        expect(found.times, `${condition.kind} from ${from}`).toEqual(await straight(items, wanted))
        expect(found.fired).toBe(found.times.length)
        expect(found).toMatchObject({ from: Math.max(from, began), to: end, limited: false })
        fired += found.fired
      }
    }
    expect(fired).toBeGreaterThan(60)
  })

  it('counts the time in which the market was live, and keeps the newest times', async () => {
    const script = new LogScript(market).run().subscribed()
    script.pass(1000).snapshot([['95', '1']], [['105', '1']])
    script.busy(300)
    // Nothing arrives, so it is stale after ten seconds.
    script.pass(60_000).busy(100)
    const { folder } = await written(script)
    const { fired, times, live } = await backtest(
      folder,
      request({ kind: 'spread', market, basisPoints: '500' }, { pause: 1 }),
      { signal: never, onProgress: () => undefined }
    )
    // The first message after the silence came a quarter of a second later.
    expect(live).toBe(300_000 + staleAfter + 100_000 - 250)
    expect(fired).toBeGreaterThan(maxBacktestTimes)
    expect(times).toHaveLength(maxBacktestTimes)
    expect(times[0]).toBeGreaterThan(times.at(-1)!)
    expect(times[0]).toBeGreaterThan(script.now - 2000)
  })

  it('ends at once when it is cancelled, and says how far it is', async () => {
    const { folder } = await recorded(1)
    const stop = new AbortController()
    const shares: number[] = []
    const wanted = request(conditions[0]!)
    await backtest(folder, wanted, { signal: never, onProgress: (share) => shares.push(share) })
    for (const share of shares) expect(share).toSatisfy((value: number) => value >= 0 && value <= 1)
    stop.abort()
    const ended = backtest(folder, wanted, { signal: stop.signal, onProgress: () => undefined })
    await expect(ended).rejects.toThrow('aborted')
  })

  it('has nothing to say of an empty recording', async () => {
    const folder = await freshFolder()
    const found = await backtest(folder, request(conditions[0]!), {
      signal: never,
      onProgress: () => undefined
    })
    expect(found).toEqual({ fired: 0, times: [], live: 0, from: null, to: null, limited: false })
  })

  it('begins later if there is too much to read', async () => {
    const { folder } = await recorded(2)
    const segments = await listSegments(folder)
    const sizes = await Promise.all(segments.map(async (file) => (await stat(file)).size))
    const lastTwo = sizes.at(-1)! + sizes.at(-2)!
    expect(segments.length).toBeGreaterThan(2)
    expect(await startWithin(folder, 0, lastTwo)).toBe(segmentTime(segments.at(-2)!))
    expect(await startWithin(folder, 0, lastTwo - 1)).toBe(segmentTime(segments.at(-1)!))
    expect(await startWithin(folder, 0, 1)).toBe(segmentTime(segments.at(-1)!))
    expect(await startWithin(folder, 0)).toBe(0)
  })
})
