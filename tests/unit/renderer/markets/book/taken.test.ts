import fc from 'fast-check'
import { expect, it } from 'vitest'
import { lastTaken } from '#renderer/panels/book/taken'
import { costsOf } from '../cost'
import { books, ladderBook } from './books'

const tenThousand = 10_000

it('takes the rows that hold a level of the size, in any step', () => {
  const step = fc.constantFrom(1, 2, 5, 10)
  const size = fc.integer({ min: 1, max: 20_000_000 })
  fc.assert(
    fc.property(books(), step, size, (plain, ticks, units) => {
      const book = ladderBook(plain, ticks === 1 ? null : (ticks / 100).toFixed(2))
      const costs = costsOf(plain, { size: String(units / tenThousand) })
      const best = (side: 'bids' | 'asks') => Number(plain[side][0]?.[0])
      fc.pre(!(best('bids') > best('asks')))
      const last = lastTaken(book, costs)
      for (const side of ['bids', 'asks'] as const) {
        let left = units
        const rows = new Set<number>()
        for (const [price, amount] of plain[side]) {
          if (left <= 0) break
          left -= Math.round(Number(amount) * tenThousand)
          const cents = Math.round(Number(price) * 100)
          rows.add((side === 'bids' ? Math.floor(cents / ticks) : Math.ceil(cents / ticks)) * ticks)
        }
        expect(last[side]).toBe(rows.size - 1)
      }
    })
  )
})

it('takes nothing without a cost, and all of the rows if the size needs more', () => {
  const plain = { bids: [], asks: [['100', '1'] as const, ['101', '1'] as const] }
  expect(lastTaken(ladderBook(plain), null)).toEqual({ asks: -1, bids: -1 })
  const few = ladderBook(plain, null, 1)
  expect(lastTaken(few, costsOf(plain, { size: '2' })).asks).toBe(few.count('asks'))
})
