import type { Book, Side } from '../book'
import { powers } from '../book/units'
import { binIndexOf, ruleOf, type Bin, type BinRule } from './bin'
import type { Bins } from './bins'
import { heatBins } from './column'

const chunk = 512
const prices = new Float64Array(chunk)
const amounts = new Float64Array(chunk)
const sides: readonly Side[] = ['bids', 'asks']
/** So many levels tell in what steps a market is traded. */
const levelsForStep = 48

/** The book at one moment, summed by price. */
export class Binned {
  bin: Bin | null = null
  first = 0
  readonly sizes = new Float64Array(heatBins)
}

/** One look at a book. The same memory serves every market: whoever wants to keep any of it adds it up elsewhere. */
export class HeatSample {
  readonly near = new Binned()
  readonly far = new Binned()
  /** Best prices, or NaN. */
  bid = NaN
  ask = NaN

  /** False where a book has no price that bins could lie round. */
  take(book: Book, bins: Bins): boolean {
    this.bid = bestOf(book, 'bids')
    this.ask = bestOf(book, 'asks')
    const mid = middle(this.bid, this.ask)
    if (!(mid > 0 && mid < Infinity)) return false
    bins.follow({ mid, step: stepOf(book), spread: this.ask - this.bid }, () => reachOf(book))
    const { near, far } = bins
    if (!near || !far) return false
    this.#lay(this.near, near, book, mid)
    this.#lay(this.far, far, book, mid)
    if (book.wide) this.#readWide(book)
    else this.#read(book)
    return true
  }

  #lay(binned: Binned, bin: Bin, book: Book, mid: number): void {
    const { times, over } = ruleOf(bin, book.priceScale)
    const { bestBidUnits: bid, bestAskUnits: ask } = book
    // In whole numbers where that can be: the quotient of two doubles may fall below the bin that it begins.
    const exact = Math.floor(((bid + ask) * times) / (2 * over))
    binned.bin = bin
    const rough = Number.isNaN(exact) ? Math.floor(mid / bin.value) : exact
    binned.first = (book.wide ? wideMiddle(book, bin) : rough) - heatBins / 2
    binned.sizes.fill(0)
  }

  /** A level is looked at once: what is near is added to the far bins as a whole, unless bids lie beyond asks. */
  #read(book: Book): void {
    const crossed = book.crossed()
    for (const side of sides) this.#readSide(book, side, crossed)
    if (crossed) return
    const { near, far } = this
    const times = Math.round(far.bin!.value / near.bin!.value)
    for (let place = 0; place < heatBins; place += 1)
      far.sizes[Math.floor((near.first + place) / times) - far.first]! += near.sizes[place]!
  }

  #readSide(book: Book, side: Side, crossed: boolean): void {
    const { near, far } = this
    const nearRule = ruleOf(near.bin!, book.priceScale)
    const farRule = ruleOf(far.bin!, book.priceScale)
    const one = 1 / powers[book.amountScale]!
    let reachesOn = true
    let count = book.read(side, chunk, prices, amounts)
    while (count > 0) {
      const reached: number = reachesOn ? addUp(side, 0, count, near, nearRule, one) : 0
      reachesOn = reached === count
      // Farther out than the far bins there is nothing that is kept.
      if (addUp(side, crossed ? 0 : reached, count, far, farRule, one) < count) return
      count = count < chunk ? 0 : book.read(side, chunk, prices, amounts, prices[count - 1]!)
    }
  }

  #readWide(book: Book): void {
    for (const side of sides) {
      for (const { price, amount } of book.levels(side, Infinity)) {
        const size = Number(amount.units) / 10 ** amount.scale
        for (const { bin, first, sizes } of [this.near, this.far]) {
          const place = binIndexOf(price.units, price.scale, bin!) - first
          if (place >= 0 && place < heatBins) sizes[place]! += size
        }
      }
    }
  }
}

/**
 * Adds levels that were read to their bins, up to the first one beyond them, which it returns. They come in order, so
 * that a division is needed only for the first of each bin.
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
  let place = 0
  for (let level = start; level < count; level += 1) {
    const price = prices[level]! * times
    if (!(price >= from && price < to)) {
      const index = Math.floor(price / over)
      from = index * over
      to = from + over
      place = index - first
      if (side === 'bids' ? place < 0 : place >= heatBins) return level
    }
    // A crossed book has levels beyond the other end.
    if (place >= 0 && place < heatBins) sizes[place]! += amounts[level]! * one
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

/** The bin of the middle, where prices have more digits than a double. */
function wideMiddle(book: Book, bin: Bin): number {
  const [one, other] = [book.best('bids'), book.best('asks')]
  const bid = (one ?? other)!.price
  const ask = (other ?? one)!.price
  const scale = Math.max(bid.scale, ask.scale)
  const sum = bid.units * 10n ** BigInt(scale - bid.scale) + ask.units * 10n ** BigInt(scale - ask.scale)
  // Half of it, in whole numbers of one more digit.
  return binIndexOf(sum * 5n, scale + 1, bin)
}

/** Of a book with one side alone, its best price. */
function middle(bid: number, ask: number): number {
  if (Number.isNaN(bid)) return ask
  return Number.isNaN(ask) ? bid : (bid + ask) / 2
}

/** The least distance of two neighbours among the best levels; NaN where there are no two. */
function stepOf(book: Book): number {
  let least = Infinity
  for (const side of sides) {
    const count = book.read(side, levelsForStep, prices, amounts)
    for (let place = 1; place < count; place += 1)
      least = Math.min(least, Math.abs(prices[place]! - prices[place - 1]!))
  }
  return least === Infinity ? NaN : least / powers[book.priceScale]!
}

/** How far the levels of a side lie from its best one, but for the outermost sixteenth: one stray is not the book. */
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
