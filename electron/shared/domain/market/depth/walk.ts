import type { Decimal } from '../../base/decimal'
import type { Book, Side } from '../book'

/** A level in units of the book's scales. */
interface UnitLevel {
  readonly price: bigint
  readonly amount: bigint
}

const chunk = 256

/** The levels of a side, the best first, in numbers of any length. The book must not change on the way. */
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
    for (let place = 0; place < count; place += 1) {
      yield { price: BigInt(prices[place]!), amount: BigInt(amounts[place]!) }
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
