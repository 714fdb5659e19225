import { compareDecimals, type Decimal } from '../../base/decimal'
import type { Book, Side } from '../book'
import { decimalUnitsAt, limit } from '../book/units'

/** One side in units of the book's scales. */
export interface Rows {
  readonly prices: Float64Array
  readonly amounts: Float64Array
  /** Cumulative sizes. */
  readonly sums: Float64Array
}

/** Returned if doubles cannot hold the numbers; `group` can. */
export const tooLong = -1

const chunk = 512
const prices = new Float64Array(chunk)
const amounts = new Float64Array(chunk)

/** NaN if the tick is not a whole number of units. */
export function tickUnits(book: Book, tick: Decimal): number {
  if (compareDecimals(tick, { units: 0n, scale: 0 }) <= 0) return NaN
  return decimalUnitsAt(tick, book.priceScale)
}

/** The same rows as `group` without allocations; returns the count or `tooLong`. */
export function readRows(book: Book, side: Side, tick: number, max: number, rows: Rows): number {
  const bids = side === 'bids'
  let row = -1
  let edge = bids ? Infinity : -Infinity
  let sum = 0
  let count = book.read(side, chunk, prices, amounts)
  if (count < 0) return tooLong
  for (;;) {
    for (let index = 0; index < count; index += 1) {
      const price = prices[index]!
      if (bids ? price < edge : price > edge) {
        if (row + 1 >= max) return row + 1
        row += 1
        edge = bids ? roundDown(price, tick) : -roundDown(-price, tick)
        if (edge > limit || edge < -limit) return tooLong
        rows.prices[row] = edge
        rows.amounts[row] = 0
      }
      sum += amounts[index]!
      if (sum > limit) return tooLong
      rows.amounts[row]! += amounts[index]!
      rows.sums[row] = sum
    }
    if (count < chunk) return row + 1
    count = book.read(side, chunk, prices, amounts, prices[count - 1]!)
  }
}

/** The remainder of doubles is exact; the floor of their quotient is not. */
function roundDown(price: number, tick: number): number {
  const rest = price % tick
  return rest < 0 ? price - rest - tick : price - rest
}
