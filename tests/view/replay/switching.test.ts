import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MarketInterest } from '#shared/contract/market/markets'
import { createDesk, startDesk, type Desk } from '#renderer/lib/desk'
import type { MarketSubscription } from '#renderer/lib/markets/index'
import { newsOf } from '../panels/market-news'
import { replayNow } from '../support/app-states'
import { FakeMain } from '../support/bridge'
import { givePort, giveReplayPort, type MainEnd } from '../support/port'

const subscription = (market: string): MarketSubscription => ({
  market,
  parts: { book: { levels: 5, grouping: null }, trades: null, candles: null, statistics: true }
})

let main: FakeMain
let desk: Desk
let live: MainEnd
let at: number
let stops: (() => void)[]
beforeEach(() => {
  main = new FakeMain()
  desk = createDesk(main.bridge, window)
  live = givePort(window)
  at = replayNow.at
  stops = [() => live.close()]
  stops.push(startDesk(desk, window))
  live.close()
  live = givePort(window)
})
afterEach(() => stops.forEach((stop) => stop()))

const subscribed = (calls: 'markets' | 'replay') => main.payloads(`${calls}.subscribe`) as MarketInterest[]
const newest = (calls: 'markets' | 'replay') => subscribed(calls).at(-1)!.id

function giveReplay(): MainEnd {
  const port = giveReplayPort(window, () => at)
  stops.push(() => port.close())
  return port
}

async function until(holds: () => boolean) {
  for (let turn = 0; turn < 1000 && !holds(); turn += 1) await new Promise((done) => setImmediate(done))
  expect(holds()).toBe(true)
}

it('switches all markets at once, without a figure of the other source', async () => {
  const views = ['A', 'B'].map((market) => desk.marketFeed.open(subscription(market)))
  const [, b] = views
  live.send(newsOf(newest('markets'), 500))
  await until(() => b!.book !== null)
  let paints = 0
  b!.onPaint(() => (paints += 1))
  main.push('replay.changed', replayNow)
  expect(desk.replay.active).toBe(true)
  expect(views.map((view) => [view.book, view.lastDay, view.received, view.state])).toEqual([
    [null, null, false, 'awaiting'],
    [null, null, false, 'awaiting']
  ])
  expect(paints).toBe(1)
  expect(main.payloads('markets.unsubscribe')).toHaveLength(2)
  expect(subscribed('replay')).toEqual([])
  const replay = giveReplay()
  expect(subscribed('replay').map(({ market }) => market)).toEqual(['A', 'B'])
  replay.send(newsOf(newest('replay'), 300))
  await until(() => b!.book !== null)
  expect(b!.lastDay?.text('last')).toBe('3.00')

  main.push('replay.changed', null)
  expect(b!.book).toBeNull()
  expect(
    subscribed('markets')
      .slice(2)
      .map(({ market }) => market)
  ).toEqual(['A', 'B'])
  live.send(newsOf(newest('markets'), 700))
  await until(() => b!.book !== null)
  expect(b!.lastDay?.text('last')).toBe('7.00')
})

it('takes frames of the source in use alone', async () => {
  const view = desk.marketFeed.open(subscription('A'))
  main.push('replay.changed', replayNow)
  const replay = giveReplay()
  live.send(newsOf(newest('replay'), 500))
  const drawn = live.drawn()
  await until(() => live.drawn() > drawn)
  expect(view.received).toBe(false)
  replay.send(newsOf(newest('replay'), 300))
  await until(() => view.received)
  main.push('replay.changed', null)
  replay.send(newsOf(newest('markets'), 300))
  live.send(newsOf(newest('markets'), 500))
  await until(() => view.received)
  expect(view.lastDay?.text('last')).toBe('5.00')
})

it('counts ages by the time of the replay', async () => {
  const view = desk.marketFeed.open(subscription('A'))
  main.push('replay.changed', replayNow)
  const replay = giveReplay()
  replay.send({ ...newsOf(newest('replay'), 300), bookAge: 250 })
  await until(() => view.received)
  expect([view.bookAge, view.bookAsOf]).toEqual([250, at - 250])
  expect(desk.time.exact).toBe(at)
  at += 90_000
  replay.send()
  await until(() => desk.replay.position === at)
  expect([view.bookAge, view.bookAsOf]).toEqual([90_250, at - 90_250])
})

it('is in the replay from the start in a window that was opened for it', async () => {
  main.replay = replayNow
  const view = desk.marketFeed.open(subscription('A'))
  expect(subscribed('markets')).toHaveLength(1)
  await desk.replay.load()
  giveReplay()
  expect(subscribed('replay').map(({ market }) => market)).toEqual([view.market])
  expect(desk.time.now).toBe(replayNow.at)
})

it('subscribes again after the replay was opened again', () => {
  desk.marketFeed.open(subscription('A'))
  main.push('replay.changed', replayNow)
  giveReplay()
  main.push('replay.changed', { ...replayNow, phase: 'failed', problem: 'It stopped.' })
  giveReplay()
  expect(subscribed('replay').map(({ market }) => market)).toEqual(['A', 'A'])
})

it('does not jump back to a state that is older than the last frame', async () => {
  main.push('replay.changed', { ...replayNow, phase: 'playing' })
  const replay = giveReplay()
  at += 500
  replay.send()
  await until(() => desk.replay.position === at)
  main.push('replay.changed', { ...replayNow, phase: 'playing', at: at - 100 })
  expect(desk.replay.position).toBe(at)
  main.push('replay.changed', { ...replayNow, phase: 'playing', at: at - 60_000 })
  expect(desk.replay.position).toBe(at - 60_000)
})

it('sends only the last of several seeks', async () => {
  main.push('replay.changed', replayNow)
  const answers: (() => void)[] = []
  main.answers['replay.seek'] = () => new Promise<void>((done) => answers.push(done))
  const seeking = desk.replay.seek(1)
  for (const time of [2, 3, 4]) void desk.replay.seek(time)
  answers.shift()!()
  await until(() => answers.length === 1)
  answers.shift()!()
  await seeking
  expect(main.payloads('replay.seek')).toEqual([{ at: 1 }, { at: 4 }])
})
