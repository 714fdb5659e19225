import fc from 'fast-check'
import type { TradesNews } from '#shared/contract/market/market-news'
import { unknownConfidence } from '#shared/domain/market/tape/aggressor'
import * as v from 'valibot'
import { tapeFilter, type TapeFilter } from '#shared/contract/market/panels/trades'
import { TapeTrades } from '#renderer/lib/markets/trades'
import { RowFilter } from '#renderer/lib/tape/filter'

/** Price and amount in units of two and four digits. */
export interface Print {
  readonly millisecond: number
  readonly nanosecond: number
  readonly price: number
  readonly amount: number
  /** 0 unknown, 1 buy, 2 sell. */
  readonly side: number
}

export const priceScale = 2
export const amountScale = 4
const start = 1_700_000_000

/** Few values, to get collisions. */
export const anyPrint: fc.Arbitrary<Print> = fc.record({
  millisecond: fc.integer({ min: 0, max: 5 }),
  nanosecond: fc.constantFrom(0, 1, 999_999),
  price: fc.integer({ min: 100, max: 102 }),
  amount: fc.integer({ min: 1, max: 40 }),
  side: fc.constantFrom(0, 1, 2)
})

export function newsOf(prints: readonly Print[], first: number, more: Partial<TradesNews> = {}): TradesNews {
  const cells = prints.flatMap(({ millisecond, nanosecond, price, amount, side }, index) => [
    first + index,
    price,
    amount,
    start + Math.floor(millisecond / 1000),
    (millisecond % 1000) * 1_000_000 + nanosecond,
    side,
    0,
    unknownConfidence
  ])
  return {
    priceScale,
    amountScale,
    fresh: first === 0,
    skipped: 0,
    move: 0,
    values: Float64Array.from(cells),
    exact: null,
    ...more
  }
}

export function tapeOf(prints: readonly Print[], max = 1000): TapeTrades {
  const tape = new TapeTrades(max)
  tape.apply(newsOf(prints, 0))
  return tape
}

export const filterWith = (parts: Partial<TapeFilter>) => new RowFilter(v.parse(tapeFilter, parts))
