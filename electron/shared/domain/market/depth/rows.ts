import { compareDecimals, type Decimal } from '../../base/decimal'
import type { Book, Side } from '../book'
import { decimalUnitsAt, limit } from '../book/units'

/** What a window draws of one side, in units of the book's scales; room for as many rows as are asked for. */
export interface Rows {
  readonly prices: Float64Array
  readonly amounts: Float64Array
  /** The sum of the sizes so far. */
  readonly sums: Float64Array
}

/** The answer of `readRows` for a book whose numbers or sums doubles do not hold: `group` takes any. */
export const tooLong = -1

const chunk = 512
const prices = new Float64Array(chunk)
const amounts = new Float64Array(chunk)

/** A tick in the book's price units, or NaN when it is not a whole number of them: `group` takes any. */
export function tickUnits(book: Book, tick: Decimal): number {
  if (compareDecimals(tick, { units: 0n, scale: 0 }) <= 0) return NaN
  return decimalUnitsAt(tick, book.priceScale)
}

/** The same rows as `group` has, without an object for any of them; returns how many, or `tooLong`. */
export function readRows(book: Book, side: Side, tick: number, most: number, rows: Rows): number {
  const bids = side === 'bids'
  let row = -1
  /** The last price that still belongs to the row. */
  let edge = bids ? Infinity : -Infinity
  let sum = 0
  let count = book.read(side, chunk, prices, amounts)
  if (count < 0) return tooLong
  for (;;) {
    for (let place = 0; place < count; place += 1) {
      const price = prices[place]!
      if (bids ? price < edge : price > edge) {
        if (row + 1 >= most) return row + 1
        row += 1
        edge = bids ? roundDown(price, tick) : -roundDown(-price, tick)
        if (edge > limit || edge < -limit) return tooLong
        rows.prices[row] = edge
        rows.amounts[row] = 0
      }
      sum += amounts[place]!
      if (sum > limit) return tooLong
      rows.amounts[row]! += amounts[place]!
      rows.sums[row] = sum
    }
    if (count < chunk) return row + 1
    count = book.read(side, chunk, prices, amounts, prices[count - 1]!)
  }
}

/** The remainder of doubles is exact, where the floor of their quotient is not. */
function roundDown(price: number, tick: number): number {
  const rest = price % tick
  return rest < 0 ? price - rest - tick : price - rest
}
