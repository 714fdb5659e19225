import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Decimal } from '#shared/domain/base/decimal'
import {
  aggressorOf,
  basisOf,
  inferAggressor,
  inferAggressorExactly,
  inferences,
  type Inference
} from '#shared/domain/market/tape/index'

interface Prices {
  readonly bid: Decimal | null
  readonly ask: Decimal | null
}

/** At one scale, or as long numbers. */
function bookOf({ bid, ask }: Prices, wide = false) {
  const priceScale = Math.max(bid?.scale ?? 0, ask?.scale ?? 0)
  const units = (price: Decimal | null) =>
    price && !wide ? Number(price.units * 10n ** BigInt(priceScale - price.scale)) : NaN
  return {
    wide,
    priceScale,
    bestBidUnits: units(bid),
    bestAskUnits: units(ask),
    best: (side: 'bids' | 'asks') => {
      const price = side === 'bids' ? bid : ask
      return price && { price }
    }
  }
}

const beforeOf = (price: Decimal | null, lastInference: Inference = inferences.none, wide = false) => ({
  lastPriceUnits: price && !wide ? Number(price.units) : NaN,
  priceScale: price && !wide ? price.scale : 0,
  lastPrice: price,
  lastInference
})

const d = (units: number, scale = 0): Decimal => ({ units: BigInt(units), scale })
const said = (inference: Inference) => `${aggressorOf(inference)} by ${basisOf(inference)}`

describe('the aggressor', () => {
  const book = bookOf({ bid: d(100), ask: d(105) })

  it.each([
    [105, 'buy by book-ask'],
    [110, 'buy by book-ask'],
    [100, 'sell by book-bid'],
    [99, 'sell by book-bid']
  ])('of a trade at %i comes from the book', (price, expected) => {
    expect(said(inferAggressor(book, beforeOf(d(103)), price, 0))).toBe(expected)
  })

  it.each([
    [104, inferences.none, 'buy by tick'],
    [102, inferences.none, 'sell by tick'],
    [103, inferences.none, 'unknown by none'],
    [103, inferences.bookAsk, 'buy by tick'],
    [103, inferences.tickUp, 'buy by tick'],
    [103, inferences.bookBid, 'sell by tick'],
    [103, inferences.tickDown, 'sell by tick']
  ] as const)('of a trade inside the spread at %i after %i comes from the tick', (price, last, expected) => {
    expect(said(inferAggressor(book, beforeOf(d(103), last), price, 0))).toBe(expected)
  })

  it('is unknown without a book and a previous trade', () => {
    expect(said(inferAggressor(null, beforeOf(null), 5, 0))).toBe('unknown by none')
    expect(said(inferAggressorExactly(null, beforeOf(null), d(5)))).toBe('unknown by none')
  })

  it('uses the tick in a crossed book', () => {
    const crossed = bookOf({ bid: d(105), ask: d(100) })
    expect(said(inferAggressor(crossed, beforeOf(d(101)), 102, 0))).toBe('buy by tick')
    expect(said(inferAggressor(crossed, beforeOf(d(101)), 99, 0))).toBe('sell by book-bid')
  })

  it('uses the only side', () => {
    expect(said(inferAggressor(bookOf({ bid: null, ask: d(105) }), beforeOf(null), 105, 0))).toBe(
      'buy by book-ask'
    )
    expect(said(inferAggressor(bookOf({ bid: d(9), ask: null }), beforeOf(null), 9, 0))).toBe(
      'sell by book-bid'
    )
  })

  it('compares across scales', () => {
    const fine = bookOf({ bid: d(100_499, 3), ask: d(100_501, 3) })
    expect(said(inferAggressor(fine, beforeOf(null), 1005, 1))).toBe('unknown by none')
    expect(said(inferAggressor(fine, beforeOf(null), 100_501, 3))).toBe('buy by book-ask')
    expect(said(inferAggressor(fine, beforeOf(null), 1_005_010_000, 7))).toBe('buy by book-ask')
  })

  it('is equal for short and long numbers', () => {
    const price = fc.record({
      units: fc.bigInt({ min: 0n, max: 2n ** 52n }),
      scale: fc.integer({ min: 0, max: 15 })
    })
    const close = fc.record({
      units: fc.bigInt({ min: 999n, max: 1002n }),
      scale: fc.integer({ min: 1, max: 2 })
    })
    const any = fc.oneof(price, close)
    const alike = fc.integer({ min: 0, max: 2 })
    const same = (scale: number) =>
      fc.record({ units: fc.bigInt({ min: 990n, max: 1010n }), scale: fc.constant(scale) })
    const sides = alike.chain((scale) =>
      fc.record({ bid: fc.option(same(scale)), ask: fc.option(same(scale)) })
    )
    fc.assert(
      fc.property(
        sides,
        fc.option(any),
        any,
        fc.constantFrom<Inference>(0, 1, 2, 3, 4),
        fc.boolean(),
        (prices, last, now, inference, wide) => {
          const exact = inferAggressorExactly(bookOf(prices), beforeOf(last, inference), now)
          const before = beforeOf(last, inference, wide)
          expect(inferAggressor(bookOf(prices), before, Number(now.units), now.scale)).toBe(exact)
          expect(inferAggressor(bookOf(prices, true), before, Number(now.units), now.scale)).toBe(exact)
        }
      ),
      { numRuns: 2000 }
    )
  })
})
