import type { Decimal } from '../../base/decimal'
import type { Book, Side } from '../book'

interface UnitLevel {
  readonly price: bigint
  readonly amount: bigint
}

const chunk = 256

/** Best first. The book must not change during the walk. */
export function* walk(book: Book, side: Side): Generator<UnitLevel, void> {
  if (book.wide) {
    for (const { price, amount } of book.levels(side, Infinity)) {
      yield { price: unitsOf(price, book.priceScale), amount: unitsOf(amount, book.amountScale) }
    }
    return
  }
  const prices = new Float64Array(chunk)
  const amounts = new Float64Array(chunk)
  let count = book.read(side, chunk, prices, amounts)
  while (count > 0) {
    for (let index = 0; index < count; index += 1) {
      yield { price: BigInt(prices[index]!), amount: BigInt(amounts[index]!) }
    }
    count = count < chunk ? 0 : book.read(side, chunk, prices, amounts, prices[count - 1]!)
  }
}

export function bestUnits(book: Book, side: Side): UnitLevel | null {
  const best = book.best(side)
  if (!best) return null
  return { price: unitsOf(best.price, book.priceScale), amount: unitsOf(best.amount, book.amountScale) }
}

const unitsOf = ({ units, scale }: Decimal, wanted: number) => units * 10n ** BigInt(wanted - scale)
