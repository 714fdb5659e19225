import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '#engine/base/clock'
import { FeedSeat } from '#engine/feed/seat/seat'
import { SharedPast } from '#engine/feed/seat/shared-past'
import { connectFeed } from '#engine/feed/server/connect'
import { feedSubjects } from '#engine/feed/wire/subjects'
import { identityOf } from '#engine/connection/index'
import type { LiveMarket } from '#engine/market/types'
import { HistoryClient } from '#engine/recording/history/client'
import { DeskRecordings } from '#engine/recording/history/desk-recordings'
import { logFolderOf } from '#engine/recording/location'
import { verifyLog } from '#engine/recording/log/verify'
import { intervals } from '#shared/domain/market/candles/index'
import { canonicalDecimal, formatDecimal } from '#shared/domain/base/decimal'
import type { RecordedProfile } from '#shared/contract/market/volume-profile'
import { startSandbox } from '#sandbox/index'
import { HeatColumn } from '#shared/domain/market/heat/index'
import type { RecordedHub } from '#engine/recording/replay/recorded-hub'
import { freshFolder } from '../support/folder'
import { historyInProcess } from '../support/history-in-process'
import { recordedLines } from '../support/recorded-book'
import { loggedItems, StraightPlay } from '../support/straight-play'
import { control, recordedTrade, shownBook, trueBook, type PlainTrade } from './books'
import { clientId, clientSecret, serviceOf, startCollector } from './collectors'
import { plainCandles, shownCandles, spellUnits, unitsOf } from './plain-candles'
import { credentials, seatOf, shareLog, startGuardedNats, storeOf } from './recordings-desk'

const market = 'BTCUSD'
const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each()
})

type Sandbox = Awaited<ReturnType<typeof startSandbox>>

const spell = ({ price, amount }: Pick<PlainTrade, 'price' | 'amount'>) =>
  `${canonicalDecimal(price)} ${canonicalDecimal(amount)}`

async function sentTrades(sandbox: Sandbox): Promise<readonly PlainTrade[]> {
  const words = `trades/${market}?since=1970-01-01T00:00:00Z`
  return (await control<{ trades: readonly PlainTrade[] }>(sandbox, 'GET', words)).trades
}

/** Straight from the frames of a log, in the order of arrival. */
const recordedTrades = async (log: string): Promise<PlainTrade[]> =>
  (await recordedLines(log)).flatMap(([, , kind, text = '']) => {
    const trade = recordedTrade(kind, text)
    return trade?.market === market ? [trade] : []
  })

async function newDesk() {
  const nats = await startGuardedNats()
  undo.push(() => nats.stop())
  const sandbox = await startSandbox({ clientId, clientSecret, rate: 300, addresses: 0 })
  undo.push(() => sandbox.close())
  const of = serviceOf(sandbox)
  const [folder, other, keys] = [await freshFolder(), await freshFolder(), await freshFolder()]
  const file = path.join(keys, 'collector.creds')
  await writeFile(file, credentials('collector', of))
  await chmod(file, 0o600)
  const collect = async (recording: object = { folder }) => {
    const feed = { servers: [nats.url], credentials: { file } }
    const started = await startCollector(sandbox, feed, { recording })
    undo.push(() => started.kill())
    return started
  }
  const { connection, store } = await storeOf(nats.url, of)
  undo.push(() => connection.close())
  const log = logFolderOf(folder, of)
  const folders = [folder, other]
  return { nats, sandbox, of, log, folders, collect, share: () => shareLog(store, log) }
}

/** As in the app: a seat that holds one market, with its processes. */
async function newSeat({ nats, of }: Awaited<ReturnType<typeof newDesk>>) {
  const fetching = await seatOf(nats.url, of)
  const client = new HistoryClient({
    clock: systemClock,
    spawn: historyInProcess,
    staleAfter: () => 10_000,
    warn: (sentence) => expect.unreachable(sentence)
  })
  const recordings = new DeskRecordings({
    folder: fetching,
    client,
    fetch: (wanted) => fetching.fetchWithin(wanted),
    failed: (problem) => expect.unreachable(String(problem))
  })
  const identity = identityOf(credentials('seat', of))
  const { connection } = await connectFeed({ servers: [nats.url], identity, name: 'seat' })
  const seat = new FeedSeat({ subjects: feedSubjects(of), staleAfter: 10_000 })
  const ahead = { milliseconds: 0 }
  const clock = {
    later: (milliseconds: number, call: () => void) => systemClock.later(milliseconds / 50, call),
    monotonic: () => systemClock.monotonic() + ahead.milliseconds
  }
  const past = new SharedPast(seat, {
    clock,
    service: of,
    recordings,
    failed: (problem) => expect.unreachable(String(problem)),
    notFetched: (problem) => expect.unreachable(String(problem))
  })
  undo.push(async () => {
    past.dispose()
    client.dispose()
    seat.dispose()
    fetching.dispose()
    await connection.close()
  })
  seat.markets.hold(market)
  seat.follow(connection)
  const shown = () => seat.markets.market(market)!
  const profile = async () => {
    const range = { from: Math.floor(Date.now() / 1000) - 300, to: null, step: null }
    const joint = past.joint(market)!
    const wanted = { market, ...range, lead: seat.lead! }
    return (await recordings.profile(of, wanted, joint, new AbortController().signal))!
  }
  return {
    seat,
    shown,
    profile,
    log: fetching.log,
    pass: (milliseconds: number) => (ahead.milliseconds += milliseconds)
  }
}

/** Nothing more happens. No candle that counts as known differs from the truth. */
async function expectTruth(sandbox: Sandbox, seat: Awaited<ReturnType<typeof newSeat>>): Promise<number> {
  const trades = await sentTrades(sandbox)
  const until = seat.seat.hub.serviceNow!
  let covered = 0
  for (const interval of intervals) {
    const truth = plainCandles(trades, interval)
    const { shown: candles, isCovered } = shownCandles(seat.shown().candles, interval, until)
    for (const start of new Set([...truth.keys(), ...candles.keys()])) {
      if (!isCovered(start)) continue
      covered += 1
      expect([interval, start, candles.get(start)]).toEqual([interval, start, truth.get(start)])
    }
  }
  return covered
}

const tradesOf = ({ tape }: Pick<LiveMarket, 'tape'>) =>
  Array.from({ length: tape.count }, (_, index) => {
    const { price, amount } = tape.tradeAt(tape.arrivals - tape.count + index)!
    return spell({ price: formatDecimal(price), amount: formatDecimal(amount) })
  })

/** Columns of a second that have ended. */
function heatOf(hub: RecordedHub) {
  const tier = hub.heatOf(market).tier('1s')
  return Array.from({ length: Math.max(0, tier.count - 1) }, (_, index) => {
    const column = new HeatColumn()
    tier.read(index, column)
    return structuredClone(column)
  })
}

const byPrice = ([one]: readonly [string, string], [other]: readonly [string, string]) =>
  Number(one) - Number(other)

/** Price and volume of each row. */
const volumesOf = ({ prices, amounts, priceScale, amountScale }: RecordedProfile) =>
  prices
    .map((price, row) => {
      const amount = { units: amounts[row]!, scale: amountScale }
      const plain = [{ units: price, scale: priceScale }, amount].map(formatDecimal)
      return [canonicalDecimal(plain[0]!)!, canonicalDecimal(plain[1]!)!] as const
    })
    .sort(byPrice)

function plainVolumes(trades: readonly PlainTrade[]) {
  const volumes = new Map<string, bigint>()
  for (const { price, amount } of trades) {
    const key = canonicalDecimal(price)!
    volumes.set(key, (volumes.get(key) ?? 0n) + unitsOf(amount))
  }
  return Array.from(volumes, ([price, volume]) => [price, spellUnits(volume)] as const).sort(byPrice)
}

/** Milliseconds between its first and its last item. */
async function spanOfLastRun(log: string): Promise<number> {
  const lines = await recordedLines(log)
  const begin = lines.findLastIndex(([, , , text = '']) => text.includes('"start":true'))
  const [from, to] = [lines[begin], lines.at(-1)].map((line) => Number(line![1]))
  return (to! - from!) / 1e6
}

test('a seat has what the desk recorded before it joined, each trade once, as soon as that is shared', async () => {
  const desk = await newDesk()
  const { sandbox, log } = desk
  const first = await desk.collect()
  await expect.poll(async () => (await recordedTrades(log).catch(() => [])).length).toBeGreaterThan(60)
  const recordedHeat = async () => {
    const straight = new StraightPlay(await loggedItems(log), 10_000)
    straight.playThrough(Infinity)
    return heatOf(straight.hub)
  }
  await expect.poll(async () => (await recordedHeat().catch(() => [])).length).toBeGreaterThan(1)
  first.child.kill('SIGTERM')
  expect(await first.exit).toBe(0)
  await desk.share()
  const before = (await recordedTrades(log)).length
  const heat = await recordedHeat()

  const second = await desk.collect()
  // By then it has sent keyframes again, so nothing before them is in the feed.
  await expect.poll(() => spanOfLastRun(log)).toBeGreaterThan(5500)
  const seat = await newSeat(desk)
  await expect.poll(() => seat.seat.markets.market(market)?.state).toBe('live')
  await expect.poll(() => tradesOf(seat.shown()).length).toBeGreaterThan(10)
  const own = tradesOf(seat.shown())
  await expect.poll(() => heatOf(seat.seat.hub).slice(0, heat.length)).toEqual(heat)
  await control(sandbox, 'POST', 'pause')
  await expect.poll(async () => shownBook(seat.shown())).toEqual(await trueBook(sandbox, market))
  second.child.kill('SIGTERM')
  expect(await second.exit).toBe(0)
  const recorded = await recordedTrades(log)
  expect(recorded.length).toBeGreaterThan(before + own.length + 30)
  // A collector's run of which nothing is shared yet is missing.
  const shownOnly = [
    ...recorded.slice(0, before),
    ...recorded.slice(recorded.length - tradesOf(seat.shown()).length)
  ]
  expect(volumesOf(await seat.profile())).toEqual(plainVolumes(shownOnly))
  const ownCovered = await expectTruth(sandbox, seat)

  await desk.share()
  seat.pass(200_000)
  seat.seat.markets.hold('ETHUSD')
  await expect.poll(() => tradesOf(seat.shown())).toEqual(recorded.map(spell))
  for (const interval of intervals) {
    const { shown } = shownCandles(seat.shown().candles, interval, 0)
    expect([interval, ...shown]).toEqual([interval, ...plainCandles(recorded, interval)])
  }
  expect(await expectTruth(sandbox, seat)).toBeGreaterThan(ownCovered)
  expect(volumesOf(await seat.profile())).toEqual(plainVolumes(recorded))
}, 60_000)

test('recordings of the last minutes reach a seat automatically, also after a fail-over, as one log', async () => {
  const desk = await newDesk()
  const { sandbox, of } = desk
  const logs = desk.folders.map((folder) => logFolderOf(folder, of))
  const [first, second] = desk.folders.map((folder) => ({ folder, shared: { objectStore: true, every: 2 } }))
  const leader = await desk.collect(first)
  await expect.poll(() => leader.output.text).toContain('Leading')
  const standby = await desk.collect(second)
  await expect.poll(() => leader.output.text).toContain('Shared ')
  await expect.poll(() => standby.output.text).toContain('Standing by')
  leader.child.kill('SIGTERM')
  await expect.poll(() => standby.output.text).toContain('Leading')
  const seat = await newSeat(desk)
  const before = (await recordedTrades(logs[0]!)).map(spell)
  await expect.poll(() => tradesOf(seat.shown())).toContain(before[0])
  const shared = (await recordedTrades(seat.log)).map(spell)
  expect(shared.length).toBeGreaterThan(10)
  expect((await verifyLog(seat.log)).damage).toEqual([])

  await control(sandbox, 'POST', 'pause')
  await expect.poll(async () => shownBook(seat.shown())).toEqual(await trueBook(sandbox, market))
  standby.child.kill('SIGTERM')
  expect(await standby.exit).toBe(0)
  const since = (await recordedTrades(logs[1]!)).map(spell)
  const shown = tradesOf(seat.shown())
  // Without a hole up to now; of the first collector, the last seconds were not shared.
  const last = shown.length - since.length
  expect(shown.slice(last)).toEqual(since)
  expect(shown.slice(0, last)).toEqual(before.slice(0, last))
  expect(await expectTruth(sandbox, seat)).toBeGreaterThan(1)
}, 60_000)
