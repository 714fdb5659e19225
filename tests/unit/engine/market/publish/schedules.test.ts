import fc from 'fast-check'
import { expect, test } from 'vitest'
import { candleWidth, tradeWidth, type TradesNews } from '#shared/contract/market/market-news'
import type { MarketParts } from '#shared/contract/market/markets'
import type { MarketView } from '#renderer/lib/markets/view'
import { Desk, type Page } from './desk'
import { expectSame, expectSameBook } from './truth'

const names = ['A', 'B']
const name = fc.constantFrom(...names)
const window = fc.nat(1)

const price = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 9000, max: 11_000 }).map((units) => (units / 100).toFixed(2)) },
  { weight: 1, arbitrary: fc.constantFrom('99.123456789012345678', '12345678901234567.25', '0.5') }
)
const amount = fc.oneof(
  { weight: 20, arbitrary: fc.integer({ min: 0, max: 50_000 }).map((units) => (units / 1000).toFixed(3)) },
  { weight: 1, arbitrary: fc.constantFrom('9007199254740993', '0.00000000000000000001') }
)
const levels = fc.array(fc.tuple(price, amount), { maxLength: 4 })
const heat: fc.Arbitrary<NonNullable<MarketParts['heat']>> = fc.record({
  interval: fc.constantFrom('1s', '5s', '1m'),
  max: fc.integer({ min: 1, max: 12 })
})
const cost: fc.Arbitrary<NonNullable<MarketParts['cost']>> = fc.record({
  size: fc.constantFrom('0.001', '3.25', '40', '5000', '123456.789', '0.00000000000000000001'),
  unit: fc.constantFrom('base', 'quote'),
  within: fc.constantFrom(null, 10, 500)
})
const parts: fc.Arbitrary<MarketParts> = fc.record({
  book: fc.option(
    fc.record({
      levels: fc.integer({ min: 1, max: 8 }),
      grouping: fc.constantFrom(null, '0.01', '0.5', '5', '0.003')
    })
  ),
  trades: fc.option(fc.record({ max: fc.integer({ min: 1, max: 8 }) })),
  candles: fc.option(
    fc.record({
      interval: fc.constantFrom('1s' as const, '5s' as const, '1m' as const),
      max: fc.integer({ min: 1, max: 5 })
    })
  ),
  statistics: fc.boolean(),
  heat: fc.option(heat, { nil: null }),
  cost: fc.option(cost, { nil: null })
})
const pace = fc.constantFrom(null, 50, 200)

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('book' as const), name, bids: levels, asks: levels }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('trade' as const), name, price, amount, late: fc.nat(9000) })
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('pass' as const), milliseconds: fc.constantFrom(0, 1, 16, 300) })
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('paint' as const), window }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('see' as const), window, visible: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('open' as const), window, name, parts, pace }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('change' as const), at: fc.nat(9), name, parts, pace })
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dispose' as const), at: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reconnect' as const) }) }
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

class Run {
  readonly desk = new Desk()
  readonly pages = [this.desk.page('one'), this.desk.page('two')]
  readonly views: { readonly view: MarketView; readonly page: Page }[] = []
  readonly #hidden = new Map<Page, number>()
  #time = 10_000

  constructor() {
    // Held like a watchlist, so that the hub does not restart.
    for (const each of names) this.desk.hub.hold(each)
    this.desk.start(...names)
    for (const page of this.pages) page.onFrame = () => this.#came(page)
  }

  take(one: Step): void {
    const { desk, pages, views } = this
    if (one.do === 'book') desk.book(one.name, false, one.bids, one.asks)
    else if (one.do === 'trade') desk.trade(one.name, one.price, one.amount, (this.#time += 100) - one.late)
    else if (one.do === 'pass') desk.clock.advance(one.milliseconds)
    else if (one.do === 'paint') pages[one.window]!.paint()
    else if (one.do === 'see') this.#see(pages[one.window]!, one.visible)
    else if (one.do === 'open') {
      const page = pages[one.window]!
      if (views.length < 10) views.push({ view: page.open(one.name, one.parts, one.pace), page })
    } else if (one.do === 'change') {
      const wanted = { market: one.name, parts: one.parts, ...(one.pace !== null && { pace: one.pace }) }
      views[one.at]?.view.change(wanted)
    } else if (one.do === 'dispose') views.splice(one.at, 1)[0]?.view.dispose()
    else {
      desk.hub.lost()
      desk.start(...names)
    }
  }

  /** Shows and paints every window. */
  rest(): void {
    for (const page of this.pages) this.#see(page, true)
    for (let turn = 0; turn < 3; turn += 1) {
      // The figures of the last 24 hours change again.
      this.desk.clock.advance(10_000)
      for (const page of this.pages) page.settle()
    }
  }

  #see(page: Page, visible: boolean): void {
    this.desk.publisher.setVisible(page.id, visible)
    if (visible) this.#hidden.delete(page)
    else this.#hidden.set(page, page.sent.length)
  }

  /** A frame is true on arrival. */
  #came(page: Page): void {
    expect(this.#hidden.has(page)).toBe(false)
    const changes = new Set(page.news.at(-1)!.map(({ interest }) => interest))
    expect(changes.size).toBeGreaterThan(0)
    for (const { interest, candles } of page.news.at(-1)!) {
      const max = page.subscriptions.get(interest)?.parts.candles?.max ?? 0
      if (candles) expect(candles.values.length / candleWidth).toBeLessThanOrEqual(max)
    }
    for (const each of this.views) {
      if (each.page === page && each.view.book && changes.size === this.#countOf(page))
        expectSameBook(each.view, this.desk.hub.market(each.view.market)!)
    }
  }

  #countOf(page: Page): number {
    return this.views.filter((each) => each.page === page).length
  }
}

/** Every trade is sent once and in order, or counted as skipped. */
function expectNoTradeLost(page: Page, arrivals: (market: string) => number): void {
  const next = new Map<number, number>()
  for (const { interest, trades } of page.news.flat()) {
    if (!trades) continue
    const from = next.get(interest)
    const numbers = numbersOf(trades)
    expect(trades.fresh).toBe(from === undefined)
    const first = from === undefined ? (numbers[0] ?? 0) : from + trades.skipped
    expect(numbers).toEqual(numbers.map((_, index) => first + index))
    next.set(interest, first + numbers.length)
  }
  for (const { id, market, parts } of page.subscriptions.values())
    if (parts.trades) expect(next.get(id)).toBe(arrivals(market))
}

const numbersOf = ({ values }: TradesNews) => [...values].filter((_, cell) => cell % tradeWidth === 0)

test('sends the hub’s state after any events, and loses no trade silently', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 120 }), (steps) => {
      const run = new Run()
      for (const one of steps) run.take(one)
      run.rest()
      for (const { view } of run.views)
        expectSame(view, run.desk.hub.market(view.market)!, run.desk.clock.wall())
      const arrivals = (market: string) => run.desk.hub.market(market)!.tape.arrivals
      for (const page of run.pages) expectNoTradeLost(page, arrivals)
      run.desk.publisher.dispose()
      run.desk.hub.dispose()
      expect(run.desk.clock.waiting).toBe(0)
    }),
    { numRuns: 120 }
  )
})
