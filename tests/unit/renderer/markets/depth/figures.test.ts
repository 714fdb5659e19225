import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestPrices } from '#shared/domain/market/best-prices'
import {
  canonical,
  compareDecimals,
  formatDecimal,
  parseDecimal,
  type Decimal
} from '#shared/domain/base/decimal'
import { cumulative, depthWithin } from '#shared/domain/market/depth/index'
import {
  percentOf,
  pointedAt,
  priceAway,
  rowAt,
  totalWithin,
  type SentLevels
} from '#renderer/panels/depth/figures'
import { books, domainBook, levelsOf, type PlainBook, type PlainLevel } from '../book/books'

const sides = ['bids', 'asks'] as const
const sent = (book: PlainBook, grouping: string | null = null, levels = 500): SentLevels => ({
  book: levelsOf(book, grouping, levels),
  levels,
  grouping
})
const decimal = (text: string) => parseDecimal(text)!
const same = (one: Decimal | null, other: Decimal | null) =>
  one === null || other === null ? one === other : compareDecimals(one, other) === 0

/** In whole units. */
const units = (text: string) => BigInt(text.replace('.', ''))
const within = (levels: readonly PlainLevel[], holds: (price: bigint) => boolean) =>
  levels.filter(([price]) => holds(units(price)))
const sizeOf = (levels: readonly PlainLevel[]) => ({
  units: levels.reduce((sum, [, amount]) => sum + units(amount), 0n),
  scale: 4
})
const costOf = (levels: readonly PlainLevel[]) => ({
  units: levels.reduce((sum, [price, amount]) => sum + units(price) * units(amount), 0n),
  scale: 6
})

describe('the figures at a price', () => {
  it('match size and cost of the whole book', () => {
    fc.assert(
      fc.property(books(), (plain) => {
        const from = sent(plain)
        for (const side of sides) {
          cumulative(domainBook(plain), side, 500).forEach(({ price, size, cost }, row) => {
            expect(rowAt(from.book, side, price)).toBe(row)
            const pointed = pointedAt([from], from, side, row)!
            expect([canonical(pointed.price), pointed.size, pointed.cost].map(formatDecimal)).toEqual(
              [price, size, cost].map(formatDecimal)
            )
          })
        }
      })
    )
  })

  it('include the edge of each distance', () => {
    fc.assert(
      fc.property(books(), fc.integer({ min: 0, max: 80 }), (plain, hundredths) => {
        const book = domainBook(plain)
        const middle = bestPrices(book)?.mid
        if (!middle) return
        const percent = { units: BigInt(hundredths), scale: 2 }
        for (const side of sides) {
          const total = totalWithin([sent(plain)], side, priceAway(middle, percent, side))
          const expected = depthWithin(book, side, percent)!
          if (expected.levels === 0) expect(total).toBe('none')
          else expect(total).toMatchObject({ size: expected.size, cost: expected.cost })
        }
      })
    )
  })

  it('include the size on the other side', () => {
    fc.assert(
      fc.property(books(), fc.nat(39), (plain, place) => {
        const from = sent(plain)
        for (const side of sides) {
          const pointed = pointedAt([from], from, side, place)
          const [bid, ask] = [plain.bids[0], plain.asks[0]]
          if (!pointed) continue
          if (!bid || !ask) {
            expect(pointed.mirror).toBeNull()
            continue
          }
          const edge = units(bid[0]) + units(ask[0]) - units(plain[side][place]![0])
          const other = side === 'bids' ? 'asks' : 'bids'
          const levels = within(plain[other], (price) => (other === 'bids' ? price >= edge : price <= edge))
          expect(same(pointed.mirror!.price, { units: edge, scale: 2 })).toBe(true)
          expect(same(pointed.mirror!.size, sizeOf(levels))).toBe(true)
        }
      })
    )
  })

  it('are exact sizes and bounded costs for merged levels', () => {
    fc.assert(
      fc.property(books(), fc.constantFrom('0.05', '0.1', '0.2'), (plain, grouping) => {
        const from = sent(plain, grouping)
        for (const side of sides) {
          for (let row = 0; row < from.book.count(side); row += 1) {
            const { price, size, cost, grouping: said } = pointedAt([from], from, side, row)!
            const edge = price.units * 10n ** BigInt(2 - price.scale)
            const levels = within(plain[side], (one) => (side === 'bids' ? one >= edge : one <= edge))
            expect(said).toBe(grouping)
            expect(same(size, sizeOf(levels))).toBe(true)
            const sign = compareDecimals(cost, costOf(levels))
            if (side === 'bids') expect(sign).toBeLessThanOrEqual(0)
            else expect(sign).toBeGreaterThanOrEqual(0)
          }
        }
      })
    )
  })

  it('end with the levels sent, and prefer single levels', () => {
    const plain: PlainBook = {
      bids: [
        ['99.00', '1'],
        ['98.00', '2'],
        ['90.00', '4']
      ].map(([price, amount]) => [price!, amount!]),
      asks: [
        ['101.00', '1'],
        ['102.00', '2'],
        ['110.00', '4']
      ].map(([price, amount]) => [price!, amount!])
    }
    const near = sent(plain, null, 2)
    const far = sent(plain, '5')
    expect(totalWithin([near], 'asks', decimal('102.00'))).toMatchObject({ grouping: null })
    expect(totalWithin([near], 'asks', decimal('102.01'))).toBeNull()
    expect(totalWithin([near, far], 'asks', decimal('102'))).toMatchObject({ grouping: null })
    expect(totalWithin([near, far], 'asks', decimal('110'))).toMatchObject({ grouping: '5' })
    expect(pointedAt([near], sent(plain), 'asks', 2)?.mirror).toBeNull()
  })

  it('support 18 digits, tiny prices and crossed books', () => {
    const plain: PlainBook = {
      bids: [['0.000000000000123457', '123456789012345678.000000000000000001']],
      asks: [
        ['0.000000000000123456', '0.000000000000000002'],
        ['0.000000000000123458', '0.000000000000000003']
      ]
    }
    const from = sent(plain)
    const asks = pointedAt([from], from, 'asks', 1)!
    expect(formatDecimal(asks.size)).toBe('0.000000000000000005')
    expect(formatDecimal(asks.mirror!.price)).toBe('0.000000000000123455')
    expect(formatDecimal(asks.mirror!.size)).toBe('123456789012345678.000000000000000001')
    expect(formatDecimal(percentOf(asks.price, from.book.best()!.mid)!)).toBe('0.0012')
    const bids = pointedAt([from], from, 'bids', 0)!
    expect(formatDecimal(bids.cost)).toBe('15241.604801097160368846000000000000123457')
  })
})
