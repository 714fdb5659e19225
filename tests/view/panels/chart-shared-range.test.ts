import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { SharedRanges } from '#engine/workspace/index'
import { intervalSeconds, type Interval } from '#shared/domain/market/candles/intervals'
import { ChartCandles } from '#renderer/lib/markets/index'
import { SharedRangesStore } from '#renderer/lib/state/shared-ranges'
import { ChartModel } from '#renderer/panels/chart/model'
import { RangeSharing } from '#renderer/panels/chart/range-sharing'
import { timesOf } from '#renderer/panels/chart/range-times'
import { newsOf, type Trade } from '../../unit/renderer/markets/chart/news'
import { FakeMain } from '../support/bridge'
import { chartDrawn as drawn, drawChart, drawChartsNowhere } from '../support/chart-canvas'

beforeEach(drawChartsNowhere)

const firstMinute = 600_000
const trades = (from: number, to: number): Trade[] =>
  Array.from({ length: to - from }, (_, index) => ({
    second: (firstMinute + from + index) * 60,
    price: 100 + (index % 7),
    amount: 1,
    side: 'buy'
  }))

/** Windows whose messages arrive late, but in order. */
function openWindows(count: number) {
  const mains = Array.from({ length: count }, () => new FakeMain())
  const sent: string[] = []
  const relay = new SharedRanges({
    isWorkspace: () => true,
    send: (range) => mains.forEach((main) => setTimeout(() => main.push('workspaces.rangeShown', range)))
  })
  return {
    sent,
    stores: mains.map((main, index) => {
      main.answers['workspaces.showRange'] = (range: never) => {
        sent.push((range as { by: string }).by)
        relay.show(String(index), range)
        return null
      }
      const store = new SharedRangesStore(main.bridge)
      onTestFinished(store.start())
      return store
    })
  }
}

function openChart(store: SharedRangesStore, panel: string, interval: Interval) {
  const candles = new ChartCandles(20_000, interval)
  const model = new ChartModel()
  const drawing = drawChart(model, { interval })
  const sharing = new RangeSharing({ slots: model.slots, drawing: () => drawing, taken: () => {} })
  sharing.attach()
  drawing.follow.onMoved = () => sharing.moved()
  const add = (some: readonly Trade[], fresh = false) => {
    candles.apply(newsOf(some, interval, { fresh }))
    drawing.feed(model.follow(candles, null, null)!)
  }
  add(trades(0, 1500), true)
  const stop = sharing.start(store.open({ scope: 'w', link: 'a', replay: false }, panel))
  const times = () => {
    const visible = drawing.chart.timeScale().getVisibleLogicalRange()
    const shown = visible && timesOf(model.slots, visible)
    return shown && { from: Math.round(shown.from), to: Math.round(shown.to) }
  }
  /** The right edge, in minutes of the recording. */
  const edge = () => (times()?.to ?? NaN) / 60 - firstMinute
  /** By the user, until the library has drawn it. */
  const pan = async (slots: number) => {
    const wanted = edge() + (slots * intervalSeconds[interval]) / 60
    drawing.follow.pan(slots)
    await expect.poll(() => drawn().then(edge)).toBeCloseTo(wanted)
    drawing.follow.moved()
  }
  return { drawing, add, times, edge, pan, stop }
}

it('shows the same times at another interval and in another window, whichever chart is moved', async () => {
  const { stores, sent } = openWindows(2)
  const minutes = openChart(stores[0]!, 'minutes', '1m')
  await drawn()
  const quarters = openChart(stores[0]!, 'quarters', '5m')
  const elsewhere = openChart(stores[1]!, 'elsewhere', '15m')
  const others = [quarters, elsewhere]
  const all = [minutes, ...others]
  /** Until all show the same, with the right edge there. */
  const shown = (isThere: (edge: number) => boolean) =>
    expect
      .poll(async () => {
        await drawn()
        const texts = new Set(all.map(({ times }) => JSON.stringify(times())))
        return texts.size === 1 && all.every(({ edge }) => isThere(edge()))
      })
      .toBe(true)

  const lastIs = (panel: string) => expect.poll(() => sent.at(-1)).toBe(panel)

  await minutes.pan(-500)
  await shown((edge) => edge < 1010)
  expect(others.map(({ drawing }) => drawing.follow.following)).toEqual([false, false])
  const before = minutes.edge()

  await elsewhere.pan(-10)
  await shown((edge) => Math.abs(edge - (before - 150)) < 1)
  await lastIs('elsewhere')

  // What was taken is not sent on, and new candles move nothing.
  const taken = sent.length
  for (const { add } of all) add(trades(1500, 1520))
  await shown((edge) => Math.abs(edge - (before - 150)) < 1)
  expect(sent.slice(taken).filter((panel) => panel !== 'elsewhere')).toEqual([])
  // What it still sends would count as the last move.
  const sends = async () => {
    const count = sent.length
    await drawn()
    await drawn()
    return sent.length - count
  }
  await expect.poll(sends).toBe(0)

  // Back at the newest, all go on together.
  minutes.drawing.follow.goLive()
  await shown((edge) => edge > 1520)
  await lastIs('minutes')
  const followed = sent.length
  for (const { add } of all.toReversed()) add(trades(1520, 1600))
  await shown((edge) => edge > 1600)
  expect(all.map(({ drawing }) => drawing.follow.following)).toEqual([true, true, true])
  await lastIs('minutes')
  expect(new Set(sent.slice(followed))).toEqual(new Set(['minutes']))

  // Without the chart that decides, each goes on alone.
  minutes.stop()
  const port = stores[1]!.open({ scope: 'w', link: 'a', replay: false }, 'x')
  await expect.poll(() => port.read()).toBeNull()
  const alone = elsewhere.edge()
  elsewhere.add(trades(1600, 1900))
  await expect.poll(() => drawn().then(elsewhere.edge)).toBeGreaterThan(alone)
})

it('resolves two windows that decide at once', async () => {
  const { stores, sent } = openWindows(2)
  const [one, other] = [openChart(stores[0]!, 'one', '1m'), openChart(stores[1]!, 'other', '5m')]
  const same = (isThere: (edge: number) => boolean) =>
    expect
      .poll(async () => {
        await drawn()
        return JSON.stringify(one.times()) === JSON.stringify(other.times()) && isThere(one.edge())
      })
      .toBe(true)
  one.drawing.follow.pan(-300)
  other.drawing.follow.pan(-100)
  await same((edge) => edge < 1500)
  // No window answers the other for ever.
  expect(sent.length).toBeLessThan(12)
  const last = sent.at(-1) === 'one' ? one : other
  // It still decides.
  for (const { add } of [one, other]) add(trades(1500, 1800))
  last.drawing.follow.goLive()
  await same((edge) => edge > 1800)
})
