import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDecimal, parseDecimal, type Decimal } from '#shared/domain/base/decimal'
import { Book } from '#shared/domain/market/book/index'
import { Tick } from '#shared/domain/market/depth/index'

const padded = (value: Decimal, digits: number) => {
  const text = formatDecimal(value)
  const [whole, fraction = ''] = text.split('.')
  return `${whole}.${fraction.padEnd(digits, '0')}`
}
const level = (price: string) => ({ price: parseDecimal(price)!, amount: parseDecimal('1.5000000000')! })

function bookOf(prices: readonly string[]): Book {
  const book = new Book()
  const [bids, asks] = [prices.slice(0, prices.length / 2), prices.slice(prices.length / 2)]
  book.replaceExact({
    kind: 'book',
    market: 'A',
    snapshot: true,
    time: 0n,
    bids: bids.map(level),
    asks: asks.map(level)
  })
  return book
}

describe('the price tick', () => {
  it('is learned from prices despite zeros', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1n, 2n, 5n, 25n),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 1000, max: 100_000 }),
        (digit, scale, zeros, base) => {
          const prices = Array.from({ length: 40 }, (_, index) => ({
            units: BigInt(base + index) * digit,
            scale
          }))
          const book = bookOf(prices.map((price) => padded(price, scale + zeros)))
          const tick = new Tick().learn(book)
          expect(tick * 10 ** -book.priceScale).toBeCloseTo(Number(digit) * 10 ** -scale, 12)
          // Keeps two digits of padding.
          const useful = Math.max(scale, 2)
          expect(book.priceScale).toBe(scale + zeros > useful + 2 ? useful : scale + zeros)
          expect(book.wide).toBe(false)
        }
      )
    )
  })

  it('needs enough prices, and gets finer', () => {
    expect(new Tick().learn(bookOf(['100.00', '200.00']))).toBe(1)
    const tick = new Tick()
    const some = Array.from({ length: 20 }, (_, index) => `${100 + index}.50`)
    expect(tick.learn(bookOf(some))).toBe(50)
    expect(tick.learn(bookOf([...some, '120.25', '121.25']))).toBe(25)
  })

  it('keeps digits once needed', () => {
    const book = bookOf(['10.12500000', '11.50000000'])
    expect(book.priceScale).toBe(3)
    book.replaceExact({
      kind: 'book',
      market: 'A',
      snapshot: true,
      time: 1n,
      bids: [level('10.50000000')],
      asks: [level('11.50000000')]
    })
    expect(book.priceScale).toBe(3)
  })
})
