import type { Book, Side } from '../book'
import { powers } from '../book/units'
import { binIndexOf, ruleOf, type Bin, type BinRule } from './bin'
import type { Bins } from './bins'
import { heatBins } from './column'
import { bookFigures } from './figure-names'
import { readFigures } from './figures'

const chunk = 512
const prices = new Float64Array(chunk)
const amounts = new Float64Array(chunk)
const sides: readonly Side[] = ['bids', 'asks']
const levelsForStep = 48

class Binned {
  step: Bin | null = null
  /** As a price. */
  bin = NaN
  first = 0
  readonly sizes = new Float64Array(heatBins)
}

/** One sample of a book. The memory is reused for every market. */
export class HeatSample {
  readonly fine = new Binned()
  readonly near = new Binned()
  readonly far = new Binned()
  /** Best prices, or NaN. */
  bid = NaN
  ask = NaN
  readonly figures = new Float64Array(bookFigures.length)
  hasFigures = false

  /** False if the book has no price. */
  take(book: Book, bins: Bins): boolean {
    this.bid = bestOf(book, 'bids')
    this.ask = bestOf(book, 'asks')
    const mid = middle(this.bid, this.ask)
    if (!(mid > 0 && mid < Infinity)) return false
    this.hasFigures = readFigures(book, this.figures)
    bins.follow({ mid, step: stepOf(book), spread: this.ask - this.bid }, () => reachOf(book))
    const { fine, near, far } = bins
    if (!fine || !near || !far) return false
    this.#lay(this.fine, fine, book, mid)
    this.#lay(this.near, near, book, mid)
    this.#lay(this.far, far, book, mid)
    if (book.wide) this.#readWide(book)
    else this.#read(book)
    return true
  }

  #lay(binned: Binned, bin: Bin, book: Book, mid: number): void {
    const { times, over } = ruleOf(bin, book.priceScale)
    const { bestBidUnits: bid, bestAskUnits: ask } = book
    // Integers if possible: a quotient of doubles may fall below its bin.
    const exact = Math.floor(((bid + ask) * times) / (2 * over))
    binned.step = bin
    binned.bin = bin.value
    const rough = Number.isNaN(exact) ? Math.floor(mid / bin.value) : exact
    binned.first = (book.wide ? wideMiddle(book, bin) : rough) - heatBins / 2
    binned.sizes.fill(0)
  }

  /** Near bins are added to far bins as a whole, unless the book is crossed. */
  #read(book: Book): void {
    const crossed = book.crossed()
    for (const side of sides) this.#readSide(book, side, crossed)
    if (crossed) return
    const { near, far } = this
    const times = Math.round(far.bin / near.bin)
    for (let position = 0; position < heatBins; position += 1)
      far.sizes[Math.floor((near.first + position) / times) - far.first]! += near.sizes[position]!
  }

  #readSide(book: Book, side: Side, crossed: boolean): void {
    const { fine, near, far } = this
    const fineRule = ruleOf(fine.step!, book.priceScale)
    const nearRule = ruleOf(near.step!, book.priceScale)
    const farRule = ruleOf(far.step!, book.priceScale)
    const one = 1 / powers[book.amountScale]!
    let fineReachesOn = true
    let reachesOn = true
    let count = book.read(side, chunk, prices, amounts)
    while (count > 0) {
      if (fineReachesOn) fineReachesOn = addUp(side, 0, count, fine, fineRule, one) === count
      const reached: number = reachesOn ? addUp(side, 0, count, near, nearRule, one) : 0
      reachesOn = reached === count
      // Levels beyond the far bins are dropped.
      if (addUp(side, crossed ? 0 : reached, count, far, farRule, one) < count) return
      count = count < chunk ? 0 : book.read(side, chunk, prices, amounts, prices[count - 1]!)
    }
  }

  #readWide(book: Book): void {
    for (const side of sides) {
      for (const { price, amount } of book.levels(side, Infinity)) {
        const size = Number(amount.units) / 10 ** amount.scale
        for (const { step, first, sizes } of [this.fine, this.near, this.far]) {
          const position = binIndexOf(price.units, price.scale, step!) - first
          if (position >= 0 && position < heatBins) sizes[position]! += size
        }
      }
    }
  }
}

/**
 * Adds levels to their bins and returns the first beyond them. Ordered levels need a division only for the first of
 * each bin.
 */
function addUp(
  side: Side,
  start: number,
  count: number,
  { first, sizes }: Binned,
  { times, over }: BinRule,
  one: number
): number {
  let from = 0
  let to = 0
  let position = 0
  for (let level = start; level < count; level += 1) {
    const price = prices[level]! * times
    if (!(price >= from && price < to)) {
      const index = Math.floor(price / over)
      from = index * over
      to = from + over
      position = index - first
      if (side === 'bids' ? position < 0 : position >= heatBins) return level
    }
    // A crossed book has levels beyond the other end.
    if (position >= 0 && position < heatBins) sizes[position]! += amounts[level]! * one
  }
  return count
}

function bestOf(book: Book, side: Side): number {
  if (!book.wide) {
    const units = side === 'bids' ? book.bestBidUnits : book.bestAskUnits
    return units / powers[book.priceScale]!
  }
  const best = book.best(side)
  return best ? Number(best.price.units) / 10 ** best.price.scale : NaN
}

/** For prices with more digits than a double. */
function wideMiddle(book: Book, bin: Bin): number {
  const [one, other] = [book.best('bids'), book.best('asks')]
  const bid = (one ?? other)!.price
  const ask = (other ?? one)!.price
  const scale = Math.max(bid.scale, ask.scale)
  const sum = bid.units * 10n ** BigInt(scale - bid.scale) + ask.units * 10n ** BigInt(scale - ask.scale)
  // Half the sum, with one more digit.
  return binIndexOf(sum * 5n, scale + 1, bin)
}

/** The best price if one side is empty. */
function middle(bid: number, ask: number): number {
  if (Number.isNaN(bid)) return ask
  return Number.isNaN(ask) ? bid : (bid + ask) / 2
}

/** The smallest distance between adjacent best levels; NaN if there are none. */
function stepOf(book: Book): number {
  let min = Infinity
  for (const side of sides) {
    const count = book.read(side, levelsForStep, prices, amounts)
    for (let position = 1; position < count; position += 1)
      min = Math.min(min, Math.abs(prices[position]! - prices[position - 1]!))
  }
  return min === Infinity ? NaN : min / powers[book.priceScale]!
}

/** The distance of the levels from the best one, without the outermost sixteenth. */
function reachOf(book: Book): number {
  let reach = 0
  for (const side of sides) {
    const last = book.count(side) - 1 - (book.count(side) >> 4)
    let passed = 0
    let count = book.read(side, chunk, prices, amounts)
    const best = prices[0]!
    while (count > 0) {
      if (last < passed + count) {
        reach = Math.max(reach, Math.abs(prices[last - passed]! - best))
        break
      }
      passed += count
      count = book.read(side, chunk, prices, amounts, prices[count - 1]!)
    }
  }
  return reach / powers[book.priceScale]!
}
