import { formatUnits } from '#shared/domain/base/decimal'
import { Climate } from './climate'
import { Random, seedFor } from './random'
import { BookSide, type Level, type SideName } from './side'
import type { MarketSpecification } from './specifications'

interface Fill {
  readonly ticks: number
  readonly price: string
  readonly lots: number
}

/** The fills in order, then the changed levels. */
export interface Step {
  /** The side that was hit; null without fills. */
  readonly pressed: SideName | null
  readonly fills: readonly Fill[]
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

/** The service guarantees fifty levels in a snapshot. */
const minLevels = 55
const maxSwept = 24
const maxOrdersAtLevel = 40
/** The distance of far orders and the depth of a new book, relative to the price. */
const farShare = 0.004
const seededShare = 0.015

/**
 * Limit orders, market orders and cancellations around a moving fair price, in whole ticks and lots. Its own random
 * sequence makes it deterministic for a seed.
 */
export class MarketEngine {
  readonly bids: BookSide
  readonly asks: BookSide
  readonly #random: Random
  readonly #climate: Climate
  // By price, so that each level is reported once with its final size.
  readonly #changedBids = new Map<number, Level>()
  readonly #changedAsks = new Map<number, Level>()

  constructor(
    readonly specification: MarketSpecification,
    seed: number
  ) {
    const write = (ticks: number) => formatUnits(ticks * specification.tick, specification.priceDecimals)
    this.#random = new Random(seedFor(seed, specification.market))
    this.#climate = new Climate(specification, this.#random)
    this.bids = new BookSide('bid', write)
    this.asks = new BookSide('ask', write)
    this.#seedSide(this.bids)
    this.#seedSide(this.asks)
  }

  get intensity(): number {
    return this.#climate.intensity
  }

  step(): Step {
    this.#changedBids.clear()
    this.#changedAsks.clear()
    this.#climate.advance()
    let fills: readonly Fill[] = []
    const pressed = this.#pressedSide()
    // A step trades or rests, never both, so levels show exactly what the fills left.
    if (pressed) fills = this.#sweep(pressed)
    else {
      const actions = 1 + Math.floor(this.#random.exponential(1.6))
      for (let action = 0; action < Math.min(actions, 8); action += 1) this.#act()
      if (this.#changedBids.size + this.#changedAsks.size === 0) this.#rest(this.bids)
    }
    this.#replenish(this.bids)
    this.#replenish(this.asks)
    const name = pressed?.name ?? null
    return {
      pressed: name,
      fills,
      bids: [...this.#changedBids.values()],
      asks: [...this.#changedAsks.values()]
    }
  }

  /** The side that a market order hits in this step, or null. */
  #pressedSide(): BookSide | null {
    const { fair, excitement, pressure } = this.#climate
    const ahead = this.#random.fraction()
    // Informed traders take mispriced orders.
    if (fair > this.asks.best.ticks && ahead < 0.25) return this.asks
    if (fair < this.bids.best.ticks && ahead < 0.25) return this.bids
    if (ahead > 0.02 * (1 + excitement)) return null
    return this.#random.fraction() * 2 - 1 < pressure ? this.asks : this.bids
  }

  #sweep(side: BookSide): readonly Fill[] {
    const { order } = this.specification
    const buying = side.name === 'ask'
    // Mostly small; a few sweep several levels.
    const size = this.#random.exponential(order) * (this.#random.chance(0.03) ? 25 : 1)
    let wanted = Math.max(1, Math.round(size))
    const fills: Fill[] = []
    const levels = new Set<Level>()
    while (wanted > 0 && side.count > minLevels) {
      const level = side.best
      if (!levels.has(level) && levels.size === maxSwept) break
      levels.add(level)
      const lots = side.fill(wanted)
      wanted -= lots
      fills.push({ ticks: level.ticks, price: level.price, lots })
      this.#changed(side, level)
    }
    this.#climate.traded(Math.min(1, size / (order * 10)), buying)
    return fills
  }

  #act(): void {
    const side = this.#random.chance(0.5) ? this.bids : this.asks
    const crowded = side.count / this.specification.depth
    if (this.#random.fraction() * 2 < crowded) this.#withdraw(side)
    else this.#rest(side)
  }

  /** A limit order: mostly near the touch, with a long tail; never crosses. */
  #rest(side: BookSide): void {
    const { anchor, depth, spread } = this.specification
    const sign = side.name === 'bid' ? -1 : 1
    const reach = this.#random.fraction()
    const far = reach < 0.9 ? depth * 0.6 : Math.max(depth * 0.6, anchor * farShare)
    const typical = reach < 0.4 ? spread : reach < 0.75 ? depth * 0.08 : far
    const distance = this.#random.exponential(typical)
    const wanted = this.#climate.fair + sign * (this.#climate.spread / 2 + distance)
    const whole = side.name === 'bid' ? Math.floor(wanted) : Math.ceil(wanted)
    const ticks =
      side.name === 'bid'
        ? Math.max(1, Math.min(whole, this.asks.best.ticks - 1))
        : Math.max(whole, this.bids.best.ticks + 1)
    const there = side.find(ticks)
    if (there && there.orders.length >= maxOrdersAtLevel) return
    this.#changed(side, side.add(ticks, this.#orderSize(Math.abs(ticks - this.#climate.fair))))
  }

  /** A cancellation: mostly near the touch; crowded books lose far levels. */
  #withdraw(side: BookSide): void {
    if (side.count <= minLevels) return
    const rank = this.#random.chance(0.6)
      ? Math.floor(this.#random.exponential(4))
      : this.#random.below(side.count)
    const level = side.behind(Math.min(rank, side.count - 1))
    // A large maker cancels the whole level.
    if (this.#random.chance(0.15)) {
      while (level.orders.length > 0) side.cancel(level, level.orders.length - 1)
    } else side.cancel(level, this.#random.below(level.orders.length))
    this.#changed(side, level)
  }

  /** Between the best price and slightly behind it. */
  #replenish(side: BookSide): void {
    const sign = side.name === 'bid' ? -1 : 1
    while (side.count < minLevels + 5) {
      const distance = 1 + this.#random.below(3 * minLevels)
      const ticks = side.best.ticks + sign * distance
      if (ticks < 1) continue
      this.#changed(side, side.add(ticks, this.#orderSize(distance)))
    }
  }

  /** Larger orders wait further away; round sizes are common. */
  #orderSize(distance: number): number {
    const { depth, order } = this.specification
    const lots = this.#random.exponential(order) * (0.6 + (2 * Math.min(distance, depth)) / depth)
    const step = this.#random.chance(0.3) ? 10 ** Math.max(0, Math.floor(Math.log10(order))) : 1
    return Math.max(step, Math.round(lots / step) * step)
  }

  #seedSide(side: BookSide): void {
    const { anchor, depth, spread } = this.specification
    const sign = side.name === 'bid' ? -1 : 1
    const widest = (5 * anchor * seededShare) / depth
    let ticks = anchor + sign * Math.max(1, Math.ceil(spread / 2))
    for (let rank = 0; rank < depth && ticks >= 1; rank += 1) {
      const orders = 1 + this.#random.below(3)
      for (let order = 0; order < orders; order += 1) side.add(ticks, this.#orderSize(rank))
      const gap = Math.floor(this.#random.exponential(widest * (rank / depth) ** 4))
      ticks += sign * (1 + gap + (this.#random.chance(0.3) ? this.#random.below(3) : 0))
    }
  }

  #changed(side: { readonly name: SideName }, level: Level): void {
    if (side.name === 'bid') this.#changedBids.set(level.ticks, level)
    else this.#changedAsks.set(level.ticks, level)
  }
}
