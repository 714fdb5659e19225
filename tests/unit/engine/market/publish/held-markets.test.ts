import { beforeEach, describe, expect, it } from 'vitest'
import { Desk, everything, type Page } from './desk'

let desk: Desk
let page: Page
beforeEach(() => {
  desk = new Desk()
  page = desk.page()
})

const market = (name = 'A') => desk.hub.market(name)!

describe('markets in the hub', () => {
  it('are held once for all windows and panels', () => {
    const other = desk.page('window-2')
    const first = page.open('A')
    const second = page.open('A', { trades: { max: 3 } })
    other.open('A')
    expect(desk.desired).toEqual([['market_data A', 'execution_data A']])
    first.dispose()
    second.dispose()
    desk.clock.advance(60_000)
    expect(desk.hub.market('A')).toBeDefined()
    desk.publisher.close('window-2')
    desk.clock.advance(60_000)
    expect(desk.hub.market('A')).toBeUndefined()
    expect(desk.desired[0]).toEqual([])
  })

  it('stay held while a view changes its subscription', () => {
    const view = page.open('A')
    const before = market()
    view.change({ market: 'A', parts: { ...everything, statistics: false } })
    desk.clock.advance(60_000)
    expect(market()).toBe(before)
  })

  it('are released with all windows, without timers', () => {
    page.open('A')
    desk.page('window-2').open('B')
    desk.start('A', 'B')
    desk.publisher.dispose()
    desk.hub.dispose()
    expect(desk.clock.waiting).toBe(0)
  })

  it('are released with the page', () => {
    page.open('A')
    desk.start('A')
    page.settle()
    const again = desk.page('window-1')
    desk.book('A', false, [['99', '2']], [])
    desk.clock.advance(60_000)
    expect(again.sent).toEqual([])
    expect(desk.hub.market('A')).toBeUndefined()
  })

  it('are limited per window', () => {
    for (let id = 1; id <= 400; id += 1)
      desk.publisher.subscribe('window-1', { id, market: 'A', parts: everything })
    const more = () => desk.publisher.subscribe('window-1', { id: 401, market: 'A', parts: everything })
    expect(more).toThrow('at most 400')
    desk.publisher.subscribe('window-1', { id: 400, market: 'B', parts: everything })
  })
})
