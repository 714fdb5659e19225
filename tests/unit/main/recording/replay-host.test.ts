import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ReplayState } from '#shared/contract/recording/replay'
import type { MarketNews } from '#shared/contract/market/market-news'
import { epoch, market, RecordedLog } from '../../engine/recording/replay/recorded-log'
import { conditions, parts, recording, ReplayHostDesk } from './replay-host-desk'

let desk: ReplayHostDesk
beforeEach(() => {
  desk = new ReplayHostDesk()
})
afterEach(() => desk.host.dispose())

const bestBid = ({ book }: MarketNews) => book?.values[0]

test('answers with the state, and sends the markets of that time in one frame', async () => {
  const opened = await desk.open(await recording(), epoch + 3200)
  expect(opened?.result).toEqual({ ok: true, value: null })
  expect(opened?.state).toEqual({
    profileId: 'desk',
    connection: 'Desk',
    environment: 'local',
    markets: [market],
    phase: 'paused',
    playing: false,
    problem: null,
    at: epoch + 3200,
    exactAt: `${epoch + 3200}000000`,
    speed: 1,
    reached: null,
    recordedRate: 2,
    replayed: 0,
    rangeIn: null,
    rangeOut: null,
    loop: false
  } satisfies ReplayState)
  await desk.call('subscribe', { id: 7, market, parts })
  const [news, ...more] = desk.draw()
  expect(more).toEqual([])
  expect(news).toMatchObject({ interest: 7, state: 'live', bookAge: 200, tradeAge: 700 })
  expect(bestBid(news!)).toBe(103)
  expect(news!.statistics!.lastDay).toMatchObject({ trades: 2, to: epoch + 3200 })
  expect(desk.frames.filter(({ markets }) => markets)).toMatchObject([{ replay: { at: epoch + 3200 } }])
})

test('opens with the speed and range that it takes over, in its first state too', async () => {
  const kept = { speed: 50, rangeIn: epoch + 2000, rangeOut: epoch + 6000, loop: true } as const
  const options = { speed: 50, range: { in: kept.rangeIn, out: kept.rangeOut, loop: true } } as const
  const opened = await desk.open(await recording(), epoch + 3200, options)
  expect(opened?.state).toMatchObject({ at: epoch + 3200, ...kept })
  const states = desk.replies.flatMap((reply) => (reply.kind === 'state' ? [reply.state] : []))
  for (const state of states) expect(state).toMatchObject(kept)
})

test('a seek shows another time at once, without an empty frame in between', async () => {
  await desk.open(await recording(), epoch + 8000)
  await desk.call('subscribe', { id: 7, market, parts })
  desk.draw()
  for (const [at, bid] of [
    [2100, 102],
    [9100, 109],
    [900, 100]
  ] as const) {
    await desk.call('seek', { at: epoch + at })
    const [news, ...more] = desk.draw()
    expect(more).toEqual([])
    expect(bestBid(news!)).toBe(bid)
    expect(news!.trades!.fresh).toBe(true)
    expect(desk.frames.at(-1)!.replay).toEqual({ at: epoch + at })
  }
  const { state } = (await desk.call('seek', { at: `${epoch + 2000}000001` }))!
  expect(state?.exactAt).toBe(`${epoch + 2000}000001`)
})

test('a seek to before a market was followed clears its figures', async () => {
  const log = (await RecordedLog.begin()).start(0, [])
  await log.event(5000, { event: 'held', market }).update(6000).update(8000).write()
  await desk.open(log, epoch + 7000)
  await desk.call('subscribe', { id: 7, market, parts })
  expect(desk.draw()).toMatchObject([{ reset: false, bookAge: 1000 }])
  await desk.call('seek', { at: epoch + 1000 })
  expect(desk.draw()).toMatchObject([{ interest: 7, reset: true, bookAge: null, book: null, trades: null }])
  await desk.call('seek', { at: epoch + 7000 })
  expect(desk.draw()).toMatchObject([{ reset: false, bookAge: 1000 }])
})

test('the position is sent while no market is drawn, at most ten times a second', async () => {
  await desk.open(await recording(), epoch + 1000)
  await desk.call('setSpeed', { speed: 2 })
  await desk.call('play')
  const before = desk.frames.length
  for (let passed = 0; passed < 1000; passed += 20) {
    desk.clock.advance(20)
    desk.acknowledge({ kind: 'drawn', sequence: desk.frames.at(-1)?.sequence })
    await new Promise((resolve) => setImmediate(resolve))
  }
  const sent = desk.frames.slice(before)
  expect(sent.length).toBeGreaterThan(5)
  expect(sent.length).toBeLessThanOrEqual(11)
  const at = sent.map(({ replay }) => replay!.at)
  expect(at).toEqual([...at].sort((one, other) => one - other))
  expect(at.at(-1)).toBeGreaterThan(epoch + 2000)
})

test('a call while it opens waits until it is open', async () => {
  const log = await recording()
  const [opened, sought] = await Promise.all([
    desk.open(log, epoch + 1000),
    desk.call('seek', { at: epoch + 5000 })
  ])
  expect([opened?.result.ok, sought?.result.ok]).toEqual([true, true])
  expect((await desk.call('pause'))?.state?.at).toBe(epoch + 5000)
})

test('a hidden window gets no markets until it is shown', async () => {
  await desk.open(await recording(), epoch + 1000)
  desk.host.receive({ kind: 'conditions', conditions: { ...conditions, visible: false } }, null)
  await desk.call('subscribe', { id: 7, market, parts })
  expect(desk.draw()).toEqual([])
  desk.host.receive({ kind: 'conditions', conditions }, null)
  expect(desk.draw().map(bestBid)).toEqual([101])
})

test('refuses what is not of the contract, and calls before it is open', async () => {
  expect((await desk.call('play'))!.result).toMatchObject({ ok: false, error: { code: 'replay.closed' } })
  await desk.open(await recording(), null)
  expect((await desk.call('setSpeed', { speed: 3 }))!.result.ok).toBe(false)
  expect((await desk.call('subscribe', { id: 1, market: 'no such', parts }))!.result).toMatchObject({
    ok: false,
    error: { code: 'market.symbol' }
  })
  const before = desk.replies.length
  for (const message of [null, 7, { kind: 'call', id: 1, method: 'dispose' }, { kind: 'open' }])
    desk.host.receive(message, null)
  await new Promise((resolve) => setImmediate(resolve))
  expect(desk.replies.length).toBe(before)
})

test('an empty recording is said, and its port is closed at the end', async () => {
  const { result } = (await desk.open(await RecordedLog.begin(), null))!
  expect(result).toMatchObject({ ok: false, error: { code: 'replay.empty' } })
  await desk.host.dispose()
  expect(desk.closed).toBe(1)
})

test('says once a second that it is alive', () => {
  desk.clock.advance(3000)
  expect(desk.replies).toEqual([{ kind: 'alive' }, { kind: 'alive' }, { kind: 'alive' }])
})
