import { canonical, decimalOfUnits } from '../../base/decimal'
import { usualScale } from '../exact/common-scale'
import type { BookMessage, Level } from '../messages'
import { PackedMessage } from '../packed'
import { fill, fillExact, refill } from './fill'
import { Ladder } from './ladder'
import { neededScales, neededScalesOf, type Scales, scalesOf, writtenScales } from './scales'
import type { SavedBook } from './saved-book'
import { decimalUnitsAt, neededScale } from './units'
import { taken } from './taken'
import { workspace } from './workspace'

/** Padding up to this many digits avoids conversions. */
const maxPadding = 2

const maxScale = 255

export class ScaledBook {
  readonly bids = new Ladder(-1)
  readonly asks = new Ladder(1)
  priceScale = 0
  amountScale = 0

  clear(): void {
    this.bids.clear()
    this.asks.clear()
    this.#setScales({ price: 0, amount: 0 })
  }

  /**
   * False if the snapshot does not fit, and the book is then empty. Unneeded digits are removed, except two and those
   * needed before.
   */
  load(message: PackedMessage): boolean {
    const written = writtenScales(message)
    // Finding the needed digits costs as much as reading the levels.
    const shown = this.#isUsual(written) ? written : this.#shownScales(written, neededScales(message))
    return (
      this.#replace(message, shown) ||
      this.#load(message, shown) ||
      this.#load(message, neededScales(message))
    )
  }

  loadExact(message: BookMessage): boolean {
    const needed = scalesOf(message, true)
    const shown = this.#shownScales(scalesOf(message, false), needed)
    return this.#loadExact(message, shown) || this.#loadExact(message, needed)
  }

  /** Applies levels from an index and returns the first that does not fit, or the end. */
  apply(message: PackedMessage, from: number): number {
    const { bids } = message
    const end = bids + message.asks
    let position = from
    while (position < bids) {
      position = this.bids.apply(message, position, bids, this.priceScale, this.amountScale)
      if (position < bids && !this.#refineFor(message, position)) return position
    }
    while (position < end) {
      position = this.asks.apply(message, position, end, this.priceScale, this.amountScale)
      if (position < end && !this.#refineFor(message, position)) return position
    }
    return end
  }

  applyExact(side: 'bids' | 'asks', level: Level): boolean {
    if (!packOne(side, level)) return level.amount.units === 0n
    return this.apply(one, 0) === 1
  }

  makeRoom(): boolean {
    const now = { price: this.priceScale, amount: this.amountScale }
    const needed = neededScalesOf([this.bids, this.asks], now)
    if (needed.price === now.price && needed.amount === now.amount) return false
    return this.#rescale(needed)
  }

  levels(side: 'bids' | 'asks', max: number): Level[] {
    const ladder = this[side]
    const wanted = Math.min(max, ladder.count)
    workspace.reserve(wanted)
    const { keys: prices, amounts } = workspace
    const count = ladder.read(wanted, prices, amounts, -Infinity)
    return Array.from({ length: count }, (_, index) => ({
      price: decimalOfUnits(prices[index]!, this.priceScale),
      amount: decimalOfUnits(amounts[index]!, this.amountScale)
    }))
  }

  save(): Pick<SavedBook & { wide: false }, 'bids' | 'asks'> {
    return { bids: this.bids.save(), asks: this.asks.save() }
  }

  /** The window may lie elsewhere afterwards, which changes only the speed. */
  restore({ priceScale, amountScale, bids, asks }: SavedBook & { wide: false }): void {
    this.bids.restore(bids)
    this.asks.restore(asks)
    this.#setScales({ price: priceScale, amount: amountScale })
  }

  /** Most snapshots are ordered and use the current scales. */
  #replace(message: PackedMessage, scales: Scales): boolean {
    const { bids, asks } = this
    const end = message.bids + message.asks
    const fits =
      bids.replace(message, 0, message.bids, scales.price, scales.amount) === message.bids &&
      asks.replace(message, message.bids, end, scales.price, scales.amount) === end
    return this.#loaded(fits, scales)
  }

  /** All written digits are shown, whichever are needed. */
  #isUsual({ price, amount }: Scales): boolean {
    return (
      price - Math.max(this.priceScale, usualScale) <= maxPadding &&
      amount - Math.max(this.amountScale, usualScale) <= maxPadding
    )
  }

  #shownScales(written: Scales, needed: Scales): Scales {
    const shown = (which: keyof Scales, known: number) => {
      const useful = Math.max(needed[which], known, usualScale)
      return written[which] - useful <= maxPadding ? written[which] : useful
    }
    return { price: shown('price', this.priceScale), amount: shown('amount', this.amountScale) }
  }

  #load(message: PackedMessage, scales: Scales): boolean {
    const { bids, asks } = this
    const end = message.bids + message.asks
    const bidsFit = fill(message, 0, message.bids, bids.sign, scales)
    if (bidsFit) bids.load()
    const asksFit = bidsFit && fill(message, message.bids, end, asks.sign, scales)
    if (asksFit) asks.load()
    return this.#loaded(asksFit, scales)
  }

  #loadExact(message: BookMessage, scales: Scales): boolean {
    const { bids, asks } = this
    const bidsFit = fillExact(message.bids, bids.sign, scales)
    if (bidsFit) bids.load()
    const asksFit = bidsFit && fillExact(message.asks, asks.sign, scales)
    if (asksFit) asks.load()
    return this.#loaded(asksFit, scales)
  }

  #loaded(fits: boolean, scales: Scales): boolean {
    if (fits) this.#setScales(scales)
    else this.clear()
    return fits
  }

  #refineFor(message: PackedMessage, position: number): boolean {
    const price = neededScale(message.prices[position]!, message.priceScales[position]!)
    const amount = neededScale(message.amounts[position]!, message.amountScales[position]!)
    if (price <= this.priceScale && amount <= this.amountScale) return false
    return this.#rescale({
      price: Math.max(this.priceScale, price),
      amount: Math.max(this.amountScale, amount)
    })
  }

  /** Nothing changes if a level does not fit. */
  #rescale(to: Scales): boolean {
    const from = { price: this.priceScale, amount: this.amountScale }
    const sides = [this.bids, this.asks]
    if (!sides.every((ladder) => refill(ladder, from, to))) return false
    taken.clear()
    for (const ladder of sides) {
      refill(ladder, from, to)
      ladder.load()
    }
    this.#setScales(to)
    return true
  }

  #setScales({ price, amount }: Scales): void {
    this.priceScale = price
    this.amountScale = amount
  }
}

const one = new PackedMessage()

/** False if no scale fits. */
function packOne(side: 'bids' | 'asks', level: Level): boolean {
  const price = canonical(level.price)
  const amount = canonical(level.amount)
  const priceUnits = decimalUnitsAt(price, price.scale)
  const amountUnits = decimalUnitsAt(amount, amount.scale)
  if (Number.isNaN(priceUnits) || Number.isNaN(amountUnits)) return false
  if (price.scale > maxScale || amount.scale > maxScale) return false
  one.prices[0] = priceUnits
  one.priceScales[0] = price.scale
  one.amounts[0] = amountUnits
  one.amountScales[0] = amount.scale
  one.bids = side === 'bids' ? 1 : 0
  one.asks = side === 'asks' ? 1 : 0
  return true
}
