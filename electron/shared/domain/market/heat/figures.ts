import { subtractDecimals, type Decimal } from '../../base/decimal'
import type { Book } from '../book'
import { powers } from '../book/units'
import { sizesWithin } from '../depth/totals'
import { bookFigures } from './figure-names'

const sides = ['bids', 'asks'] as const
const basisPoints = [10, 50]
const count = bookFigures.length

/** False if it has none, since a side is empty or the book is crossed. */
export function readFigures(book: Book, into: Float64Array): boolean {
  const [bid, ask] = [book.best('bids')?.price, book.best('asks')?.price]
  const [bids, asks] = sides.map((side) => sizesWithin(book, side, basisPoints))
  if (!bid || !ask || !bids || !asks || book.crossed()) return false
  into[0] = numberOf(subtractDecimals(ask, bid))
  for (const [index, size] of bids.entries()) {
    into[1 + 2 * index] = numberOf(size)
    into[2 + 2 * index] = numberOf(asks[index]!)
  }
  return true
}

const numberOf = ({ units, scale }: Decimal) => Number(units) / (powers[scale] ?? 10 ** scale)

/** Figures of books, each weighted by the milliseconds for which it counts. */
export class FigureSums {
  time = 0
  readonly #sums = new Float64Array(count)

  add(figures: Readonly<ArrayLike<number>>, milliseconds: number): void {
    this.time += milliseconds
    for (let index = 0; index < count; index += 1) this.#sums[index]! += figures[index]! * milliseconds
  }

  merge(later: FigureSums): void {
    this.time += later.time
    for (let index = 0; index < count; index += 1) this.#sums[index]! += later.#sums[index]!
  }

  clear(): void {
    this.time = 0
    this.#sums.fill(0)
  }

  /** The means, which are NaN without any time. */
  read(into: Float64Array): void {
    for (let index = 0; index < count; index += 1) into[index] = this.#sums[index]! / this.time
  }

  save(): readonly number[] {
    return [this.time, ...this.#sums]
  }

  restore([time = 0, ...sums]: readonly number[]): void {
    this.time = time
    this.#sums.set(sums)
  }
}
