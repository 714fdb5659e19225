import { formatDecimal } from '#shared/domain/base/decimal'
import type { Side, SizeCosts } from '../../lib/markets'
import { rankOf, type LadderBook } from './ladder-book'

/** The row of each side with the worst price of a size, beyond the last one if it was not sent; -1 for none. */
export function lastTaken(book: LadderBook, cost: SizeCosts | null): Record<Side, number> {
  const rowOf = (side: Side) => {
    const worst = cost?.figure(side, 'worst')
    if (!worst) return -1
    const text = formatDecimal(worst)
    return rankOf(book, side, { value: Number(text), text, side })
  }
  return { asks: rowOf('asks'), bids: rowOf('bids') }
}
