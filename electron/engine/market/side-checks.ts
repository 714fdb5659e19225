import * as v from 'valibot'
import { taken, type Book } from '#shared/domain/market/book/index'
import { isBuy, isSell, type Inference } from '#shared/domain/market/tape/index'
import { SideScore, savedScore } from './side-score'
import { savedCount, savedWhole } from './saved'

/** How many updates a trade may be later than the one that it belongs to. */
const maxLag = 24
const maxDrops = 64
const dropWidth = 4
const maxWaiting = 256

/** Prices and sizes are units of the book's scales. */
interface Traded {
  readonly price: number
  amount: number
  readonly inferences: Inference[]
}

export const savedSides = v.object({
  score: savedScore,
  priceScale: savedCount,
  amountScale: savedCount,
  /** Side (0: bids), price, size and age in updates, in turn. */
  drops: v.pipe(
    v.array(savedWhole),
    v.maxLength(maxDrops * dropWidth),
    v.check((drops) => drops.length % dropWidth === 0)
  ),
  waiting: v.pipe(
    v.array(
      v.object({
        price: savedWhole,
        amount: savedWhole,
        inferences: v.pipe(v.array(v.picklist([0, 1, 2, 3, 4])), v.maxLength(maxWaiting))
      })
    ),
    v.maxLength(maxWaiting)
  )
})
type SavedSides = v.InferOutput<typeof savedSides>

/**
 * How often inferred sides are right, without knowing the true ones: an update that takes exactly the traded size from
 * a price shows whose order was taken, however late the trade arrives.
 */
export class SideChecks {
  readonly #score = new SideScore()
  #priceScale = 0
  #amountScale = 0
  #updates = 0
  /** What was taken from the book, in a ring: price, size, number of the update, side (1: asks). */
  readonly #ring = new Float64Array(maxDrops * dropWidth)
  #drops = 0
  /** Trades since the last update, which may belong to the next one. */
  #waiting: Traded[] = []

  /** In percent, from the trades before; `unknownConfidence` without enough of them. */
  confidenceOf(inference: Inference): number {
    return this.#score.confidenceOf(inference)
  }

  /** In the book's units; what does not fit was not in the book. */
  traded(book: Book, price: number, amount: number, inference: Inference): void {
    if (!this.#fits(book) || Number.isNaN(price) || !(amount > 0)) return
    const known = this.#waiting.find((traded) => traded.price === price)
    if (known && known.inferences.length < maxWaiting) {
      known.amount += amount
      known.inferences.push(inference)
    } else if (this.#waiting.length < maxWaiting)
      this.#waiting.push({ price, amount, inferences: [inference] })
  }

  /** Call it once the book has applied an update. */
  updated(book: Book): void {
    this.#updates += 1
    if (taken.count === 0 && this.#waiting.length === 0) return
    if (!this.#fits(book)) return
    if (taken.count > 0) this.#take(book)
    if (this.#waiting.length === 0) return
    for (const traded of this.#waiting) this.#check(traded)
    this.#waiting = []
  }

  /** The book is not what it was before. */
  clear(): void {
    this.#drops = 0
    if (this.#waiting.length > 0) this.#waiting = []
  }

  save(): SavedSides {
    const drops: number[] = []
    for (let drop = Math.max(0, this.#drops - maxDrops); drop < this.#drops; drop += 1) {
      const at = (drop % maxDrops) * dropWidth
      const [price, size, update, isAsk] = this.#ring.subarray(at, at + dropWidth)
      const age = this.#updates - update!
      if (age < maxLag) drops.push(isAsk!, price!, size!, age)
    }
    return {
      score: this.#score.save(),
      priceScale: this.#priceScale,
      amountScale: this.#amountScale,
      drops,
      waiting: this.#waiting.map((traded) => ({ ...traded, inferences: [...traded.inferences] }))
    }
  }

  restore({ score, priceScale, amountScale, drops, waiting }: SavedSides): void {
    this.#score.restore(score)
    this.#priceScale = priceScale
    this.#amountScale = amountScale
    this.#updates = 0
    this.#drops = 0
    for (let at = 0; at < drops.length; at += dropWidth)
      this.#drop(drops[at] === 1 ? 1 : 0, drops[at + 1]!, drops[at + 2]!, -drops[at + 3]!)
    this.#waiting = waiting.map((traded) => ({ ...traded, inferences: [...traded.inferences] }))
  }

  /** False for a wide book. What was noted in other scales is dropped. */
  #fits({ wide, priceScale, amountScale }: Book): boolean {
    if (wide) return false
    if (priceScale === this.#priceScale && amountScale === this.#amountScale) return true
    this.clear()
    this.#priceScale = priceScale
    this.#amountScale = amountScale
    return true
  }

  /** A trade takes the best prices, so nothing better than what it took is left. */
  #take({ bestBidUnits, bestAskUnits }: Book): void {
    const { count, prices, sizes, signs } = taken
    for (let index = 0; index < count; index += 1) {
      const price = prices[index]!
      const isAsk = signs[index] === 1
      // Comparisons with NaN, the best price of an empty side, are false.
      if (isAsk ? price > bestAskUnits : price < bestBidUnits) continue
      this.#drop(isAsk ? 1 : 0, price, sizes[index]!, this.#updates)
    }
  }

  #drop(side: 0 | 1, price: number, size: number, update: number): void {
    const at = (this.#drops++ % maxDrops) * dropWidth
    const ring = this.#ring
    ring[at] = price
    ring[at + 1] = size
    ring[at + 2] = update
    ring[at + 3] = side
  }

  #check({ price, amount, inferences }: Traded): void {
    const [found, other] = this.#find(price, amount)
    // Neither, or either.
    if (found < 0 || other) return this.#score.unclear(inferences.length)
    const isAsk = this.#ring[found + 3] === 1
    // Another trade of that size belongs to another update.
    this.#ring[found + 1] = 0
    for (const inference of inferences) {
      const isSided = isBuy(inference) || isSell(inference)
      if (isSided) this.#score.add(inference, isBuy(inference) === isAsk)
    }
  }

  /** Where the newest of that size is in the ring, or -1, and whether there is one of the other side too. */
  #find(price: number, size: number): readonly [at: number, other: boolean] {
    const oldest = Math.max(0, this.#drops - maxDrops)
    const ring = this.#ring
    const since = this.#updates - maxLag
    let found = -1
    for (let drop = this.#drops - 1; drop >= oldest; drop -= 1) {
      const at = (drop % maxDrops) * dropWidth
      if (ring[at + 2]! <= since) break
      if (ring[at + 1] !== size || ring[at] !== price) continue
      if (found < 0) found = at
      else if (ring[at + 3] !== ring[found + 3]) return [found, true]
    }
    return [found, false]
  }
}
