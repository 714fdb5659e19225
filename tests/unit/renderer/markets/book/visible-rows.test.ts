import fc from 'fast-check'
import { expect, it } from 'vitest'
import { priceOf } from '#renderer/panels/book/ladder'
import type { LadderBook } from '#renderer/panels/book/ladder-book'
import { VisibleRows } from '#renderer/panels/book/visible-rows'
import type { RowsShape } from '#renderer/panels/book/row'
import { books, ladderBook, type PlainBook } from './books'

const shapes = fc.constantFrom<RowsShape>('both', 'bids', 'asks')
const counts = fc.integer({ min: 1, max: 31 })

const standing = (visible: VisibleRows, book: LadderBook) =>
  visible.rows.map((row) =>
    row.kind === 'level' ? String(priceOf(book, row)) : row.kind === 'middle' ? 'middle' : ''
  )

it('follows the book around the middle or from the best price', () => {
  fc.assert(
    fc.property(books(), shapes, counts, (plain, shape, count) => {
      const book = ladderBook(plain)
      const visible = new VisibleRows(shape)
      visible.fill(book, count)
      const asks = plain.asks.map(([price]) => String(Number(price)))
      const bids = plain.bids.map(([price]) => String(Number(price)))
      const above = Math.floor((count - 1) / 2)
      const both = [
        ...Array.from({ length: above }, (_, index) => asks[above - 1 - index] ?? ''),
        'middle',
        ...Array.from({ length: count - 1 - above }, (_, index) => bids[index] ?? '')
      ]
      const one = Array.from({ length: count }, (_, index) => (shape === 'asks' ? asks : bids)[index] ?? '')
      expect(standing(visible, book)).toEqual(shape === 'both' ? both : one)
    })
  )
})

const sizes = (plain: PlainBook, side: 'bids' | 'asks') =>
  new Map(plain[side].map(([price, amount]) => [String(Number(price)), Number(amount)]))

it('keeps prices while held and updates their levels', () => {
  fc.assert(
    fc.property(
      fc.array(books(), { minLength: 2, maxLength: 6 }),
      shapes,
      counts,
      fc.constantFrom(null, '0.05'),
      ([first, ...later], shape, count, grouping) => {
        const visible = new VisibleRows(shape)
        let book = ladderBook(first!, grouping)
        visible.fill(book, count)
        const before = standing(visible, book)
        visible.hold(book)
        visible.fill(book, count)
        let now = standing(visible, book)
        before.forEach((price, row) => price !== '' && expect(now[row]).toBe(price))
        for (const plain of later) {
          book = ladderBook(plain, grouping)
          visible.fill(book, count)
          const next = standing(visible, book)
          now.forEach((price, row) => price !== '' && expect(next[row]).toBe(price))
          now = next
          if (grouping === null) expectSizes(visible, book, plain)
        }
        const prices = now.filter((price) => price !== '' && price !== 'middle').map(Number)
        const sorted = [...prices].sort((one, other) => (shape === 'asks' ? one - other : other - one))
        expect(prices).toEqual(sorted)
        expect(new Set(prices).size).toBe(prices.length)
      }
    )
  )
})

function expectSizes(visible: VisibleRows, book: LadderBook, plain: PlainBook) {
  for (const row of visible.rows) {
    if (row.kind !== 'level') continue
    const price = String(priceOf(book, row))
    const { side } = row
    const resting = side === null ? undefined : sizes(plain, side).get(price)
    if (row.level < 0) {
      const seen = visible.shape === 'both' ? (['bids', 'asks'] as const) : [visible.shape]
      for (const each of seen) expect(sizes(plain, each).has(price)).toBe(false)
      continue
    }
    expect(resting).toBe(book.levels.amount(side!, row.level) / 10 ** book.levels.news.amountScale)
  }
}

it('reports levels between held rows', () => {
  fc.assert(
    fc.property(books(), books(), counts, (first, second, count) => {
      const visible = new VisibleRows('both')
      visible.fill(ladderBook(first), count)
      visible.hold(ladderBook(first))
      const book = ladderBook(second)
      visible.fill(book, count)
      const all = [...second.asks, ...second.bids].map(([price]) => Number(price))
      visible.rows.forEach(({ slot, between }, index) => {
        const below = visible.rows[index + 1]?.slot
        if (!slot || !below) return expect(between).toBeNull()
        expect(between !== null).toBe(all.some((price) => price < slot.value && price > below.value))
      })
    })
  )
})

it('totals up to the last level at the price or better', () => {
  fc.assert(
    fc.property(books(), books(), counts, (first, second, count) => {
      const visible = new VisibleRows('both')
      visible.fill(ladderBook(first), count)
      visible.hold(ladderBook(first))
      const book = ladderBook(second)
      visible.fill(book, count)
      for (const { slot, side, reach } of visible.rows) {
        if (!slot || side === null) continue
        const better = second[side].filter(([price]) =>
          side === 'asks' ? Number(price) <= slot.value : Number(price) >= slot.value
        )
        expect(reach + 1).toBe(better.length)
      }
    })
  )
})

it('keeps a scrolled price in view, and returns to the middle', () => {
  fc.assert(
    fc.property(
      books(),
      fc.integer({ min: 5, max: 21 }),
      fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 8 }),
      (plain, count, turns) => {
        const book = ladderBook(plain)
        const visible = new VisibleRows('both')
        visible.fill(book, count)
        const home = standing(visible, book)
        for (const turn of turns) {
          visible.scroll(book, turn)
          visible.fill(book, count)
        }
        const scrolled = standing(visible, book)
        const isAway = visible.away
        visible.release()
        visible.fill(book, count)
        // An unchanged book does not move.
        expect(standing(visible, book)).toEqual(isAway ? scrolled : home)
        visible.recentre()
        visible.fill(book, count)
        expect(standing(visible, book)).toEqual(home)
        expect(visible.away).toBe(false)
      }
    )
  )
})

it('does not mistake unsent levels for empty ones', () => {
  const plain: PlainBook = {
    bids: [['99', '1']],
    asks: Array.from({ length: 12 }, (_, index) => [String(100 + index), '1'] as const)
  }
  const visible = new VisibleRows('both')
  visible.fill(ladderBook(plain), 21)
  visible.hold(ladderBook(plain))
  visible.fill(ladderBook(plain, null, 4), 21)
  const known = visible.rows.filter(({ slot, side }) => slot && side === 'asks').map((row) => row.known)
  expect(known).toEqual([...Array<boolean>(6).fill(false), ...Array<boolean>(4).fill(true)])
})

it('distinguishes prices that are equal as doubles', () => {
  const [low, high] = ['123456789012345678.1', '123456789012345678.2']
  const both: PlainBook = {
    bids: [],
    asks: [
      [low, '1'],
      [high, '2']
    ]
  }
  const visible = new VisibleRows('asks')
  visible.fill(ladderBook(both), 2)
  visible.hold(ladderBook(both))
  visible.fill(ladderBook({ bids: [], asks: [[high, '3']] }), 2)
  expect(visible.rows.map(({ slot, level }) => [slot?.text, level])).toEqual([
    [low, -1],
    [high, 0]
  ])
})
