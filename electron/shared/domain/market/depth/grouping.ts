import { canonical, type Decimal, divideUnits } from '../../base/decimal'
import type { Book, Side } from '../book'
import type { CumulativeLevel } from './totals'
import { walk } from './walk'

interface Row {
  readonly index: bigint
  amount: bigint
  size: bigint
  cost: bigint
}

/**
 * Bids are grouped at the multiple below, asks at the one above, so no row shows a better price than exists. Costs
 * are those of the levels.
 */
export function group(book: Book, side: Side, tick: Decimal, max: number): CumulativeLevel[] {
  if (tick.units <= 0n) throw new RangeError('A tick must be above zero.')
  const scale = Math.max(book.priceScale, tick.scale)
  const step = tick.units * 10n ** BigInt(scale - tick.scale)
  const finer = 10n ** BigInt(scale - book.priceScale)
  const rounding = side === 'bids' ? 'down' : 'up'
  const rows: Row[] = []
  for (const { price, amount } of walk(book, side)) {
    const index = divideUnits(price * finer, step, rounding)
    let row = rows.at(-1)
    if (row?.index !== index) {
      if (rows.length >= max) break
      row = { index, amount: 0n, size: row?.size ?? 0n, cost: row?.cost ?? 0n }
      rows.push(row)
    }
    row.amount += amount
    row.size += amount
    row.cost += price * amount
  }
  return rows.map(({ index, amount, size, cost }) => ({
    price: canonical({ units: index * step, scale }),
    amount: canonical({ units: amount, scale: book.amountScale }),
    size: canonical({ units: size, scale: book.amountScale }),
    cost: canonical({ units: cost, scale: book.priceScale + book.amountScale })
  }))
}
