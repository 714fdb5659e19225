import { cleanup, render, screen, waitFor, within } from '@testing-library/svelte'
import { expect, vi } from 'vitest'
import type { MarketNews } from '#shared/contract/market/market-news'
import type { MarketInterest } from '#shared/contract/market/markets'
import type { PanelSettings } from '#shared/domain/workspace/index'
import { panels } from '#renderer/desk/panel-kinds'
import { PanelHost } from '#renderer/panels/shell/panel-host.svelte'
import BookPanel from '../../../renderer/panels/book/BookPanel.svelte'
import { createDesk, startDesk } from '#renderer/lib/desk'
import { levelsOf, type PlainBook } from '../../unit/renderer/markets/book/books'
import { FakeMain } from '../support/bridge'
import { liveNews } from '../support/news'
import { givePort, type MainEnd } from '../support/port'
import { stubResizeObserver } from '../support/resize-observer'
import PanelStage from './PanelStage.svelte'
import { place } from './place'

export const plain: PlainBook = {
  bids: [
    ['64211.00', '1.0419'],
    ['64210.50', '0.4581']
  ],
  asks: [
    ['64211.50', '0.4273'],
    ['64212.00', '0.3980']
  ]
}

/** An order book panel whose painted texts are recorded. */
export class BookStage {
  readonly main = new FakeMain()
  readonly painted: string[] = []
  host!: PanelHost
  #feed!: MainEnd
  #version = 0
  readonly #stops: (() => void)[] = []

  constructor() {
    const strokes: Record<string, unknown> = {
      fillText: (text: string) => this.painted.push(text),
      measureText: () => ({ width: 7 })
    }
    const context = new Proxy(
      {},
      { get: (_, name) => strokes[String(name)] ?? (() => undefined), set: () => true }
    )
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as CanvasRenderingContext2D)
    stubResizeObserver({ width: 360, height: 28 + 12 * 19 })
  }

  end(): void {
    cleanup()
    for (const stop of this.#stops) stop()
  }

  async show(settings: PanelSettings = {}, market: string | null = 'BTCUSD'): Promise<HTMLElement> {
    const desk = createDesk(this.main.bridge, window)
    this.#stops.push(startDesk(desk, window))
    await Promise.all([desk.settings.load(), desk.connections.load(), desk.markets.load()])
    this.main.live()
    const panel = { id: 'p', kind: 'book', link: null, market, settings } as const
    this.host = new PanelHost(desk, place, () => panel, panels.book.icon)
    render(PanelStage, { desk, host: this.host, panel: BookPanel })
    const feed = (this.#feed = givePort(window))
    this.#stops.push(() => feed.close())
    return screen.findByRole('region', { name: market === null ? 'Order book' : `Order book ${market}` })
  }

  asked = () =>
    this.main.calls
      .filter(({ name }) => name === 'markets.subscribe')
      .map(({ payload }) => payload as MarketInterest)

  async send(book: PlainBook, more: Partial<MarketNews> = {}) {
    await waitFor(() => expect(this.asked().length).toBeGreaterThan(0))
    const { id, parts } = this.asked().at(-1)!
    const before = this.#feed.drawn()
    const version = ++this.#version
    this.#feed.send(liveNews(id, { version, book: levelsOf(book, parts.book!.grouping).news, ...more }))
    await waitFor(() => expect(this.#feed.drawn()).toBeGreaterThan(before))
  }
}

export const rows = (region: HTMLElement) =>
  within(region)
    .getAllByRole('row', { hidden: true })
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('gridcell', { hidden: true })
        .slice(0, 4)
        .map((cell) => cell.textContent)
    )
