import { canonical, type Decimal, divideUnits } from '../../base/decimal'
import type { Book, Side } from '../book'
import type { CumulativeLevel } from './totals'
import { walk } from './walk'

interface Row {
  readonly place: bigint
  amount: bigint
  size: bigint
  cost: bigint
}

/**
 * Rows of one tick each: bids at the multiple below, asks at the one above, so that no row promises a better price
 * than there is. Rows without levels are left out. Costs are those of the levels, not of the rows' prices.
 */
export function group(book: Book, side: Side, tick: Decimal, most: number): CumulativeLevel[] {
  if (tick.units <= 0n) throw new RangeError('A tick must be above zero.')
  const scale = Math.max(book.priceScale, tick.scale)
  const step = tick.units * 10n ** BigInt(scale - tick.scale)
  const finer = 10n ** BigInt(scale - book.priceScale)
  const rounding = side === 'bids' ? 'down' : 'up'
  const rows: Row[] = []
  for (const { price, amount } of walk(book, side)) {
    const place = divideUnits(price * finer, step, rounding)
    let row = rows.at(-1)
    if (row?.place !== place) {
      if (rows.length >= most) break
      row = { place, amount: 0n, size: row?.size ?? 0n, cost: row?.cost ?? 0n }
      rows.push(row)
    }
    row.amount += amount
    row.size += amount
    row.cost += price * amount
  }
  return rows.map(({ place, amount, size, cost }) => ({
    price: canonical({ units: place * step, scale }),
    amount: canonical({ units: amount, scale: book.amountScale }),
    size: canonical({ units: size, scale: book.amountScale }),
    cost: canonical({ units: cost, scale: book.priceScale + book.amountScale })
  }))
}
