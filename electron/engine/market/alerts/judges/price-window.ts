import { compareDecimals, type Decimal } from '#shared/domain/base/decimal'

interface PriceInForce {
  readonly price: Decimal
  /** Monotonic milliseconds. */
  readonly from: number
  /** When the next one replaced it, or it became unknown. */
  until: number
}

/** Only a flood of ever higher or lower prices has more. */
const maxKept = 100_000

/** The lowest and the highest price that was in force at any time of a period until now. */
export class PriceWindow {
  readonly #lows = new Extremes(-1)
  readonly #highs = new Extremes(1)
  #current: PriceInForce | null = null

  constructor(private readonly milliseconds: number) {}

  get lowest(): PriceInForce | null {
    return this.#lows.first
  }

  get highest(): PriceInForce | null {
    return this.#highs.first
  }

  /** @param at never earlier than the last time */
  add(price: Decimal, at: number): void {
    this.end(at)
    this.#current = { price, from: at, until: Infinity }
    for (const extremes of [this.#lows, this.#highs]) {
      extremes.drop(at - this.milliseconds)
      extremes.add(this.#current)
    }
  }

  /** The current price is unknown from then on. */
  end(at: number): void {
    if (this.#current) this.#current.until = Math.min(this.#current.until, at)
  }

  /** All but the current price. */
  clear(): void {
    for (const extremes of [this.#lows, this.#highs]) {
      extremes.clear()
      if (this.#current) extremes.add(this.#current)
    }
  }
}

/** Prices that no later one exceeds, so the first is the extreme. */
class Extremes {
  #all: PriceInForce[] = []
  #first = 0

  /** @param sign 1 for the highest, -1 for the lowest */
  constructor(private readonly sign: 1 | -1) {}

  get first(): PriceInForce | null {
    return this.#all[this.#first] ?? null
  }

  add(price: PriceInForce): void {
    while (this.#all.length > this.#first && this.#exceeds(price, this.#all.at(-1)!)) this.#all.pop()
    this.#all.push(price)
    if (this.#all.length - this.#first > maxKept) this.#first += 1
    if (this.#first > maxKept) this.#compact()
  }

  drop(until: number): void {
    while (this.first !== null && this.first.until <= until) this.#first += 1
  }

  clear(): void {
    this.#all = []
    this.#first = 0
  }

  #exceeds({ price }: PriceInForce, other: PriceInForce): boolean {
    return compareDecimals(price, other.price) * this.sign >= 0
  }

  #compact(): void {
    this.#all = this.#all.slice(this.#first)
    this.#first = 0
  }
}
