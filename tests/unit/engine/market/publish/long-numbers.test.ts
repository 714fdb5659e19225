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

describe('long numbers', () => {
  it('are exact where doubles are not', () => {
    const view = page.open('A', { ...everything, book: { levels: 5, grouping: null } })
    desk.start('A')
    desk.book(
      'A',
      false,
      [['99.000000000000000001', '9007199254740993.5']],
      [['123456789012345678901', '0.000000000000000003']]
    )
    desk.trade('A', '99.000000000000000001', '9007199254740993.5')
    page.settle()
    expectSame(view, market(), desk.clock.wall())
    expect(view.trades!.rows.at(-1)).toMatchObject({
      price: '99.000000000000000001',
      amount: '9007199254740993.5'
    })
  })

  it('are exact if only the sums are too long', () => {
    const view = page.open('A')
    desk.start('A')
    for (const price of ['90', '91', '92']) desk.book('A', false, [[price, '9007199254740991']], [])
    page.settle()
    expect(market().book.wide).toBe(false)
    expectSameBook(view, market())
  })

  it('are grouped by steps finer than the prices', () => {
    const view = page.open('A', { book: { levels: 5, grouping: '0.03' } })
    desk.start('A')
    page.settle()
    expectSameBook(view, market())
    expect(view.book!.news.exact).toBeNull()
  })
})
