import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Ladder, middleHeight, rowHeight } from '#renderer/panels/book/ladder'
import { books, ladderBook } from './books'

const sizes = fc.record({
  width: fc.integer({ min: 80, max: 900 }),
  height: fc.integer({ min: 60, max: 1400 })
})

it('finds each row at its position', () => {
  fc.assert(
    fc.property(
      books(),
      sizes,
      fc.boolean(),
      fc.integer({ min: -30, max: 30 }),
      (plain, { width, height }, beside, by) => {
        const ladder = new Ladder()
        ladder.shape(beside)
        ladder.resize(width, height)
        const book = ladderBook(plain)
        ladder.fill(book)
        ladder.scroll(book, by)
        ladder.fill(book)
        ladder.lanes.forEach((lane, at) => {
          lane.visible.rows.forEach(({ kind }, index) => {
            const top = ladder.topOf(lane, index)
            const high = kind === 'middle' ? middleHeight : rowHeight
            expect(top).toBeGreaterThanOrEqual(0)
            expect(top + high).toBeLessThanOrEqual(height)
            for (const y of [top, top + high - 1])
              expect(ladder.rowAt(lane.left + 1, y)).toEqual({ lane: at, index })
          })
        })
        const free = height - middleHeight - (beside ? ladder.count : ladder.count - 1) * rowHeight
        expect(free).toBeLessThan(rowHeight)
        expect(ladder.rowAt(1, height + 1)).toBeNull()
      }
    )
  )
})

it('maps a price to the row that is not better', () => {
  fc.assert(
    fc.property(
      books(),
      fc.integer({ min: 9_900, max: 10_200 }),
      fc.constantFrom(null, '0.05', '0.5'),
      (plain, units, grouping) => {
        const ladder = new Ladder()
        ladder.resize(300, 2500)
        const book = ladderBook(plain, grouping)
        ladder.fill(book)
        const price = units / 100
        const prices = (side: 'bids' | 'asks') =>
          Array.from({ length: book.count(side) }, (_, row) => book.value(side, row))
        const bestBid = Number(plain.bids[0]?.[0] ?? -Infinity)
        const bestAsk = Number(plain.asks[0]?.[0] ?? Infinity)
        const wanted =
          price >= bestAsk
            ? prices('asks').find((each) => each >= price)
            : price <= bestBid
              ? prices('bids').find((each) => each <= price)
              : undefined
        const place = ladder.positionOf(book, price)
        const row = place && ladder.row(place)
        expect(row?.side ? book.value(row.side, row.level) : undefined).toBe(wanted)
      }
    )
  )
})

it('marks a price in its row or between rows', () => {
  fc.assert(
    fc.property(
      books(),
      fc.integer({ min: 9_900, max: 10_200 }),
      fc.constantFrom(null, '0.05', '0.5'),
      fc.boolean(),
      (plain, units, grouping, beside) => {
        const ladder = new Ladder()
        ladder.shape(beside)
        ladder.resize(600, 2500)
        const book = ladderBook(plain, grouping)
        ladder.fill(book)
        const step = Math.round(100 * Number(grouping ?? 0))
        const cents = ladder.lanes.map(({ visible }) =>
          visible.rows.map(({ kind, side, level }) =>
            kind === 'level' && side !== null && level >= 0 ? Math.round(book.value(side, level) * 100) : null
          )
        )
        const mark = ladder.markOf(book, units / 100, Number(grouping ?? 0))
        if (!mark) {
          // Beyond every drawn row.
          for (const prices of cents.map((all) => all.filter((each) => each !== null)))
            expect(units < Math.min(...prices) || units > Math.max(...prices)).toBe(true)
          return
        }
        const { lane, index } = mark.position
        const prices = cents[lane]!
        const here = prices[index]!
        if (!mark.below) {
          const away = ladder.row(mark.position)!.side === 'asks' ? here - units : units - here
          expect(away === 0 || (away > 0 && away < step)).toBe(true)
          return
        }
        const next = prices.slice(index + 1).find((each) => each !== null)!
        expect(units).toBeGreaterThan(Math.min(here, next))
        expect(units).toBeLessThan(Math.max(here, next))
        // Without steps, no row has it.
        if (step === 0) expect(cents.flat()).not.toContain(units)
      }
    )
  )
})
