import type { Book } from '../book'

const looked = 64
/** Fewer prices may share a step by chance. */
const enough = 12
const prices = new Float64Array(looked)
const amounts = new Float64Array(looked)

/** The price step of a market, learned from its prices. */
export class Tick {
  #common = 0
  #scale = 0
  readonly #seen = new Set<number>()

  /** In units of the price scale; 1 until enough prices are known, and for wide books. */
  learn(book: Book): number {
    if (book.wide) return 1
    if (book.priceScale !== this.#scale) this.#begin(book.priceScale)
    for (const side of ['bids', 'asks'] as const) {
      const count = book.read(side, looked, prices, amounts)
      for (let row = 0; row < count; row += 1) {
        if (this.#seen.size < enough) this.#seen.add(prices[row]!)
        if (prices[row]! % this.#common !== 0) this.#common = commonOf(prices[row]!, this.#common)
      }
    }
    return this.#seen.size < enough ? 1 : usualStepOf(this.#common)
  }

  #begin(scale: number): void {
    this.#scale = scale
    this.#common = 0
    this.#seen.clear()
  }
}

function commonOf(one: number, other: number): number {
  while (other !== 0) [one, other] = [other, one % other]
  return one
}

function usualStepOf(common: number): number {
  let power = 1
  while (common % (power * 10) === 0 && power < 1e15) power *= 10
  return [25, 5, 2].map((digit) => digit * power).find((step) => common % step === 0) ?? power
}
