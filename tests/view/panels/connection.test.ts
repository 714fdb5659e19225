import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TimelineEntry } from '#shared/contract/app/diagnostics'
import type { HealthFrame } from '#shared/contract/market/feed'
import type { MarketsState, StreamStatus, WatchedMarket } from '#shared/contract/market/markets'
import { panels } from '#renderer/desk/panel-kinds'
import { PanelHost } from '#renderer/panels/shell/panel-host.svelte'
import ConnectionPanel from '../../../renderer/panels/connection/ConnectionPanel.svelte'
import { createDesk, startDesk } from '#renderer/lib/desk'
import { FakeMain } from '../support/bridge'
import { drawNowhere } from '../support/canvas'
import { stubResizeObserver } from '../support/resize-observer'
import PanelStage from './PanelStage.svelte'
import { place } from './place'

const at = Date.UTC(2026, 10, 21, 11, 30)
let main: FakeMain
let host: PanelHost
let stop: () => void

beforeEach(() => {
  drawNowhere()
  stubResizeObserver({ width: 446, height: 80 })
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(500)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  main = new FakeMain()
})
afterEach(() => {
  cleanup()
  stop()
})

async function show(): Promise<HTMLElement> {
  const desk = createDesk(main.bridge, window)
  stop = startDesk(desk, window)
  const panel = { id: 'p', kind: 'connection', link: null, market: null, settings: {} } as const
  host = new PanelHost(desk, place, () => panel, panels.connection.icon)
  await Promise.all([desk.connections.load(), desk.markets.load()])
  main.live()
  render(PanelStage, { desk, host, panel: ConnectionPanel })
  return screen.findByRole('region', { name: 'Connection' })
}

const tells = async (stream: Partial<StreamStatus>, watched: readonly WatchedMarket[] = []) => {
  const state: MarketsState = {
    ...main.markets,
    watched,
    markets: watched,
    stream: { ...main.markets.stream, ...stream }
  }
  main.markets = state
  main.push('markets.changed', state)
  await tick()
}
const market = (name: string, state: WatchedMarket['state']): WatchedMarket => ({
  market: name,
  state,
  since: at,
  reason: null
})
const lineOf = (region: HTMLElement, term: string) =>
  within(region).getByText(term).parentElement!.querySelector('dd')!.textContent!.replace(/\s+/g, ' ').trim()

describe('the stream', () => {
  it('shows since when and how many markets are live', async () => {
    const region = await show()
    await tells({ phase: 'subscribed', since: Date.now() - 65_000, roundTrip: 11.24 }, [
      market('BTCUSD', 'live'),
      market('ETHUSD', 'rebuilding'),
      market('SOLUSD', 'live')
    ])
    expect(lineOf(region, 'Live for')).toBe('1 min')
    expect(lineOf(region, 'Markets')).toBe('2 of 3 live')
    expect(within(region).getByTitle('ETHUSD: Rebuilding')).toBeTruthy()
    await tells({}, [market('BTCUSD', 'live'), market('SOLUSD', 'live'), market('NOPE', 'refused')])
    expect(lineOf(region, 'Markets')).toBe('2 of 2 live, 1 declined')
    expect(lineOf(region, 'Round trip')).toBe('11.2 ms')
    expect(within(region).queryByRole('button', { name: 'Try now' })).toBeNull()
  })

  it('counts down and retries', async () => {
    const region = await show()
    const sentence = 'The connection closed without a close frame.'
    const problem = { code: 'stream.close.lost', sentence, retryable: true }
    await tells({ phase: 'waiting', problem, retryAt: Date.now() + 7900, attempt: 3 })
    expect(lineOf(region, 'Next try')).toMatch(/^in \d s · attempt 3$/)
    expect(within(region).getByText(sentence)).toBeTruthy()
    await fireEvent.click(within(region).getByRole('button', { name: 'Try now' }))
    expect(main.payloads('markets.retry')).toHaveLength(1)
    await tells({ phase: 'subscribed', problem: null, retryAt: null })
    expect(within(region).queryByRole('button', { name: 'Try now' })).toBeNull()
  })
})

describe('the events', () => {
  const entry = (id: number, words: string, more: Partial<TimelineEntry> = {}): TimelineEntry => ({
    id,
    at: at + id * 1000,
    kind: 'quiet',
    words,
    ...more
  })

  it('shows the newest first with counts and updates', async () => {
    main.diagnostics = {
      ...main.diagnostics,
      timeline: [entry(1, 'Subscribed 12 markets'), entry(2, 'Broke off', { kind: 'bad', count: 2 })]
    }
    const region = await show()
    const list = await within(region).findByRole('list', { name: /newest first, times in UTC/ })
    const lines = () =>
      within(list)
        .getAllByRole('listitem')
        .map((line) => line.textContent.replace(/\s+/g, ' ').trim())
    await waitFor(() => expect(lines()).toHaveLength(2))
    expect(lines()[0]).toMatch(/11:30 ?✕ ?Problem: Broke off × 2$|11:30:02 ?✕ ?Problem: Broke off × 2$/)
    main.push('diagnostics.happened', entry(3, 'Reconnected after 1.2 s', { kind: 'good' }))
    await tick()
    expect(lines()).toHaveLength(3)
    expect(lines()[0]).toMatch(/Good: Reconnected after 1\.2 s$/)
    main.push('diagnostics.happened', entry(2, 'Broke off', { kind: 'bad', count: 3, at: at + 9000 }))
    await tick()
    expect(lines()).toHaveLength(3)
    expect(lines()[0]).toMatch(/Broke off × 3$/)
  })
})

describe('the figures', () => {
  const frame = (minute: number, p50: number, p99: number, messages: number): HealthFrame => ({
    at: at + minute * 60_000,
    loopDelay: 1,
    heap: 1,
    stream: { messages, bytes: 1, latency: { p50, p99 }, clockOffset: null, paint: null, queue: 0 }
  })

  it('are available as a table, newest minute first', async () => {
    main.answers['diagnostics.health'] = () => [
      frame(0, 3, 9, 900),
      frame(0.5, 5, 8, 1284),
      frame(2, 4, 40, 7)
    ]
    const region = await show()
    const table = await within(region).findByRole('grid', { name: /highest figures of each minute/ })
    await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(3))
    const rows = within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent))
    expect(rows).toEqual([
      ['Minute, UTC', 'Latency p50, ms', 'Latency p99, ms', 'Messages per second'],
      ['11:32', '4.0', '40.0', '7'],
      ['11:30', '5.0', '9.0', '1,284']
    ])
  })

  it('share the crosshair', async () => {
    main.answers['diagnostics.health'] = () => [frame(0, 3, 9, 900)]
    const region = await show()
    await within(region).findByRole('grid')
    const [plot] = region.querySelectorAll('canvas')
    const move = new PointerEvent('pointermove', { bubbles: true })
    // A quarter of the 15 minutes.
    Object.defineProperty(move, 'offsetX', { value: 100 })
    plot!.dispatchEvent(move)
    expect(host.desk.cursor.now).toMatchObject({ at: at - 0.75 * 15 * 60_000, price: null })
    await fireEvent.pointerLeave(plot!)
    expect(host.desk.cursor.now).toBeNull()
    // Another panel's crosshair stays.
    host.desk.cursor.point({ scope: 'w', link: 'a', market: 'BTCUSD', at, price: null })
    await fireEvent.pointerLeave(plot!)
    expect(host.desk.cursor.now).toMatchObject({ market: 'BTCUSD' })
  })
})
