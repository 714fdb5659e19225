import { access, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Clock } from '#engine/base/clock'
import { restoreInTurns } from '#engine/market/candle-file'
import { CandleKeeper, removeCandles } from '#engine/market/candle-file-keeper'
import { CandleBook, intervals } from '#shared/domain/market/candles/index'
import { Statistics } from '#shared/domain/market/statistics/index'
import type { Problem } from '#shared/domain/base/problem'

class HandClock implements Clock {
  time = 1_732_147_199_000
  readonly waiting = new Map<() => void, number>()

  wall() {
    return this.time
  }

  monotonic() {
    return this.time
  }

  later(milliseconds: number, call: () => void) {
    this.waiting.set(call, this.time + milliseconds)
    return () => void this.waiting.delete(call)
  }

  pass(milliseconds: number) {
    this.time += milliseconds
    for (const [call, due] of [...this.waiting]) {
      if (due > this.time) continue
      this.waiting.delete(call)
      call()
    }
  }
}

const profile = 'd9b2d63d-a233-4123-847a-7090dcd6a2b0'
let folder: string
let clock: HandClock
let notices: { market: string; problem: Problem }[]

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'candles-'))
  clock = new HandClock()
  notices = []
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const keeper = (more: { profile?: string } = {}) =>
  new CandleKeeper({
    folder,
    profile,
    clock,
    notice: (market, problem) => void notices.push({ market, problem }),
    ...more
  })
const fileOf = (market: string) => path.join(folder, profile, `${market}.json`)
const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false
  )

const trade = (candles: CandleBook, price: number, seconds = clock.time / 1000) =>
  candles.record(Math.floor(seconds), 123_456_789, price, 2, 150_000_000, 8, 1)
const content = (candles: CandleBook) => candles.toStored(clock.time)

/** One session with a single trade. */
async function run(price: number | null, market = 'BTCUSD') {
  const own = keeper()
  const candles = new CandleBook()
  const attachment = own.attach(market, candles)
  await attachment.loaded
  candles.coverage.watchingSince(clock.time)
  if (price !== null) trade(candles, price)
  clock.time += 1000
  candles.coverage.watchingUntil(clock.time)
  await own.dispose()
  return candles
}

describe('saved candles', () => {
  it('are restored after a restart, with a gap', async () => {
    await run(100)
    const began = clock.time
    clock.time += 60_000
    const second = await run(105)
    clock.time += 60_000
    const third = new CandleBook()
    const own = keeper()
    await own.attach('BTCUSD', third).loaded
    expect(content(third)).toEqual(content(second))
    expect(third.coverage.unseen(began - 1000, clock.time, clock.time)).toEqual([
      { from: began, to: began + 60_000 },
      { from: began + 61_000, to: began + 121_000 }
    ])
    const { traded } = new Statistics(third).lastDay(clock.time)
    expect([traded?.open.units, traded?.last.units, traded?.trades]).toEqual([100n, 105n, 2])
    expect(intervals.map((interval) => third.series(interval).count)).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 2])
    await own.dispose()
    expect(notices).toEqual([])
  })

  it('are separate by market and profile', async () => {
    await run(100)
    const own = keeper()
    const other = new CandleBook()
    await own.attach('ETHUSD', other).loaded
    await own.dispose()
    const others = keeper({ profile: 'other' })
    const same = new CandleBook()
    await others.attach('BTCUSD', same).loaded
    await others.dispose()
    expect([other.version, same.version]).toEqual([0, 0])
  })

  it('do not cover a time before its trades are loaded', async () => {
    const stored = content(await run(100))
    const candles = new CandleBook()
    const restoring = restoreInTurns(candles, stored)
    expect(candles.coverage.past).toEqual([])
    await restoring
    expect(content(candles)).toEqual(stored)
  })

  it('are merged with trades that arrive while loading', async () => {
    await run(100)
    const own = keeper()
    const candles = new CandleBook()
    const { loaded } = own.attach('BTCUSD', candles)
    trade(candles, 90)
    await loaded
    expect(candles.series('1d').at(candles.series('1d').count - 1).trades).toBeGreaterThanOrEqual(1)
    const all = Array.from(
      { length: candles.series('1d').count },
      (_, index) => candles.series('1d').at(index).trades
    )
    expect(all.reduce((sum, count) => sum + count, 0)).toBe(2)
    await own.dispose()
  })

  it('are written every five minutes if changed, and on release', async () => {
    const own = keeper()
    const candles = new CandleBook()
    const attachment = own.attach('BTCUSD', candles)
    await attachment.loaded
    trade(candles, 1)
    clock.pass(4 * 60_000)
    expect(await exists(fileOf('BTCUSD'))).toBe(false)
    clock.pass(60_000)
    await expect.poll(() => exists(fileOf('BTCUSD'))).toBe(true)
    await own.save()
    const { ino } = await stat(fileOf('BTCUSD'))
    await own.save()
    expect((await stat(fileOf('BTCUSD'))).ino).toBe(ino)
    trade(candles, 2)
    await attachment.release()
    expect((await stat(fileOf('BTCUSD'))).ino).not.toBe(ino)
    expect(clock.waiting.size).toBe(0)
    await own.dispose()
  })

  it('can be held again at once, after the pending write', async () => {
    const own = keeper()
    const first = new CandleBook()
    const attachment = own.attach('BTCUSD', first)
    expect(() => own.attach('BTCUSD', first)).toThrow('attached already')
    trade(first, 7)
    const released = attachment.release()
    const second = new CandleBook()
    await own.attach('BTCUSD', second).loaded
    await Promise.all([released, attachment.release()])
    expect(content(second).series).toEqual(content(first).series)
    // Releasing the first twice does not affect the second.
    trade(second, 8)
    await own.dispose()
    expect(content(second).series).toEqual(content(await run(null)).series)
  })

  it('can be held by the next keeper after the previous one', async () => {
    const own = keeper()
    const first = new CandleBook()
    own.attach('BTCUSD', first)
    trade(first, 7)
    const ended = own.dispose()
    const next = keeper()
    const second = new CandleBook()
    await next.attach('BTCUSD', second).loaded
    expect(content(second).series).toEqual(content(first).series)
    await Promise.all([ended, next.dispose()])
  })

  it('create no file for an unseen market', async () => {
    const own = keeper()
    own.attach('NOSUCH', new CandleBook())
    await own.dispose()
    expect(await exists(path.join(folder, profile))).toBe(false)
  })

  it('save the coverage of a quiet market at the end', async () => {
    const own = keeper()
    const candles = new CandleBook()
    const { loaded } = own.attach('BTCUSD', candles)
    await loaded
    const from = clock.time
    candles.coverage.watchingSince(from)
    trade(candles, 1)
    await own.save()
    clock.time += 60_000
    await own.dispose()
    const to = clock.time
    clock.time += 1000
    expect((await run(null)).coverage.past[0]).toEqual({ from, to })
  })

  it('leave no timer and write nothing after the end', async () => {
    const own = keeper()
    const candles = new CandleBook()
    own.attach('BTCUSD', candles)
    trade(candles, 5)
    await own.dispose()
    const text = await readFile(fileOf('BTCUSD'), 'utf8')
    trade(candles, 6)
    await own.save()
    clock.pass(3_600_000)
    expect(clock.waiting.size).toBe(0)
    expect(await readFile(fileOf('BTCUSD'), 'utf8')).toBe(text)
    expect(() => own.attach('ETHUSD', candles)).toThrow('disposed of')
  })

  it('are removed with their profile', async () => {
    await run(1)
    await removeCandles(folder, profile)
    await removeCandles(folder, profile)
    expect(await readdir(folder)).toEqual([])
  })
})

describe('a candle file', () => {
  it('is quarantined if damaged, with one notice', async () => {
    await mkdir(path.join(folder, profile))
    await writeFile(
      fileOf('BTCUSD'),
      '{"version":1,"market":"BTCUSD","candles":{"spans":[[2,1]],"series":[]}}'
    )
    await run(5)
    expect(notices).toHaveLength(1)
    expect(notices[0]!.problem.sentence).toMatch(/BTCUSD candles file was damaged\. It was set aside/)
    const names = await readdir(path.join(folder, profile))
    expect(names.filter((name) => name.startsWith('BTCUSD.json.damaged-'))).toHaveLength(1)
    expect((await run(null)).series('1d').count).toBe(1)
    expect(notices).toHaveLength(1)
  })

  it('is not used for another market', async () => {
    await run(5, 'ETHUSD')
    await writeFile(fileOf('BTCUSD'), await readFile(fileOf('ETHUSD')))
    expect((await run(null)).version).toBe(0)
    expect(notices[0]!.problem.sentence).toMatch(/damaged/)
  })

  it('of a newer version is left unchanged, with a notice', async () => {
    await mkdir(path.join(folder, profile))
    await writeFile(fileOf('BTCUSD'), '{"version":2,"else":true}')
    await run(5)
    expect(notices.map(({ problem }) => problem.sentence)).toEqual([expect.stringMatching(/newer Leadline/)])
    expect(await readFile(fileOf('BTCUSD'), 'utf8')).toBe('{"version":2,"else":true}')
  })

  it('is retried if not writable, with one notice', async () => {
    const own = keeper()
    const book = new CandleBook()
    await own.attach('ETHUSD', book).loaded
    const lost = new CandleBook()
    const { loaded, release } = own.attach('XRPUSD', lost)
    await loaded
    await writeFile(path.join(folder, profile), 'in the way')
    trade(book, 5)
    await own.save()
    await own.save()
    expect(notices.map(({ problem }) => problem.sentence)).toEqual([
      expect.stringMatching(/retries automatically/)
    ])
    trade(lost, 1)
    await release()
    expect(notices.at(-1)!.problem.sentence).toMatch(/XRPUSD .* are lost/)
    await rm(path.join(folder, profile))
    await own.dispose()
    expect(await exists(fileOf('ETHUSD'))).toBe(true)
  })

  it('has one candle per line', async () => {
    await run(67_000)
    const lines = (await readFile(fileOf('BTCUSD'), 'utf8')).split('\n')
    expect(lines[0]).toBe(
      '{"version":1,"market":"BTCUSD","candles":{"spans":[[1732147199000,1732147200000]],"series":['
    )
    expect(lines.slice(1, 4)).toEqual([
      '["1s",[',
      '[1732147199,123456789,123456789,1,2,2,67000,67000,67000,67000,150,150,0,10050000]',
      ']],'
    ])
  })
})
