import { Draw } from '#sandbox/data/draw'
import type { Decimal } from '#shared/domain/base/decimal'
import type { BookMessage, Level } from '#shared/domain/market/messages'

export interface Habits {
  readonly name: string
  /** Approximate levels per side. */
  readonly depth: number
  readonly price: bigint
  readonly priceScale: number
  /** In price units. */
  readonly tick: bigint
  /** In ticks; 1 is dense. */
  readonly spacing: number
  readonly amountDigits: number
  readonly amountScale: number
  /** Per thousand messages. */
  readonly jumps: number
  readonly snapshots: number
  readonly strays: number
  readonly finer: number
  readonly long: number
  readonly padded: number
  readonly changes: number
}

export const typical: Habits = {
  name: 'calm',
  depth: 50,
  price: 6_425_000n,
  priceScale: 2,
  tick: 1n,
  spacing: 2,
  amountDigits: 9,
  amountScale: 8,
  jumps: 0,
  snapshots: 0,
  strays: 0,
  finer: 0,
  long: 0,
  padded: 0,
  changes: 4
}

/** Seeded messages as the service may send them. */
export class Feed {
  readonly #draw: Draw
  #middle: bigint
  readonly #reach: number

  constructor(
    readonly habits: Habits,
    seed: number
  ) {
    this.#draw = new Draw(seed, 1, 0)
    this.#middle = habits.price / habits.tick
    this.#reach = Math.max(4, habits.depth * habits.spacing)
  }

  next(): BookMessage {
    const { habits } = this
    if (this.#of1000(habits.jumps)) this.#jump()
    this.#middle += BigInt(this.#draw.between(-2, 2))
    if (this.#of1000(habits.snapshots)) return this.snapshot()
    const changes = this.#draw.between(1, habits.changes)
    const bids: Level[] = []
    const asks: Level[] = []
    for (let change = 0; change < changes; change += 1) {
      const bid = this.#draw.chance(50)
      const level = { price: this.#price(bid), amount: this.#draw.chance(45) ? this.#zero() : this.#amount() }
      if (bid) bids.push(level)
      else asks.push(level)
    }
    return { kind: 'book', market: 'M', snapshot: false, time: 0n, bids, asks }
  }

  snapshot(): BookMessage {
    const { depth, spacing, tick } = this.habits
    const shuffled = this.#draw.chance(10)
    const side = (sign: bigint) => {
      const levels: Level[] = []
      let position = this.#middle + sign
      for (let index = 0; index < depth; index += 1) {
        levels.push({ price: this.#written(position * tick), amount: this.#amount() })
        position += sign * BigInt(this.#draw.between(1, spacing))
      }
      if (shuffled) levels.sort(() => this.#draw.between(-1, 1))
      // Duplicates: the last one counts.
      if (depth > 2 && this.#draw.chance(20)) levels.push({ price: levels[1]!.price, amount: this.#amount() })
      if (depth > 2 && this.#draw.chance(20)) levels.push({ price: levels[0]!.price, amount: this.#zero() })
      return levels.filter(({ price }) => price.units > 0n)
    }
    return { kind: 'book', market: 'M', snapshot: true, time: 0n, bids: side(-1n), asks: side(1n) }
  }

  #jump(): void {
    const up = this.#middle * 1000n
    const down = this.#middle / 1000n
    const home = this.habits.price / this.habits.tick
    if (this.#draw.chance(50) && up < home * 10_000n) this.#middle = up
    else if (down * 10_000n > home) this.#middle = down
    if (this.#middle < 1n) this.#middle = home
  }

  /** Mostly near the market, sometimes crossed. */
  #price(bid: boolean): Decimal {
    const { tick, price } = this.habits
    const away = this.#draw.chance(50) ? this.#draw.between(-2, 12) : this.#draw.between(0, this.#reach)
    let units = (this.#middle + BigInt(bid ? -away : away)) * tick
    if (this.#of1000(this.habits.strays)) units = (price * BigInt(this.#draw.between(1, 5000))) / 100n
    if (this.#of1000(this.habits.strays)) units += BigInt(this.#draw.between(1, 9))
    return this.#written(units > 0n ? units : tick)
  }

  #written(units: bigint): Decimal {
    const { priceScale, finer, long } = this.habits
    if (this.#of1000(long))
      return { units: units * 10n ** 12n + BigInt(this.#draw.next()), scale: priceScale + 12 }
    if (this.#of1000(finer)) {
      const digits = this.#draw.between(1, 3)
      return {
        units: units * 10n ** BigInt(digits) + BigInt(this.#draw.below(10 ** digits)),
        scale: priceScale + digits
      }
    }
    return this.#padded({ units, scale: priceScale })
  }

  #amount(): Decimal {
    const { amountDigits, amountScale, finer, long } = this.habits
    const digits = this.#draw.between(1, amountDigits)
    let units = BigInt(this.#draw.below(10 ** digits)) + 1n
    if (this.#of1000(long)) {
      units = units * 10n ** BigInt(18 - digits) + BigInt(this.#draw.next())
      return { units, scale: amountScale + this.#draw.between(0, 4) }
    }
    if (this.#of1000(finer)) return { units, scale: amountScale + this.#draw.between(1, 3) }
    return this.#padded({ units, scale: amountScale })
  }

  #zero(): Decimal {
    return { units: 0n, scale: this.#draw.between(0, 10) }
  }

  /** Other trailing zeros. */
  #padded({ units, scale }: Decimal): Decimal {
    if (!this.#of1000(this.habits.padded)) return { units, scale }
    if (this.#draw.chance(50)) {
      const zeros = this.#draw.between(1, 8)
      return { units: units * 10n ** BigInt(zeros), scale: scale + zeros }
    }
    while (scale > 0 && units % 10n === 0n) {
      units /= 10n
      scale -= 1
    }
    return { units, scale }
  }

  #of1000(share: number): boolean {
    return share > 0 && this.#draw.below(1000) < share
  }
}
