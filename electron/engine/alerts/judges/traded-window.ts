import type { Decimal } from '../../../shared/domain/decimal'

const firstRoom = 64
const longest = BigInt(Number.MAX_SAFE_INTEGER)

/**
 * The sizes traded in the last so many seconds before the newest trade, by the times of the trades, with their exact
 * sum. In typed arrays: an hour of a busy market is many of them.
 */
export class TradedWindow {
  #seconds = new Float64Array(firstRoom)
  #nanoseconds = new Uint32Array(firstRoom)
  /** Whole units; where they are too long, minus the number under which `#long` has them, minus one. */
  #units = new Float64Array(firstRoom)
  #scales = new Uint8Array(firstRoom)
  readonly #long = new Map<number, Decimal>()
  #longs = 0
  #first = 0
  #count = 0
  #sum = 0n
  #scale = 0

  constructor(private readonly length: number) {}

  get count(): number {
    return this.#count
  }

  get sum(): Decimal {
    return { units: this.#sum, scale: this.#scale }
  }

  /** A trade that came late takes its place in time; one from before the window has none. */
  add(seconds: number, nanoseconds: number, amount: Decimal): void {
    const last = this.#count - 1
    if (last >= 0 && this.#isOver(this.#slot(last), seconds, nanoseconds)) return
    if (this.#count === this.#seconds.length) this.#grow()
    let place = this.#count
    while (place > 0 && this.#isAfter(this.#slot(place - 1), seconds, nanoseconds)) {
      this.#copy(this.#slot(place - 1), this.#slot(place))
      place -= 1
    }
    const slot = this.#slot(place)
    this.#seconds[slot] = seconds
    this.#nanoseconds[slot] = nanoseconds
    this.#keep(slot, amount)
    this.#count += 1
    this.#change(amount, 1n)
    this.#forget()
  }

  clear(): void {
    this.#first = this.#count = 0
    this.#sum = 0n
    this.#long.clear()
  }

  #slot(place: number): number {
    return (this.#first + place) % this.#seconds.length
  }

  #isAfter(slot: number, seconds: number, nanoseconds: number): boolean {
    const own = this.#seconds[slot]!
    return own > seconds || (own === seconds && this.#nanoseconds[slot]! > nanoseconds)
  }

  /** Whether a trade of that time is no longer within the window that ends with the trade in the slot. */
  #isOver(slot: number, seconds: number, nanoseconds: number): boolean {
    const end = seconds + this.length
    const newest = this.#seconds[slot]!
    return newest > end || (newest === end && this.#nanoseconds[slot]! >= nanoseconds)
  }

  #forget(): void {
    const newest = this.#slot(this.#count - 1)
    while (this.#isOver(newest, this.#seconds[this.#first]!, this.#nanoseconds[this.#first]!)) {
      this.#change(this.#amountAt(this.#first), -1n)
      const units = this.#units[this.#first]!
      if (units < 0) this.#long.delete(-1 - units)
      this.#first = (this.#first + 1) % this.#seconds.length
      this.#count -= 1
    }
  }

  #keep(slot: number, amount: Decimal): void {
    if (amount.units <= longest && amount.scale <= 255) {
      this.#units[slot] = Number(amount.units)
      this.#scales[slot] = amount.scale
      return
    }
    this.#units[slot] = -1 - this.#longs
    this.#long.set(this.#longs, amount)
    this.#longs += 1
  }

  #amountAt(slot: number): Decimal {
    const units = this.#units[slot]!
    if (units < 0) return this.#long.get(-1 - units)!
    return { units: BigInt(units), scale: this.#scales[slot]! }
  }

  #change({ units, scale }: Decimal, sign: bigint): void {
    if (scale > this.#scale) {
      this.#sum *= 10n ** BigInt(scale - this.#scale)
      this.#scale = scale
    }
    this.#sum += sign * units * 10n ** BigInt(this.#scale - scale)
  }

  #copy(from: number, to: number): void {
    this.#seconds[to] = this.#seconds[from]!
    this.#nanoseconds[to] = this.#nanoseconds[from]!
    this.#units[to] = this.#units[from]!
    this.#scales[to] = this.#scales[from]!
  }

  #grow(): void {
    const old = [this.#seconds, this.#nanoseconds, this.#units, this.#scales] as const
    const room = this.#seconds.length
    this.#seconds = new Float64Array(room * 2)
    this.#nanoseconds = new Uint32Array(room * 2)
    this.#units = new Float64Array(room * 2)
    this.#scales = new Uint8Array(room * 2)
    for (let place = 0; place < this.#count; place += 1) {
      const from = (this.#first + place) % room
      this.#seconds[place] = old[0][from]!
      this.#nanoseconds[place] = old[1][from]!
      this.#units[place] = old[2][from]!
      this.#scales[place] = old[3][from]!
    }
    this.#first = 0
  }
}
