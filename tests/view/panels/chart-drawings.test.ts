import { fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { Drawing } from '#shared/contract/market/drawings'
import type { MarketInterest } from '#shared/contract/market/markets'
import { panels } from '#renderer/desk/panel-kinds'
import { createDesk, startDesk } from '#renderer/lib/desk'
import { PanelHost } from '#renderer/panels/shell/panel-host.svelte'
import ChartPanel from '../../../renderer/panels/chart/ChartPanel.svelte'
import { newsOf as candlesOf, type Trade } from '../../unit/renderer/markets/chart/news'
import { FakeMain } from '../support/bridge'
import { drawChartsNowhere } from '../support/chart-canvas'
import { givePort } from '../support/port'
import { newsOf } from './market-news'
import PanelStage from './PanelStage.svelte'
import { place } from './place'

const size = { width: 700, height: 400 }
beforeEach(() => {
  drawChartsNowhere()
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(size.width)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(size.height)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, 0, size.width, size.height)
  )
  // The test page has no pointer capture.
  Object.assign(HTMLElement.prototype, {
    setPointerCapture: () => undefined,
    releasePointerCapture: () => undefined,
    hasPointerCapture: () => false
  })
})

const trades: readonly Trade[] = Array.from({ length: 60 }, (_, index) => ({
  second: 6000 + index,
  price: 100_00 + (index % 9) * 10,
  amount: 1000 + index,
  side: 'buy'
}))

/** The library places nothing before it has drawn. */
const drawnOnce = () =>
  new Promise((drawn) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  )

async function show(settings: Record<string, boolean> = {}) {
  const main = new FakeMain()
  const desk = createDesk(main.bridge, window)
  onTestFinished(startDesk(desk, window))
  await Promise.all([desk.settings.load(), desk.connections.load(), desk.markets.load()])
  main.live()
  const panel = {
    id: 'p',
    kind: 'chart',
    link: null,
    market: 'BTCUSD',
    settings: { interval: '1s', heat: false, ...settings }
  } as const
  const host = new PanelHost(desk, place, () => panel, panels.chart.icon)
  render(PanelStage, { desk, host, panel: ChartPanel })
  const feed = givePort(window)
  onTestFinished(feed.close)
  // The panel may subscribe again before it has the news.
  await waitFor(() => {
    const asked = main.payloads('markets.subscribe') as MarketInterest[]
    const interest = asked.findLast(({ parts }) => parts.candles?.interval === '1s')
    if (interest) feed.send({ ...newsOf(interest.id, 100), candles: candlesOf(trades, '1s') })
    expect(screen.queryAllByText('1.059')).not.toEqual([])
  })
  const chart = screen.getByRole('application')
  await drawnOnce()
  chart.focus()
  const press = async (...keys: readonly string[]) => {
    for (const stroke of keys) {
      const parts = stroke.split('+')
      const key = parts.at(-1)!
      const held = {
        altKey: parts.includes('Alt'),
        ctrlKey: parts.includes('Control'),
        shiftKey: parts.includes('Shift')
      }
      await fireEvent.keyDown(chart, { key, code: `Key${key.toUpperCase()}`, ...held })
      await fireEvent.keyUp(chart, { key, ...held })
    }
  }
  const kept = () => desk.drawings.of('BTCUSD')
  return { main, desk, chart, press, kept }
}

it('draws, selects, moves, duplicates and deletes with keys alone', async () => {
  const { press, kept, desk } = await show()
  await press('Alt+t')
  expect(desk.announcer.sentence).toBe(
    'Trend line: click two points, or move with the arrows and press Enter.'
  )
  await press('ArrowLeft', 'ArrowLeft', 'Enter', 'Shift+ArrowLeft', 'ArrowUp', 'Enter')
  await waitFor(() => expect(kept()).toHaveLength(1))
  const [drawn] = kept()
  const [from, to] = drawn!.anchors
  expect(drawn).toMatchObject({ kind: 'trend', colour: 'blue', width: 1 })
  expect(from!.at - to!.at).toBe(10_000)
  expect(Number(to!.price)).toBeGreaterThan(Number(from!.price))
  expect(desk.announcer.sentence.replace(/\u00a0/g, '')).toMatch(
    /^Trend line from 10\S+, 1 Jan 01:40:\d\d to 10\S+, 1 Jan 01:40:\d\d, selected\.$/
  )

  const price = (drawing: Drawing, anchor = 0) => Math.round(Number(drawing.anchors[anchor]!.price) * 100)
  await press('ArrowRight', 'Shift+ArrowUp')
  await waitFor(() => expect(price(kept()[0]!)).toBe(price(drawn!) + 10))
  expect(kept()[0]!.anchors.map(({ at }) => at)).toEqual([from!.at + 1000, to!.at + 1000])
  // Only the second point.
  await press('p', 'p', 'ArrowDown')
  expect(desk.announcer.sentence).toBe('Second point')
  await waitFor(() => expect(price(kept()[0]!, 1)).toBe(price(drawn!, 1) + 9))
  expect(price(kept()[0]!)).toBe(price(drawn!) + 10)

  await press('Control+d')
  await waitFor(() => expect(kept()).toHaveLength(2))
  await press('Delete')
  await waitFor(() => expect(kept()).toHaveLength(1))
  expect(kept()[0]!.id).toBe(drawn!.id)
  await press('Escape', 'd', 'Delete')
  await waitFor(() => expect(kept()).toEqual([]))
})

it('edits the text of a drawing, and leaves a locked one where it is', async () => {
  const { press, kept, chart } = await show()
  await press('Alt+h', 'ArrowLeft', 'Enter', 'Enter')
  const field = await screen.findByRole('textbox', { name: 'Text' })
  await fireEvent.input(field, { target: { value: '  Overnight high ' } })
  await fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(kept()[0]?.text).toBe('Overnight high'))
  expect(document.activeElement).toBe(chart)
  const bar = within(screen.getByRole('toolbar', { name: 'Selected drawing' }))
  await fireEvent.click(bar.getByRole('button', { name: 'Violet' }))
  await fireEvent.click(bar.getByRole('button', { name: '3 px' }))
  await fireEvent.click(bar.getByRole('button', { name: 'Lock' }))
  await waitFor(() => expect(kept()[0]).toMatchObject({ colour: 'violet', width: 3, locked: true }))
  const before = kept()[0]
  await press('ArrowUp')
  expect(kept()[0]).toEqual(before)
})

it('gives the focus back to the chart when the bar of a drawing is left or removed', async () => {
  const { press, kept, chart } = await show()
  await press('Alt+h', 'ArrowLeft', 'Enter')
  const bar = within(await screen.findByRole('toolbar', { name: 'Selected drawing' }))
  const remove = bar.getByRole('button', { name: 'Delete' })
  remove.focus()
  await fireEvent.keyDown(remove, { key: 'Escape' })
  expect(document.activeElement).toBe(chart)
  remove.focus()
  await fireEvent.click(remove)
  await waitFor(() => expect(kept()).toEqual([]))
  expect(document.activeElement).toBe(chart)
})

it('measures with the pointer, and Escape removes what was measured', async () => {
  const { chart, press, kept, desk } = await show()
  const at = (x: number, y: number) => ({ clientX: x, clientY: y, pointerId: 1, button: 0 })
  await fireEvent.pointerDown(chart, { ...at(300, 150), shiftKey: true })
  await fireEvent.pointerMove(chart, { ...at(370, 100), shiftKey: true })
  await fireEvent.pointerUp(chart, at(370, 100))
  expect(desk.announcer.sentence).toMatch(
    /^Measured: \+\S+ USD, \+\S+%, \+\S+ bp, 10 bars, 10 s, Volume \S+ BTC\.$/
  )
  await press('Escape')
  expect(kept()).toEqual([])
  // Then the key is the chart's.
  const others = vi.fn()
  window.addEventListener('keydown', others)
  await press('q')
  expect(others).toHaveBeenCalledTimes(1)
  window.removeEventListener('keydown', others)
})

it('draws with two clicks or by dragging, and drags what was drawn', async () => {
  const { chart, press, kept } = await show()
  const at = (x: number, y: number) => ({ clientX: x, clientY: y, pointerId: 1, button: 0 })
  const click = async (x: number, y: number) => {
    await fireEvent.pointerDown(chart, at(x, y))
    await fireEvent.pointerUp(chart, at(x, y))
  }
  await press('Alt+b')
  await click(300, 100)
  await fireEvent.pointerMove(chart, at(370, 150))
  expect(kept()).toEqual([])
  await click(370, 150)
  await waitFor(() => expect(kept()).toHaveLength(1))
  const [from, to] = kept()[0]!.anchors
  expect(to!.at - from!.at).toBe(10_000)
  // At its left side.
  await fireEvent.pointerDown(chart, at(300, 125))
  await fireEvent.pointerMove(chart, at(335, 125))
  await fireEvent.pointerUp(chart, at(335, 125))
  await waitFor(() => expect(kept()[0]!.anchors[0]!.at).toBe(from!.at + 5000))
  expect(kept()[0]!.anchors.map(({ price }) => price)).toEqual([from!.price, to!.price])
})

it('reaches each drawing with a key, and has a rail with one tab stop for the tools', async () => {
  const { press, kept, desk } = await show()
  await press('Alt+h', 'ArrowLeft', 'Enter', 'Alt+n', 'ArrowUp', 'Enter')
  await fireEvent.keyDown(await screen.findByRole('textbox', { name: 'Text' }), { key: 'Escape' })
  await waitFor(() => expect(kept().map(({ kind }) => kind)).toEqual(['level', 'note']))
  const said: string[] = []
  for (const key of ['Escape', 'd', 'd', 'd', 'Shift+d']) {
    await press(key)
    said.push(desk.announcer.sentence.split(' at ')[0]!)
  }
  expect(said.slice(1)).toEqual(['Horizontal line', 'Note', 'Horizontal line', 'Note'])
  const rail = within(screen.getByRole('toolbar', { name: 'Drawing tools' }))
  expect(rail.getByRole('button', { name: 'Pointer' }).getAttribute('aria-pressed')).toBe('true')
  const tools = ['Pointer', 'Measure', 'Horizontal line', 'Ray', 'Trend line', 'Rectangle', 'Note']
  const stops = tools.filter((name) => rail.getByRole('button', { name }).tabIndex === 0)
  expect(stops).toEqual(['Pointer'])
})

it('has no rail in a small panel unless it is wanted', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  await show()
  expect(screen.queryByRole('toolbar', { name: 'Drawing tools' })).toBeNull()
})
