import {
  addDecimals,
  canonical,
  compareDecimals,
  divideDecimals,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
  subtractDecimals,
  type Decimal
} from '#shared/domain/base/decimal'
import type { BookLevels, Side } from '../../lib/markets'

/** The cost of taking everything from the best price to a price. */
interface PriceSweep {
  readonly size: string
  /** In quote currency. */
  readonly cost: string
  /** Two digits finer than the prices. */
  readonly average: string
  /** Slippage from the best price in basis points, rounded to two digits. */
  readonly slip: string
  /** In percent, to four digits. */
  readonly percent: string
  /** Merged levels make the costs approximate. */
  readonly near: boolean
}

const zero: Decimal = { units: 0n, scale: 0 }

/** Sweeps all levels down to the price; null if there is none, or if levels beyond those `asked` for are missing. */
export function sweepTo(
  levels: BookLevels,
  side: Side,
  price: Decimal,
  { merged, asked }: { readonly merged: boolean; readonly asked: number }
): PriceSweep | null {
  const count = levels.count(side)
  const best = levels.bestPrice(side)
  if (!best || count === 0 || best.units <= 0n) return null
  let size = zero
  let cost = zero
  let row = 0
  for (; row < count; row += 1) {
    const at = parseDecimal(levels.priceText(side, row) ?? '')
    const amount = parseDecimal(levels.amountText(side, row) ?? '')
    if (!at || !amount || isBeyond(side, at, price)) break
    size = addDecimals(size, amount)
    cost = addDecimals(cost, multiplyDecimals(at, amount))
  }
  if (size.units <= 0n || (row === count && count >= asked)) return null
  const worse = worseThan(side, cost, multiplyDecimals(size, best))
  const paid = multiplyDecimals(size, best)
  return {
    size: formatDecimal(canonical(size)),
    cost: formatDecimal(canonical(cost)),
    average: formatDecimal(divideDecimals(cost, size, levels.news.priceScale + 2)),
    slip: formatDecimal(divideDecimals(multiplyDecimals(worse, tenThousand), paid, 2)),
    percent: formatDecimal(divideDecimals(multiplyDecimals(worse, hundred), paid, 4)),
    near: merged
  }
}

const hundred: Decimal = { units: 100n, scale: 0 }
const tenThousand: Decimal = { units: 10_000n, scale: 0 }

const isBeyond = (side: Side, at: Decimal, price: Decimal) =>
  side === 'asks' ? compareDecimals(at, price) > 0 : compareDecimals(at, price) < 0

const worseThan = (side: Side, cost: Decimal, paid: Decimal) =>
  side === 'asks' ? subtractDecimals(cost, paid) : subtractDecimals(paid, cost)
