import { beforeEach, describe, expect, it } from 'vitest'
import { Desk, everything, type Page } from './desk'
import { expectSame, expectSameBook } from './truth'

let desk: Desk
let page: Page
beforeEach(() => {
  desk = new Desk()
  page = desk.page()
})

const market = (name = 'A') => desk.hub.market(name)!
const isLater = (price: number) => desk.book('A', false, [[String(price), '2']], [])

describe('feed frames', () => {
  it('are sent one at a time with the latest state', () => {
    const view = page.open('A')
    desk.start('A')
    desk.clock.advance(0)
    expect(page.sent).toHaveLength(1)
    const timers = desk.clock.waiting
    for (let price = 90; price < 100; price += 1) {
      isLater(price)
      expect(desk.clock.waiting).toBe(timers)
      desk.clock.advance(100)
    }
    expect(page.sent).toHaveLength(1)
    page.paint()
    expect(page.sent).toHaveLength(2)
    expectSame(view, market(), desk.clock.wall())
    page.settle()
    expect(page.sent).toHaveLength(2)
    expect(desk.publisher.counts).toMatchObject({ framesSent: 2, levelsMerged: 9 })
  })

  it('are sent at once to an idle window, and merged for a busy one', () => {
    page.open('A')
    desk.start('A')
    page.settle()
    desk.clock.advance(1000)
    // Time alone changed the heat.
    page.settle()
    const before = page.sent.length
    desk.clock.advance(16)
    isLater(99)
    desk.clock.advance(0)
    expect(page.sent).toHaveLength(before + 1)
    page.paint()
    // At most one frame in 16 ms.
    for (let turn = 0; turn < 160; turn += 1) {
      isLater(turn)
      desk.clock.advance(1)
      page.paint()
    }
    expect(page.sent.length - before).toBeLessThanOrEqual(12)
    expect(page.sent.length - before).toBeGreaterThanOrEqual(10)
  })

  it('are limited to the frame rate, with the last state always sent', () => {
    const view = page.open('A', { book: { levels: 3, grouping: null } })
    desk.start('A')
    page.settle()
    desk.interval = 100
    desk.clock.advance(1000)
    page.settle()
    const before = page.sent.length
    for (let turn = 0; turn < 1000; turn += 1) {
      isLater(90 + (turn % 10) / 10)
      desk.clock.advance(turn === 0 ? 0 : 1)
      page.paint()
      if (turn === 0) expect(page.sent).toHaveLength(before + 1)
    }
    expect(page.sent).toHaveLength(before + 10)
    desk.clock.advance(100)
    page.paint()
    expect(page.sent).toHaveLength(before + 11)
    expectSameBook(view, market())
  })

  it('are paced, except for state changes', () => {
    const view = page.open('A', { book: { levels: 3, grouping: null } }, 200)
    desk.start('A')
    page.settle()
    desk.clock.advance(1000)
    page.settle()
    const sent = page.sent.length
    for (let turn = 0; turn < 100; turn += 1) {
      isLater(90 + (turn % 10) / 10)
      desk.clock.advance(10)
      page.paint()
    }
    expect(page.sent.length - sent).toBeGreaterThanOrEqual(4)
    expect(page.sent.length - sent).toBeLessThanOrEqual(6)
    isLater(95)
    const lastSent = page.sent.length
    desk.clock.advance(200)
    page.paint()
    expect(page.sent).toHaveLength(lastSent + 1)
    expectSameBook(view, market())
    desk.clock.advance(0)
    page.paint()
    desk.hub.lost()
    desk.clock.advance(16)
    page.paint()
    expect(view.state).not.toBe('live')
  })

  it('contain only changes', () => {
    page.open('A')
    page.open('B')
    desk.start('A', 'B')
    page.settle()
    const sent = page.sent.length
    desk.book('B', false, [['99', '3']], [])
    page.settle()
    expect(page.news.slice(sent).map((news) => news.map(({ interest }) => interest))).toEqual([[2]])
    expect(page.news.at(-1)![0]).toMatchObject({ trades: null, candles: null })
  })

  it('contain everything for a new or changed subscription', () => {
    desk.hub.hold('A')
    desk.start('A')
    for (let price = 50; price < 60; price += 1) isLater(price)
    desk.trade('A', '100.5')
    const view = page.open('A')
    desk.clock.advance(0)
    expectSame(view, market(), desk.clock.wall())
    expect(view.trades).toMatchObject({ received: 1, skipped: 0 })
    page.settle()
    view.change({ market: 'A', parts: { ...everything, book: { levels: 3, grouping: '10' } } })
    page.settle()
    expect(view.book!.count('bids')).toBe(2)
    expectSame(view, market(), desk.clock.wall())
  })

  it('measure receipt to paint for new data only', () => {
    page.open('A')
    desk.start('A')
    page.settle()
    desk.painted.length = 0
    desk.clock.advance(500)
    isLater(99)
    desk.clock.advance(30)
    page.paint()
    page.settle()
    expect(desk.painted).toEqual([30])
    // A state change is not a received message.
    desk.clock.advance(60_000)
    page.settle()
    expect(desk.painted).toEqual([30])
  })
})

describe('hidden windows', () => {
  it('cost nothing, and get everything when shown', () => {
    const view = page.open('A')
    desk.start('A')
    page.settle()
    desk.publisher.setVisible('window-1', false)
    const sent = page.sent.length
    const timers = desk.clock.waiting
    page.open('A', { trades: { max: 1 } }).dispose()
    for (let trade = 0; trade < 10; trade += 1) {
      desk.trade('A', String(90 + trade))
      isLater(trade)
    }
    // Only the hub's timer remains.
    expect(desk.clock.waiting).toBe(timers)
    page.settle()
    expect(page.sent).toHaveLength(sent)
    desk.publisher.setVisible('window-1', true)
    page.settle()
    expectSame(view, market(), desk.clock.wall())
    expect(view.trades!.received + view.trades!.skipped).toBe(10)
    expect(view.trades!.rows).toHaveLength(6)
    expect(desk.publisher.counts.tradesSkipped).toBe(view.trades!.skipped)
  })

  it('get everything when shown without changes', () => {
    page.open('A')
    desk.start('A')
    desk.trade('A', '100')
    page.settle()
    const sent = page.sent.length
    desk.publisher.setVisible('window-1', false)
    desk.publisher.setVisible('window-1', true)
    page.settle()
    expect(page.news.slice(sent)).toMatchObject([
      [{ book: { bids: 1 }, candles: { fresh: true }, statistics: { lastDay: { trades: 1 } }, trades: null }]
    ])
  })

  it('stay idle while time passes', () => {
    page.open('A')
    desk.start('A')
    page.settle()
    const timers = desk.clock.waiting
    desk.publisher.setVisible('window-1', false)
    // Without the timer for moving figures.
    expect(desk.clock.waiting).toBe(timers - 1)
    const sent = page.sent.length
    desk.clock.advance(60_000)
    expect(page.sent).toHaveLength(sent)
  })
})

describe('connection changes', () => {
  it('show the last state as offline, and start over with the next connection', () => {
    const view = page.open('A')
    desk.start('A')
    desk.trade('A', '100')
    page.settle()
    const age = view.bookAge!
    desk.publisher.use(null)
    page.settle()
    expect(view.state).toBe('idle')
    expect(view.book!.count('bids')).toBe(1)
    expect(view.bookAge!).toBeGreaterThan(age)
    desk.clock.advance(60_000)
    expect(desk.hub.markets).toEqual([])
    desk.hub = desk.createHub()
    desk.publisher.use(desk.hub)
    page.settle()
    expectSame(view, market(), desk.clock.wall())
    expect(view.book!.count('bids')).toBe(0)
    desk.start('A')
    page.settle()
    expect(view.state).toBe('live')
    expectSame(view, market(), desk.clock.wall())
  })
})
