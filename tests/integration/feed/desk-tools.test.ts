import { afterEach, expect, test } from 'vitest'
import { backtest } from '#engine/recording/backtest/backtest'
import { CostHistory } from '#engine/recording/costs/cost-history'
import { CostReader } from '#engine/recording/costs/read-costs'
import { KeyframeCosts } from '#engine/recording/analysis/keyframe-costs'
import { readReport } from '#engine/recording/analysis/report'
import { DeskFetches } from '#engine/recording/history/desk-fetches'
import { sealLog } from '#engine/recording/parquet/seal'
import { missingDays } from '#renderer/lib/desk-days'
import { chaosLog, market, staleAfter, writeItems } from '../../unit/engine/recording/analysis/chaos-log'
import { fail } from '#shared/domain/base/problem'
import { FuzzRandom } from '../../unit/shared/wire/fuzz/random'
import { loggedItems } from '../support/straight-play'
import { newLog, seatOf, segmentNames, service, shareLog, startGuardedNats, storeOf } from './recordings-desk'

const { signal } = new AbortController()
/** Milliseconds. */
const part = 300_000
const unheard = { signal, onProgress: () => undefined }
const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each()
})

/** What a collector recorded and shared, and a seat that fetches about half of that unasked. */
async function newDesk() {
  const nats = await startGuardedNats()
  undo.push(() => nats.stop())
  const log = await newLog()
  await writeItems(log, chaosLog(new FuzzRandom(23), 2400), part)
  const { connection, store } = await storeOf(nats.url, service)
  undo.push(() => connection.close())
  await shareLog(store, log)
  const seat = await seatOf(nats.url, service)
  undo.push(seat.dispose)
  const unasked = { most: 0 }
  const limit = (wanted: { readonly most: number; readonly isAsked?: boolean }) =>
    wanted.isAsked ? wanted.most : unasked.most
  const warned: unknown[] = []
  const fetches = new DeskFetches({
    clock: { wall: Date.now },
    jobs: { fetchWithin: (wanted) => seat.fetchWithin({ ...wanted, most: limit(wanted) }) },
    needRoot: async () => undefined,
    maxBytes: () => 1e12,
    fetched: () => undefined,
    warn: (problem) => warned.push(problem)
  })
  const to = Math.floor((await loggedItems(log)).at(-1)!.milliseconds)
  const have = (isAsked: boolean, since = 0) =>
    fetches.have(service, { from: since, to, isAsked }, signal, () => undefined)
  const left = await have(false)
  expect(await segmentNames(seat.log)).toEqual([])
  unasked.most = left!.bytes / 2
  return { nats, log, seat, fetches, have, to, warned }
}

test('a seat has the costs and the backtest of the collector, once all of that time was fetched', async () => {
  const { log, seat, have, to } = await newDesk()
  const history = () => {
    const reader = new CostReader()
    return new CostHistory((...question) => reader.read(...question))
  }
  const question = { market, size: '2.5', unit: 'base', span: '24h', to, staleAfter } as const
  const theirs = (await history().costs({ ...question, log }, unheard))!
  const ours = history()
  const costs = async () => (await ours.costs({ ...question, log: seat.log }, unheard))!
  const wanted = {
    condition: { kind: 'spread', market, basisPoints: '1' },
    pause: 1,
    from: to - 86_400_000,
    to,
    staleAfter
  } as const
  const fired = (folder: string) => backtest(folder, wanted, unheard)

  const left = (await have(false))!
  expect(left.problem).toBeNull()
  const all = await segmentNames(log)
  const newest = await segmentNames(seat.log)
  expect(newest).toEqual(all.slice(-newest.length))
  expect([newest.length > 0, newest.length < all.length]).toEqual([true, true])
  const some = await costs()
  expect(some.moments).toBe(theirs.moments)
  expect(some.costs.length).toBeGreaterThan(0)
  expect(some.costs.length).toBeLessThan(theirs.costs.length)
  expect(theirs.costs).toEqual(expect.arrayContaining([...some.costs]))
  const ofAll = await fired(log)
  expect((await fired(seat.log)).live).toBeLessThan(ofAll.live)

  expect(await have(true)).toBeNull()
  expect(await segmentNames(seat.log)).toEqual(all)
  expect(await costs()).toEqual(theirs)
  expect(await fired(seat.log)).toEqual(ofAll)
  expect(ofAll.fired).toBeGreaterThan(0)
})

test('a report of a seat is that of the collector, once its days were fetched', async () => {
  const { log, seat, have, to } = await newDesk()
  const period = { from: to - 86_400_000, to: to + 1 }
  const wanted = {
    market,
    report: { kind: 'spread' },
    period,
    against: null,
    days: 'all',
    bucket: 15
  } as const
  const report = async (of: string) => {
    await sealLog(of, { staleAfter: () => staleAfter })
    const { series } = await readReport(of, wanted, { ...unheard, keyframes: new KeyframeCosts() })
    return series
  }
  const theirs = await report(log)
  expect(theirs.total.samples).toBeGreaterThan(0)
  // The newest part, and then what is before.
  await have(false)
  const newest = await report(seat.log)
  expect(newest.total.samples).toBeGreaterThan(0)
  expect(newest.total.samples).toBeLessThan(theirs.total.samples)

  const { days } = await seat.read()
  const missing = missingDays({ id: '', desk: true, days }, [[period.from, period.to]])!
  expect(missing.days.length).toBe(days.filter(({ shared }) => shared).length)
  const ended = await seat.fetch()
  expect(ended).toMatchObject({ ok: true, value: { refused: [] } })
  expect(missingDays({ id: '', desk: true, days: (await seat.read()).days }, [[0, Infinity]])).toBeNull()
  expect(await report(seat.log)).toEqual(theirs)
})

test('why a time could not be fetched is said until it could', async () => {
  const { nats, fetches, have, seat, warned } = await newDesk()
  await nats.stop()
  const failed = await have(false)
  expect(failed).toEqual({ bytes: 0, problem: expect.stringContaining(nats.url) })
  expect(fetches.state.problem).toBeNull()
  fetches.failed(fail('feed.away', failed!.problem!), 5000)
  expect(fetches.state).toMatchObject({ problem: failed!.problem, retryAt: expect.any(Number) })
  await have(false)
  expect(warned).toHaveLength(1)
  await nats.restart()
  expect(await have(false)).toMatchObject({ problem: null })
  expect(fetches.state).toMatchObject({ problem: null, since: expect.any(Number) })
  expect((await segmentNames(seat.log)).length).toBeGreaterThan(0)
})
