import type { Decimal } from '../../decimal'
import { nanosecondsInSecond, type Nanoseconds } from '../../time'
import { CommonScale, largestUnits, OrderedSlots, powersOfTen } from '../exact'
import type { ExecutionMessage } from '../messages'
import {
  aggressorOf,
  basisOf,
  inferences,
  type Aggressor,
  type AggressorBasis,
  type Inference
} from './aggressor'
import { splitTime } from './split-time'
import type { TradeRows } from './trade-rows'

export interface Trade {
  readonly arrival: number
  readonly executedAt: Nanoseconds
  readonly price: Decimal
  readonly amount: Decimal
  readonly aggressor: Aggressor
  readonly basis: AggressorBasis
}

interface LongNumbers {
  readonly price: Decimal
  readonly amount: Decimal
}

const defaultCapacity = 10_000
const longestScale = 255

/**
 * The trades that came last. Two that look the same are two: the service gives them no id. They lie where they came,
 * and beside that their order by time is kept, in which a late one takes its place.
 */
export class Tape {
  readonly #price = new CommonScale()
  readonly #amount = new CommonScale()
  readonly #seconds: Float64Array
  readonly #nanoseconds: Uint32Array
  readonly #prices: Float64Array
  readonly #amounts: Float64Array
  readonly #priceScales: Uint8Array
  readonly #amountScales: Uint8Array
  readonly #inferences: Uint8Array
  readonly #order: OrderedSlots
  readonly #long = new Map<number, LongNumbers>()
  #arrivals = 0
  #newest = -1

  constructor(readonly capacity = defaultCapacity) {
    this.#seconds = new Float64Array(capacity)
    this.#nanoseconds = new Uint32Array(capacity)
    this.#prices = new Float64Array(capacity)
    this.#amounts = new Float64Array(capacity)
    this.#priceScales = new Uint8Array(capacity)
    this.#amountScales = new Uint8Array(capacity)
    this.#inferences = new Uint8Array(capacity)
    this.#order = new OrderedSlots(capacity)
  }

  /** How many ever came; the next one gets this number. */
  get arrivals(): number {
    return this.#arrivals
  }

  get count(): number {
    return this.#order.count
  }

  get priceScale(): number {
    return this.#price.scale
  }

  get amountScale(): number {
    return this.#amount.scale
  }

  /** Of the trade that is last in time; NaN where there is none, or none that fits a number at `priceScale`. */
  get lastPriceUnits(): number {
    const slot = this.#newest
    return slot < 0 ? NaN : atScale(this.#prices[slot]!, this.#priceScales[slot]!, this.#price.scale)
  }

  get lastPrice(): Decimal | null {
    return this.#newest < 0 ? null : this.#numbersOf(this.#newest).price
  }

  get lastInference(): Inference {
    return this.#newest < 0 ? inferences.none : (this.#inferences[this.#newest] as Inference)
  }

  record(
    seconds: number,
    nanoseconds: number,
    priceUnits: number,
    priceScale: number,
    amountUnits: number,
    amountScale: number,
    inference: Inference
  ): void {
    const slot = this.#take()
    const price = this.#price.fit(priceUnits, priceScale)
    const amount = this.#amount.fit(amountUnits, amountScale)
    this.#prices[slot] = price === price ? price : priceUnits
    this.#priceScales[slot] = price === price ? this.#price.scale : priceScale
    this.#amounts[slot] = amount === amount ? amount : amountUnits
    this.#amountScales[slot] = amount === amount ? this.#amount.scale : amountScale
    this.#place(slot, seconds, nanoseconds, inference)
  }

  /** For what is too long for a number. */
  recordExact(message: ExecutionMessage, inference: Inference): void {
    const { price, amount } = message
    const { seconds, nanoseconds } = splitTime(message.executedAt)
    if (isShort(price) && isShort(amount)) {
      const units = Number(price.units)
      this.record(seconds, nanoseconds, units, price.scale, Number(amount.units), amount.scale, inference)
      return
    }
    const slot = this.#take()
    this.#prices[slot] = NaN
    this.#amounts[slot] = NaN
    this.#long.set(slot, { price, amount })
    this.#place(slot, seconds, nanoseconds, inference)
  }

  /** Null where it never came or is no longer kept. */
  tradeAt(arrival: number): Trade | null {
    if (!(arrival >= this.#arrivals - this.count && arrival < this.#arrivals)) return null
    const slot = arrival % this.capacity
    const inference = this.#inferences[slot]!
    return {
      arrival,
      executedAt: BigInt(this.#seconds[slot]!) * nanosecondsInSecond + BigInt(this.#nanoseconds[slot]!),
      ...this.#numbersOf(slot),
      aggressor: aggressorOf(inference),
      basis: basisOf(inference)
    }
  }

  /**
   * What came from number `arrival` on, in the order in which it came, as much of the newest as `rows` has room for.
   * The first number that is there tells how many were skipped.
   */
  readSince(arrival: number, rows: TradeRows, most = rows.capacity): number {
    const room = Math.min(most, rows.capacity, this.count)
    const from = Math.max(arrival, this.#arrivals - room)
    this.#begin(rows)
    for (let number = from; number < this.#arrivals; number++) this.#copy(number % this.capacity, rows)
    return rows.count
  }

  /** The last in time, the newest first. */
  readLatest(rows: TradeRows, most = rows.capacity): number {
    const last = this.count - 1
    const room = Math.min(most, rows.capacity, this.count)
    this.#begin(rows)
    for (let index = 0; index < room; index++) this.#copy(this.#order.at(last - index), rows)
    return rows.count
  }

  /** The same with every number exact. */
  latest(most: number): Trade[] {
    const count = Math.min(most, this.count)
    return Array.from({ length: count }, (_, index) =>
      this.tradeAt(this.#arrivalOf(this.#order.at(this.count - 1 - index)))!
    )
  }

  #begin(rows: TradeRows): void {
    rows.count = 0
    rows.priceScale = this.#price.scale
    rows.amountScale = this.#amount.scale
  }

  #copy(slot: number, rows: TradeRows): void {
    const row = rows.count++
    rows.seconds[row] = this.#seconds[slot]!
    rows.nanoseconds[row] = this.#nanoseconds[slot]!
    rows.prices[row] = atScale(this.#prices[slot]!, this.#priceScales[slot]!, this.#price.scale)
    rows.amounts[row] = atScale(this.#amounts[slot]!, this.#amountScales[slot]!, this.#amount.scale)
    rows.inferences[row] = this.#inferences[slot]!
    rows.arrivals[row] = this.#arrivalOf(slot)
  }

  /** The newest number that lies in the slot. */
  #arrivalOf(slot: number): number {
    const last = this.#arrivals - 1
    const lap = last - (last % this.capacity)
    return lap + slot <= last ? lap + slot : lap + slot - this.capacity
  }

  #numbersOf(slot: number): LongNumbers {
    return (
      this.#long.get(slot) ?? {
        price: { units: BigInt(this.#prices[slot]!), scale: this.#priceScales[slot]! },
        amount: { units: BigInt(this.#amounts[slot]!), scale: this.#amountScales[slot]! }
      }
    )
  }

  /** The slot of the next trade, free of the one that came longest ago. */
  #take(): number {
    const slot = this.#arrivals % this.capacity
    if (this.#order.count === this.capacity) {
      this.#order.remove(this.#order.first === slot ? 0 : this.#indexOf(slot))
      if (this.#long.size > 0) this.#long.delete(slot)
    }
    return slot
  }

  #place(slot: number, seconds: number, nanoseconds: number, inference: Inference): void {
    this.#seconds[slot] = seconds
    this.#nanoseconds[slot] = nanoseconds
    this.#inferences[slot] = inference
    this.#arrivals += 1
    const count = this.#order.count
    if (count === 0 || !this.#isAfter(this.#order.at(count - 1), seconds, nanoseconds)) {
      this.#order.append(slot)
    } else {
      this.#order.insert(
        this.#order.search((other) => this.#isAfter(other, seconds, nanoseconds)),
        slot
      )
    }
    this.#newest = this.#order.at(count)
  }

  #isAfter(slot: number, seconds: number, nanoseconds: number): boolean {
    const own = this.#seconds[slot]!
    return own > seconds || (own === seconds && this.#nanoseconds[slot]! > nanoseconds)
  }

  /** Those of one moment lie in the order in which they came: of them, the one that goes is the first. */
  #indexOf(slot: number): number {
    const seconds = this.#seconds[slot]!
    const nanoseconds = this.#nanoseconds[slot]!
    return this.#order.search(
      (other) =>
        this.#seconds[other]! > seconds ||
        (this.#seconds[other] === seconds && this.#nanoseconds[other]! >= nanoseconds)
    )
  }
}

const isShort = ({ units, scale }: Decimal) =>
  units >= 0n && units <= BigInt(largestUnits) && scale <= longestScale

/** NaN where it does not fit. Nothing is finer than the common scale unless it could not be made to fit. */
function atScale(units: number, scale: number, common: number): number {
  if (scale === common) return units
  if (scale > common) return NaN
  const fitted = units * powersOfTen[common - scale]!
  return fitted <= largestUnits ? fitted : NaN
}
