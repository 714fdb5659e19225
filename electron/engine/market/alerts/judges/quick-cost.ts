import type { Decimal } from '#shared/domain/base/decimal'
import type { Book, Side } from '#shared/domain/market/book/index'
import type { SizeUnit } from '#shared/domain/market/depth/index'

const chunk = 64
const prices = new Float64Array(chunk)
const amounts = new Float64Array(chunk)
/** Of the wanted size; below this, doubles cannot tell whether the side has it. */
const inexact = 1e-9

/**
 * The slippage of a size from the mid in basis points, as a double for every message: Infinity if the side lacks the
 * size, NaN if doubles cannot tell.
 */
export function quickCost(book: Book, side: Side, wanted: Decimal, unit: SizeUnit): number {
  if (book.wide) return NaN
  const isBase = unit === 'base'
  const scale = book.amountScale + (isBase ? 0 : book.priceScale) - wanted.scale
  const all = Number(wanted.units) * 10 ** scale
  let left = all
  let size = 0
  let cost = 0
  let beyond: number | undefined
  for (;;) {
    const count = book.read(side, chunk, prices, amounts, beyond)
    for (let index = 0; index < count; index += 1) {
      const price = prices[index]!
      const amount = amounts[index]!
      const here = isBase ? amount : amount * price
      if (here >= left) {
        const last = isBase ? left : left / price
        return slippage(book, side, (cost + last * price) / (size + last))
      }
      left -= here
      size += amount
      cost += amount * price
    }
    if (count < chunk) return left > all * inexact ? Infinity : NaN
    beyond = prices[count - 1]!
  }
}

function slippage({ bestBidUnits, bestAskUnits }: Book, side: Side, average: number): number {
  const mid = (bestBidUnits + bestAskUnits) / 2
  return ((side === 'asks' ? average - mid : mid - average) / mid) * 10_000
}
