import * as v from 'valibot'
import type { Book, Side } from '#shared/domain/market/book/index'
import { decimalUnitsAt, unitsAt } from '#shared/domain/market/book/units'
import type { Level } from '#shared/domain/market/messages'
import { PackedMessage } from '#shared/domain/market/packed'
import { isBuy, isSell, type Inference } from '#shared/domain/market/tape/index'
import { SideScore, savedScore } from './side-score'
import { savedCount, savedWhole } from './saved'
import type { BookUpdate } from './update-buffer'

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

/** One side of an update, in the book's units; shared by all books. */
const prices: number[] = []
const amounts: number[] = []
/** What the update takes that the book applies; shared by all books. */
const takenPrices: number[] = []
const takenSizes: number[] = []
let takenCount = 0
/** Those before are of bids. */
let takenAsks = 0

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

  /** Call it before the book applies the update. */
  updating(book: Book, message: BookUpdate): void {
    takenCount = takenAsks = 0
    if (!this.#fits(book)) return
    this.#updates += 1
    if (message instanceof PackedMessage) {
      const { bids, asks } = message
      if (bids > 0) this.#readPacked(book, 'bids', message, 0, bids)
      takenAsks = takenCount
      if (asks > 0) this.#readPacked(book, 'asks', message, bids, bids + asks)
    } else {
      this.#readExact(book, 'bids', message.bids)
      takenAsks = takenCount
      this.#readExact(book, 'asks', message.asks)
    }
  }

  /** Call it once the book has applied the update. */
  updated(book: Book): void {
    if (takenCount === 0 && this.#waiting.length === 0) return
    if (!this.#fits(book)) return
    if (takenCount > 0) {
      const { bestBidUnits, bestAskUnits } = book
      // A trade takes the best prices, so nothing better than what it took is left. Comparisons with NaN are false.
      for (let index = 0; index < takenCount; index += 1) {
        const price = takenPrices[index]!
        const isAsk = index >= takenAsks
        if (!(isAsk ? price > bestAskUnits : price < bestBidUnits))
          this.#drop(isAsk ? 1 : 0, price, takenSizes[index]!, this.#updates)
      }
    }
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

  #readPacked(book: Book, side: Side, message: PackedMessage, from: number, to: number): void {
    const { priceScales, amountScales } = message
    const scale = this.#priceScale
    const best = side === 'bids' ? book.bestBidUnits : book.bestAskUnits
    let at = from
    for (; at < to; at += 1) {
      const price = message.prices[at]!
      if ((priceScales[at] === scale ? price : unitsAt(price, priceScales[at]!, scale)) === best) break
    }
    if (at === to) return
    for (let index = from; index < to; index += 1) {
      prices[index - from] = unitsAt(message.prices[index]!, priceScales[index]!, scale)
      amounts[index - from] = unitsAt(message.amounts[index]!, amountScales[index]!, this.#amountScale)
    }
    this.#readSide(book, side, to - from)
  }

  #readExact(book: Book, side: Side, levels: readonly Level[]): void {
    levels.forEach(({ price, amount }, index) => {
      prices[index] = decimalUnitsAt(price, this.#priceScale)
      amounts[index] = decimalUnitsAt(amount, this.#amountScale)
    })
    this.#readSide(book, side, levels.length)
  }

  /** Most updates leave the best price alone, or only change its size: what is behind it was not traded. */
  #readSide(book: Book, side: Side, count: number): void {
    const best = side === 'bids' ? book.bestBidUnits : book.bestAskUnits
    let first = 0
    while (first < count && prices[first] !== best) first += 1
    if (first === count) return
    const isRemoved = amounts[first] === 0
    for (let index = isRemoved ? 0 : first; index < (isRemoved ? count : first + 1); index += 1) {
      // NaN, which does not fit, is neither.
      const size = book.amountAt(side, prices[index]!) - amounts[index]!
      if (!(size > 0)) continue
      takenPrices[takenCount] = prices[index]!
      takenSizes[takenCount] = size
      takenCount += 1
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
