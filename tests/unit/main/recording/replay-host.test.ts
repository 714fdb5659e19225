import { afterEach, beforeEach, expect, test } from 'vitest'
import { firstOptions, type ReplayReply, type ReplayRequest } from '#engine/recording/replay/messages'
import { ReplayHost } from '#main/recording/replay/host'
import { MarketView } from '#renderer/lib/markets/view'
import type { FeedFrame } from '#shared/contract/market/feed'
import { readMarketFrame } from '#shared/contract/market/market-frame'
import type { VolumeProfile } from '#shared/contract/market/volume-profile'
import { tradeWidth, type MarketNews } from '#shared/contract/market/market-news'
import type { ReplayState } from '#shared/contract/recording/replay'
import { HandClock } from '../../engine/hand-clock'
import { epoch, market, RecordedLog } from '../../engine/recording/replay/recorded-log'

const parts = { book: { levels: 5, grouping: null }, trades: { max: 5 }, candles: null, statistics: true }
const named = { profileId: 'desk', connection: 'Desk', environment: 'local' }
const conditions = { visible: true, interval: 0, staleAfter: 10_000 }

let clock: HandClock
let host: ReplayHost
let replies: ReplayReply[]
let frames: FeedFrame[]
let acknowledge: (message: unknown) => void
let closed: number
let drawn: number

beforeEach(() => {
  clock = new HandClock()
  replies = []
  frames = []
  closed = drawn = 0
  host = new ReplayHost({ clock, reply: (reply) => replies.push(structuredClone(reply)) })
})
afterEach(() => host.dispose())

let lastId = 0

async function ask(request: (id: number) => ReplayRequest) {
  const id = ++lastId
  const port = {
    send: (frame: FeedFrame) => void frames.push(structuredClone(frame)),
    onMessage: (listener: (message: unknown) => void) => void (acknowledge = listener),
    close: () => void (closed += 1)
  }
  host.receive(request(id), port)
  const answer = () => replies.find((reply) => reply.kind === 'answer' && reply.id === id)
  await expect.poll(answer).toBeDefined()
  const found = answer()
  return found?.kind === 'answer' ? found : null
}

const open = ({ folder }: { readonly folder: string }, at: number | null, options = firstOptions) =>
  ask((id) => ({ kind: 'open', id, folder, ...named, at, options, conditions }))
type Method = Extract<ReplayRequest, { kind: 'call' }>['method']
const call = (method: Method, payload: unknown = undefined) =>
  ask((id) => ({ kind: 'call', id, method, payload }))

/** Draws every frame for a fifth of a second. */
function draw(): MarketNews[] {
  const news: MarketNews[] = []
  for (let passed = 0; passed < 200; passed += 20) {
    clock.advance(20)
    for (; drawn < frames.length; drawn++) {
      const { sequence, markets } = frames[drawn]!
      acknowledge({ kind: 'drawn', sequence })
      if (markets) news.push(...readMarketFrame(markets).news)
    }
  }
  return news
}

const shown = ({ state, reason, crossed, book, trades, candles, heat, ...view }: MarketView) => [
  [state, reason, crossed, book?.news, trades?.rows, candles?.all, candles?.spans, heat?.all],
  [view.lastDay?.news, view.session?.news, view.cost?.news]
]

const bestBid = ({ book }: MarketNews) => book?.values[0]

async function recording(): Promise<RecordedLog> {
  const log = (await RecordedLog.begin()).start(0)
  for (let at = 1000; at <= 9000; at += 1000) log.update(at).trade(at + 500)
  return log.write()
}

test('answers with the state, and sends the markets of that time in one frame', async () => {
  const opened = await open(await recording(), epoch + 3200)
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
  await call('subscribe', { id: 7, market, parts })
  const [news, ...more] = draw()
  expect(more).toEqual([])
  expect(news).toMatchObject({ interest: 7, state: 'live', bookAge: 200, tradeAge: 700 })
  expect(bestBid(news!)).toBe(103)
  expect(news!.statistics!.lastDay).toMatchObject({ trades: 2, to: epoch + 3200 })
  expect(frames.filter(({ markets }) => markets)).toMatchObject([{ replay: { at: epoch + 3200 } }])
})

test('opens with the speed and range that it takes over, in its first state too', async () => {
  const kept = { speed: 50, rangeIn: epoch + 2000, rangeOut: epoch + 6000, loop: true } as const
  const options = { speed: 50, range: { in: kept.rangeIn, out: kept.rangeOut, loop: true } } as const
  const opened = await open(await recording(), epoch + 3200, options)
  expect(opened?.state).toMatchObject({ at: epoch + 3200, ...kept })
  const states = replies.flatMap((reply) => (reply.kind === 'state' ? [reply.state] : []))
  for (const state of states) expect(state).toMatchObject(kept)
})

test('a seek shows another time at once, without an empty frame in between', async () => {
  await open(await recording(), epoch + 8000)
  await call('subscribe', { id: 7, market, parts })
  draw()
  for (const [at, bid] of [
    [2100, 102],
    [9100, 109],
    [900, 100]
  ] as const) {
    await call('seek', { at: epoch + at })
    const [news, ...more] = draw()
    expect(more).toEqual([])
    expect(bestBid(news!)).toBe(bid)
    expect(news!.trades!.fresh).toBe(true)
    expect(frames.at(-1)!.replay).toEqual({ at: epoch + at })
  }
  const { state } = (await call('seek', { at: `${epoch + 2000}000001` }))!
  expect(state?.exactAt).toBe(`${epoch + 2000}000001`)
})

test('a seek to before a market was followed clears its figures', async () => {
  const log = (await RecordedLog.begin()).start(0, [])
  await log.event(5000, { event: 'held', market }).update(6000).update(8000).write()
  await open(log, epoch + 7000)
  await call('subscribe', { id: 7, market, parts })
  expect(draw()).toMatchObject([{ reset: false, bookAge: 1000 }])
  await call('seek', { at: epoch + 1000 })
  expect(draw()).toMatchObject([{ interest: 7, reset: true, bookAge: null, book: null, trades: null }])
  await call('seek', { at: epoch + 7000 })
  expect(draw()).toMatchObject([{ reset: false, bookAge: 1000 }])
})

test('a market that is drawn later is sent again once its past was read', async () => {
  await open(await recording(), epoch + 8000)
  host.receive({ kind: 'call', id: 0, method: 'subscribe', payload: { id: 7, market, parts } }, null)
  await Promise.resolve()
  await Promise.resolve()
  const trades = (news: readonly MarketNews[]) =>
    news.map((one) => one.trades && [one.trades.fresh, one.trades.values.length / tradeWidth])
  expect(trades(draw())).toEqual([[true, 5]])
  const later: MarketNews[] = []
  await expect.poll(() => later.push(...draw())).toBe(1)
  expect(trades(later)).toEqual([[true, 5]])
})

test('the position is sent while no market is drawn, at most ten times a second', async () => {
  await open(await recording(), epoch + 1000)
  await call('setSpeed', { speed: 2 })
  await call('play')
  const before = frames.length
  for (let passed = 0; passed < 1000; passed += 20) {
    clock.advance(20)
    acknowledge({ kind: 'drawn', sequence: frames.at(-1)?.sequence })
    await new Promise((resolve) => setImmediate(resolve))
  }
  const sent = frames.slice(before)
  expect(sent.length).toBeGreaterThan(5)
  expect(sent.length).toBeLessThanOrEqual(11)
  const at = sent.map(({ replay }) => replay!.at)
  expect(at).toEqual([...at].sort((one, other) => one - other))
  expect(at.at(-1)).toBeGreaterThan(epoch + 2000)
})

test('a volume profile has what was traded until the position, and nothing of its future', async () => {
  await open(await recording(), epoch + 3200)
  await call('subscribe', { id: 7, market, parts })
  const second = epoch / 1000
  const ask = (id: number) => call('profile', { id, market, range: { from: second, to: null, step: 1 } })
  const read = async (id: number) => {
    const answer = await ask(id)
    expect(answer?.result).toMatchObject({ ok: true })
    return answer?.result.ok ? (answer.result.value as VolumeProfile) : null
  }
  const profile = await read(1)
  expect([...profile!.starts]).toEqual([second + 1, second + 2])
  expect(profile!.number).toBe(2)
  expect(profile!.amounts.every((amount) => amount > 0n)).toBe(true)
  await call('seek', { at: epoch + 5600 })
  expect([...(await read(1))!.starts]).toEqual([1, 2, 3, 4, 5].map((each) => second + each))
  // The second request with a number cancels the first.
  const [first, later] = await Promise.all([ask(2), ask(2)])
  expect(first?.result).toEqual({ ok: true, value: null })
  expect(later?.result).toMatchObject({ ok: true, value: { number: 5 } })
  expect((await call('cancelProfile', { id: 2 }))?.result).toEqual({ ok: true, value: null })
})

test.each(
  [100, 900, 2500, 4200].flatMap((from) => ([1, 50] as const).map((speed) => [from, speed] as const))
)('playing from %i ms on at %ix shows the same as a seek', async (from, speed) => {
  const log = (await RecordedLog.begin()).start(0)
  for (let at = 100; at <= 5000; at += 100) log.update(at).trade(at + 50)
  await log.write()
  const columns = { interval: '1s', max: 100 } as const
  const cost = { size: '1', unit: 'base', within: 10 } as const
  const charted = { ...parts, trades: { max: 100 }, candles: columns, heat: columns, cost }
  const none = () => Promise.resolve(null)
  const older = { candles: none, heat: none, trades: none }
  const profiles = { profile: none, cancelProfile: () => {} }
  const ports = { now: () => 0, wall: () => 0, changed: () => {}, dispose: () => {}, older, ...profiles }
  const view = () => new MarketView({ market, parts: charted }, ports)
  const [played, sought] = [view(), view()]
  const out = epoch + 4900
  await open(log, null, { speed, range: { in: null, out, loop: false } })
  await call('subscribe', { id: 7, market, parts: charted })
  draw()
  await call('seek', { at: epoch + from })
  for (const news of draw()) played.apply(news, 0)
  await call('play')
  const hasEnded = () => replies.some((reply) => reply.kind === 'state' && reply.state.phase === 'ended')
  await expect
    .poll(() => {
      for (const news of draw()) played.apply(news, 0)
      return hasEnded()
    })
    .toBe(true)
  for (const news of draw()) played.apply(news, 0)
  await call('seek', { at: out })
  for (const news of draw()) sought.apply(news, 0)
  expect(sought.heat!.all.length).toBeGreaterThan(2)
  expect(sought.lastDay!.trades).toBeGreaterThan(40)
  expect(sought.cost!.isComplete('asks')).toBe(true)
  expect(shown(played)).toEqual(shown(sought))
})

test('each frame has the position that its markets show', async () => {
  await open(await recording(), epoch + 1000)
  await call('subscribe', { id: 7, market, parts })
  await call('setSpeed', { speed: 10 })
  await call('play')
  const positions = new Set<number>()
  await expect
    .poll(() => {
      draw()
      for (const { markets, replay } of frames.splice(0)) {
        if (!markets) continue
        expect(replay!.at).toBe(readMarketFrame(markets).builtAt)
        positions.add(replay!.at)
      }
      drawn = 0
      return positions.size
    })
    .toBeGreaterThan(5)
})

test('a call while it opens waits until it is open', async () => {
  const log = await recording()
  const [opened, sought] = await Promise.all([open(log, epoch + 1000), call('seek', { at: epoch + 5000 })])
  expect([opened?.result.ok, sought?.result.ok]).toEqual([true, true])
  expect((await call('pause'))?.state?.at).toBe(epoch + 5000)
})

test('the overview grows with the recording, and says when more was read', async () => {
  const log = await recording()
  await open(log, epoch + 1000)
  const overview = () => call('overview', { from: null, to: null, parts: 10, market: null })
  const end = async () => (await overview())?.result
  expect(await end()).toMatchObject({ ok: true, value: { from: epoch, to: epoch + 9500 } })
  await log.update(20_000).write()
  const both = await Promise.all([end(), end(), call('seek', { at: epoch + 20_000 })])
  expect(both).toMatchObject([
    { value: { to: epoch + 20_000 } },
    { value: { to: epoch + 20_000 } },
    { result: { ok: true }, state: { at: epoch + 20_000 } }
  ])
  await expect.poll(async () => (await overview())?.result).toMatchObject({ value: { complete: true } })
  expect(replies.some(({ kind }) => kind === 'overview')).toBe(true)
})

test('a hidden window gets no markets until it is shown', async () => {
  await open(await recording(), epoch + 1000)
  host.receive({ kind: 'conditions', conditions: { ...conditions, visible: false } }, null)
  await call('subscribe', { id: 7, market, parts })
  expect(draw()).toEqual([])
  host.receive({ kind: 'conditions', conditions }, null)
  expect(draw().map(bestBid)).toEqual([101])
})

test('refuses what is not of the contract, and calls before it is open', async () => {
  expect((await call('play'))!.result).toMatchObject({ ok: false, error: { code: 'replay.closed' } })
  await open(await recording(), null)
  expect((await call('setSpeed', { speed: 3 }))!.result.ok).toBe(false)
  expect((await call('subscribe', { id: 1, market: 'no such', parts }))!.result).toMatchObject({
    ok: false,
    error: { code: 'market.symbol' }
  })
  const before = replies.length
  for (const message of [null, 7, { kind: 'call', id: 1, method: 'dispose' }, { kind: 'open' }])
    host.receive(message, null)
  await new Promise((resolve) => setImmediate(resolve))
  expect(replies.length).toBe(before)
})

test('an empty recording is said, and its port is closed at the end', async () => {
  const { result } = (await open(await RecordedLog.begin(), null))!
  expect(result).toMatchObject({ ok: false, error: { code: 'replay.empty' } })
  await host.dispose()
  expect(closed).toBe(1)
})

test('says once a second that it is alive', () => {
  clock.advance(3000)
  expect(replies).toEqual([{ kind: 'alive' }, { kind: 'alive' }, { kind: 'alive' }])
})
