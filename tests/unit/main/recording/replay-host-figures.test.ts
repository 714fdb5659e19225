import { afterEach, beforeEach, expect, test } from 'vitest'
import { MarketView } from '#renderer/lib/markets/view'
import { readMarketFrame } from '#shared/contract/market/market-frame'
import type { VolumeProfile } from '#shared/contract/market/volume-profile'
import { tradeWidth, type MarketNews } from '#shared/contract/market/market-news'
import { epoch, market, RecordedLog } from '../../engine/recording/replay/recorded-log'
import { parts, recording, ReplayHostDesk } from './replay-host-desk'

let desk: ReplayHostDesk
beforeEach(() => {
  desk = new ReplayHostDesk()
})
afterEach(() => desk.host.dispose())

const shown = ({ state, reason, crossed, book, trades, candles, heat, ...view }: MarketView) => [
  [state, reason, crossed, book?.news, trades?.rows, candles?.all, candles?.spans, heat?.all],
  [view.lastDay?.news, view.session?.news, view.cost?.news]
]

test('a market that is drawn later is sent again once its past was read', async () => {
  await desk.open(await recording(), epoch + 8000)
  desk.host.receive({ kind: 'call', id: 0, method: 'subscribe', payload: { id: 7, market, parts } }, null)
  await Promise.resolve()
  await Promise.resolve()
  const trades = (news: readonly MarketNews[]) =>
    news.map((one) => one.trades && [one.trades.fresh, one.trades.values.length / tradeWidth])
  expect(trades(desk.draw())).toEqual([[true, 5]])
  const later: MarketNews[] = []
  await expect.poll(() => later.push(...desk.draw())).toBe(1)
  expect(trades(later)).toEqual([[true, 5]])
})

test('a volume profile has what was traded until the position, and nothing of its future', async () => {
  await desk.open(await recording(), epoch + 3200)
  await desk.call('subscribe', { id: 7, market, parts })
  const second = epoch / 1000
  const ask = (id: number) => desk.call('profile', { id, market, range: { from: second, to: null, step: 1 } })
  const read = async (id: number) => {
    const answer = await ask(id)
    expect(answer?.result).toMatchObject({ ok: true })
    return answer?.result.ok ? (answer.result.value as VolumeProfile) : null
  }
  const profile = await read(1)
  expect([...profile!.starts]).toEqual([second + 1, second + 2])
  expect(profile!.number).toBe(2)
  expect(profile!.amounts.every((amount) => amount > 0n)).toBe(true)
  await desk.call('seek', { at: epoch + 5600 })
  expect([...(await read(1))!.starts]).toEqual([1, 2, 3, 4, 5].map((each) => second + each))
  // The second request with a number cancels the first.
  const [first, later] = await Promise.all([ask(2), ask(2)])
  expect(first?.result).toEqual({ ok: true, value: null })
  expect(later?.result).toMatchObject({ ok: true, value: { number: 5 } })
  expect((await desk.call('cancelProfile', { id: 2 }))?.result).toEqual({ ok: true, value: null })
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
  const profiles = { cancelOlder: () => {}, profile: none, cancelProfile: () => {} }
  const ports = { now: () => 0, wall: () => 0, changed: () => {}, dispose: () => {}, older, ...profiles }
  const view = () => new MarketView({ market, parts: charted }, ports)
  const [played, sought] = [view(), view()]
  const out = epoch + 4900
  await desk.open(log, null, { speed, range: { in: null, out, loop: false } })
  await desk.call('subscribe', { id: 7, market, parts: charted })
  desk.draw()
  await desk.call('seek', { at: epoch + from })
  for (const news of desk.draw()) played.apply(news, 0)
  await desk.call('play')
  const hasEnded = () => desk.replies.some((reply) => reply.kind === 'state' && reply.state.phase === 'ended')
  await expect
    .poll(() => {
      for (const news of desk.draw()) played.apply(news, 0)
      return hasEnded()
    })
    .toBe(true)
  for (const news of desk.draw()) played.apply(news, 0)
  await desk.call('seek', { at: out })
  for (const news of desk.draw()) sought.apply(news, 0)
  expect(sought.heat!.all.length).toBeGreaterThan(2)
  expect(sought.lastDay!.trades).toBeGreaterThan(40)
  expect(sought.cost!.isComplete('asks')).toBe(true)
  expect(shown(played)).toEqual(shown(sought))
})

test('each frame has the position that its markets show', async () => {
  await desk.open(await recording(), epoch + 1000)
  await desk.call('subscribe', { id: 7, market, parts })
  await desk.call('setSpeed', { speed: 10 })
  await desk.call('play')
  const positions = new Set<number>()
  await expect
    .poll(() => {
      desk.draw()
      for (const { markets, replay } of desk.frames.splice(0)) {
        if (!markets) continue
        expect(replay!.at).toBe(readMarketFrame(markets).builtAt)
        positions.add(replay!.at)
      }
      desk.drawn = 0
      return positions.size
    })
    .toBeGreaterThan(5)
})

test('the overview grows with the recording, and says when more was read', async () => {
  const log = await recording()
  await desk.open(log, epoch + 1000)
  const overview = () => desk.call('overview', { from: null, to: null, parts: 10, market: null })
  const end = async () => (await overview())?.result
  expect(await end()).toMatchObject({ ok: true, value: { from: epoch, to: epoch + 9500 } })
  await log.update(20_000).write()
  const both = await Promise.all([end(), end(), desk.call('seek', { at: epoch + 20_000 })])
  expect(both).toMatchObject([
    { value: { to: epoch + 20_000 } },
    { value: { to: epoch + 20_000 } },
    { result: { ok: true }, state: { at: epoch + 20_000 } }
  ])
  await expect.poll(async () => (await overview())?.result).toMatchObject({ value: { complete: true } })
  expect(desk.replies.some(({ kind }) => kind === 'overview')).toBe(true)
})
