import { beforeEach, expect, it } from 'vitest'
import { HeatBook } from '#shared/domain/market/heat/index'
import { heatWidth } from '#shared/contract/market/market-news'
import { Desk, type Page } from './desk'
import { expectSame } from './truth'

let desk: Desk
let page: Page
beforeEach(() => {
  desk = new Desk()
  page = desk.page()
})

const market = () => desk.hub.market('A')!
const isLater = (price: number) => desk.book('A', false, [[String(price), '2']], [])
const ofHeat = (from: number) =>
  page.news.slice(from).flatMap((news) => news.flatMap(({ heat }) => heat ?? []))
/** Any message counts, even a heartbeat. */
const heartbeat = () => desk.hub.frameReceived(desk.clock.monotonic())
const pass = (seconds: number, happens = () => {}) => {
  for (let second = 0; second < seconds; second += 1) {
    happens()
    desk.clock.advance(600)
    // The rest of the second.
    page.settle()
  }
}

it('sends all columns first, then changed and new ones, once a second', () => {
  const view = page.open('A', { heat: { interval: '5s', max: 3 } })
  desk.start('A')
  pass(31, () => isLater(99))
  const all = ofHeat(0)
  expect(all.map(({ fresh }) => fresh)).toEqual(all.map((_, index) => index === 0))
  expect(all.length).toBeLessThanOrEqual(32)
  expect(all.length).toBeGreaterThan(20)
  for (const { values } of all.slice(1)) expect(values.length / heatWidth).toBeLessThanOrEqual(2)
  expect(view.heat!.all.map(({ start }) => start)).toEqual(
    [0, 5, 10].map((back) => view.heat!.all.at(-1)!.start - back).reverse()
  )
  expectSame(view, market(), desk.clock.wall())
  const { version } = view.heat!
  view.change({ market: 'A', parts: { ...view.subscription.parts, heat: { interval: '1s', max: 10 } } })
  page.settle()
  expect(view.heat!.all).toHaveLength(10)
  expect(view.heat!.version).toBeGreaterThan(version)
  expectSame(view, market(), desk.clock.wall())
})

it('continues for a quiet market, and ends with the last data', () => {
  const view = page.open('A', { heat: { interval: '1s', max: 100 } })
  desk.start('A')
  pass(8, heartbeat)
  heartbeat()
  const lastSeenAt = desk.clock.wall() / 1000
  const quiet = view.heat!.all.length
  expect(quiet).toBeGreaterThan(5)
  pass(30)
  const stale = view.heat!.all.length
  expect(market().state).toBe('stale')
  const last = view.heat!.all.at(-1)!
  expect(last.start + last.seen).toBeCloseTo(lastSeenAt, 3)
  desk.book('A', false, [['99', '1']], [])
  pass(5, heartbeat)
  const starts = view.heat!.all.map(({ start }) => start)
  expect(starts.length).toBeGreaterThan(stale)
  expect(starts[stale]! - starts[stale - 1]!).toBeGreaterThan(20)
})

it('covers a short silence once it has ended', () => {
  const view = page.open('A', { heat: { interval: '1s', max: 100 } })
  desk.start('A')
  pass(4, () => isLater(99))
  const before = view.heat!.all.at(-1)!.start
  pass(5)
  expect(view.heat!.all.at(-1)!.start).toBeLessThanOrEqual(before + 1)
  pass(2, heartbeat)
  const starts = view.heat!.all.map(({ start }) => start)
  expect(starts.at(-1)! - before).toBeGreaterThan(4)
  expect(starts).toEqual(starts.map((_, index) => starts[0]! + index))
})

it('is kept for forty markets, drawn ones first', () => {
  const names = Array.from({ length: 45 }, (_, index) => `M${index}`)
  for (const name of names) desk.hub.hold(name)
  desk.start(...names)
  const kept = () => names.filter((name) => desk.hub.market(name)!.heat.tier('1s').count > 0)
  pass(5, heartbeat)
  expect(kept()).toEqual(names.slice(0, 40))
  page.open('M44', { heat: { interval: '1s', max: 5 } })
  pass(5, heartbeat)
  // Its memory is freed.
  expect(kept()).toEqual([...names.slice(0, 39), 'M44'])
  expect(desk.hub.market('M39')!.heat.bytes).toBe(0)
})

it('has a gap for a doubted book between two samples', () => {
  const view = page.open('A', { heat: { interval: '1m', max: 1 } })
  desk.start('A')
  pass(4, heartbeat)
  const before = view.heat!.all[0]!.seen
  desk.hub.garbled('A')
  desk.clock.advance(100)
  desk.book('A', true, [['100', '1']], [['101', '1']])
  expect(market().state).toBe('live')
  // The next sample restarts.
  desk.clock.advance(900)
  heartbeat()
  page.settle()
  expect(view.heat!.all[0]!.seen).toBe(before)
  pass(2, heartbeat)
  expect(view.heat!.all[0]!.seen).toBeGreaterThan(before)
})

it('sends everything again when recorded columns appear before the first', () => {
  const view = page.open('A', { heat: { interval: '5s', max: 20 } })
  desk.start('A')
  pass(12, heartbeat)
  const own = view.heat!.all.map(({ start }) => start)
  const sent = page.news.length
  const recorded = new HeatBook()
  const from = desk.clock.wall() - 120_000
  for (let second = 0; second < 60; second += 1) recorded.look(market().book, from + second * 1000)
  desk.hub.prependHeat('A', structuredClone(recorded.store()))
  page.settle()
  expect(ofHeat(sent).map(({ fresh }) => fresh)).toEqual([true])
  const starts = view.heat!.all.map(({ start }) => start)
  expect(starts.length).toBeGreaterThan(own.length + 10)
  expect(starts.slice(-own.length)).toEqual(own)
  expect(starts).toEqual(starts.toSorted((one, other) => one - other))
  expectSame(view, market(), desk.clock.wall())
  pass(7, heartbeat)
  expect(ofHeat(sent).filter(({ fresh }) => fresh)).toHaveLength(1)
  expect(view.heat!.all.length).toBeGreaterThan(starts.length)
  expectSame(view, market(), desk.clock.wall())
})

it('sends the columns of an earlier time too, when there were none at first', () => {
  const view = page.open('A', { heat: { interval: '1s', max: 20 } })
  desk.start('A')
  pass(8, heartbeat)
  const { start } = view.heat!.all[0]!
  const wall = desk.clock.wall.bind(desk.clock)
  desk.clock.wall = () => wall() - 10_000
  desk.hub = desk.createHub()
  desk.publisher.use(desk.hub)
  page.settle()
  expect(view.heat!.all).toEqual([])
  desk.start('A')
  pass(15, heartbeat)
  expect(view.heat!.all[0]!.start).toBeLessThan(start)
  expectSame(view, market(), desk.clock.wall())
})
