import { compareDecimals, type Decimal } from '../../base/decimal'
import { nanosecondsInSecond, type Nanoseconds } from '../../base/time'
import { CommonScale, largestUnits, powersOfTen } from '../exact'
import type { ExecutionMessage } from '../messages'
import {
  aggressorOf,
  basisOf,
  inferences,
  unknownConfidence,
  type Aggressor,
  type AggressorBasis,
  type Inference
} from './aggressor'
import { splitTime } from './split-time'
import type { TradeRows } from './trade-rows'

export interface Trade {
  readonly arrival: number
  readonly executedAt: Nanoseconds
  /** How many milliseconds the service's timestamp is later than `executedAt`. */
  readonly ahead: number
  readonly price: Decimal
  readonly amount: Decimal
  readonly aggressor: Aggressor
  readonly basis: AggressorBasis
  /** In percent: how often such a side was right; `unknownConfidence` without enough trades before. */
  readonly confidence: number
}

interface LongNumbers {
  readonly price: Decimal
  readonly amount: Decimal
}

const defaultCapacity = 10_000
const maxScale = 255

/**
 * The last trades in order of arrival, because their timestamps may be wrong. Equal trades are kept, since they have
 * no ID.
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
  readonly #confidences: Uint8Array
  readonly #long = new Map<number, LongNumbers>()
  readonly #ahead = new Map<number, number>()
  #arrivals: number
  #newest = -1

  /** @param first the number of the first trade, which may be negative */
  constructor(
    readonly capacity = defaultCapacity,
    private readonly first = 0
  ) {
    this.#arrivals = first
    this.#seconds = new Float64Array(capacity)
    this.#nanoseconds = new Uint32Array(capacity)
    this.#prices = new Float64Array(capacity)
    this.#amounts = new Float64Array(capacity)
    this.#priceScales = new Uint8Array(capacity)
    this.#amountScales = new Uint8Array(capacity)
    this.#inferences = new Uint8Array(capacity)
    this.#confidences = new Uint8Array(capacity)
  }

  /** The number of the next trade; it is that of trades so far, unless earlier ones were added. */
  get arrivals(): number {
    return this.#arrivals
  }

  get count(): number {
    return Math.min(this.#arrivals - this.first, this.capacity)
  }

  get priceScale(): number {
    return this.#price.scale
  }

  get amountScale(): number {
    return this.#amount.scale
  }

  /** NaN if there is none or it does not fit `priceScale`. */
  get lastPriceUnits(): number {
    const slot = this.#newest
    return slot < 0 ? NaN : atScale(this.#prices[slot]!, this.#priceScales[slot]!, this.#price.scale)
  }

  get lastPrice(): Decimal | null {
    return this.#newest < 0 ? null : this.#numbersOf(this.#newest).price
  }

  /** The last price move among the kept trades: 1 up, -1 down, 0 unchanged. */
  get move(): number {
    for (let arrival = this.#arrivals - 2; arrival >= this.#arrivals - this.count; arrival--) {
      const slot = this.#slotOf(arrival)
      const isSame =
        this.#prices[slot] === this.#prices[this.#newest] &&
        this.#priceScales[slot] === this.#priceScales[this.#newest]
      const way = isSame ? 0 : compareDecimals(this.lastPrice!, this.#numbersOf(slot).price)
      if (way !== 0) return way
    }
    return 0
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
    inference: Inference,
    ahead = 0,
    confidence = unknownConfidence
  ): void {
    const slot = this.#take()
    const price = this.#price.fit(priceUnits, priceScale)
    const amount = this.#amount.fit(amountUnits, amountScale)
    this.#prices[slot] = price === price ? price : priceUnits
    this.#priceScales[slot] = price === price ? this.#price.scale : priceScale
    this.#amounts[slot] = amount === amount ? amount : amountUnits
    this.#amountScales[slot] = amount === amount ? this.#amount.scale : amountScale
    this.#confidences[slot] = confidence
    this.#setTime(slot, seconds, nanoseconds, inference, ahead)
  }

  /** For numbers too long for a double. */
  recordExact(
    message: ExecutionMessage,
    inference: Inference,
    ahead = 0,
    confidence = unknownConfidence
  ): void {
    const { price, amount } = message
    const { seconds, nanoseconds } = splitTime(message.executedAt)
    if (isShort(price) && isShort(amount)) {
      const units = Number(price.units)
      const size = Number(amount.units)
      const scales = [price.scale, amount.scale] as const
      this.record(seconds, nanoseconds, units, scales[0], size, scales[1], inference, ahead, confidence)
      return
    }
    const slot = this.#take()
    this.#prices[slot] = NaN
    this.#amounts[slot] = NaN
    this.#long.set(slot, { price, amount })
    this.#confidences[slot] = confidence
    this.#setTime(slot, seconds, nanoseconds, inference, ahead)
  }

  /** Null if it does not exist or was dropped. */
  tradeAt(arrival: number): Trade | null {
    if (!(arrival >= this.#arrivals - this.count && arrival < this.#arrivals)) return null
    const slot = this.#slotOf(arrival)
    const inference = this.#inferences[slot]!
    return {
      arrival,
      executedAt: BigInt(this.#seconds[slot]!) * nanosecondsInSecond + BigInt(this.#nanoseconds[slot]!),
      ahead: this.#ahead.get(slot) ?? 0,
      ...this.#numbersOf(slot),
      aggressor: aggressorOf(inference),
      basis: basisOf(inference),
      confidence: this.#confidences[slot]!
    }
  }

  /**
   * Trades from number `arrival` on in order of arrival, the newest if not all fit. The first number shows how many
   * were skipped.
   */
  readSince(arrival: number, rows: TradeRows, max = rows.capacity): number {
    const room = Math.min(max, rows.capacity, this.count)
    const from = Math.max(arrival, this.#arrivals - room)
    this.#begin(rows)
    for (let number = from; number < this.#arrivals; number++) this.#copy(number, rows)
    return rows.count
  }

  #begin(rows: TradeRows): void {
    rows.count = 0
    rows.priceScale = this.#price.scale
    rows.amountScale = this.#amount.scale
  }

  #copy(arrival: number, rows: TradeRows): void {
    const slot = this.#slotOf(arrival)
    const row = rows.count++
    rows.seconds[row] = this.#seconds[slot]!
    rows.nanoseconds[row] = this.#nanoseconds[slot]!
    rows.prices[row] = atScale(this.#prices[slot]!, this.#priceScales[slot]!, this.#price.scale)
    rows.amounts[row] = atScale(this.#amounts[slot]!, this.#amountScales[slot]!, this.#amount.scale)
    rows.inferences[row] = this.#inferences[slot]!
    rows.confidences[row] = this.#confidences[slot]!
    rows.arrivals[row] = arrival
    rows.aheads[row] = this.#ahead.get(slot) ?? 0
  }

  #numbersOf(slot: number): LongNumbers {
    return (
      this.#long.get(slot) ?? {
        price: { units: BigInt(this.#prices[slot]!), scale: this.#priceScales[slot]! },
        amount: { units: BigInt(this.#amounts[slot]!), scale: this.#amountScales[slot]! }
      }
    )
  }

  #slotOf(arrival: number): number {
    return (arrival - this.first) % this.capacity
  }

  /** Reuses the oldest slot. */
  #take(): number {
    const slot = this.#slotOf(this.#arrivals)
    if (this.#long.size > 0) this.#long.delete(slot)
    if (this.#ahead.size > 0) this.#ahead.delete(slot)
    return slot
  }

  #setTime(slot: number, seconds: number, nanoseconds: number, inference: Inference, ahead: number): void {
    this.#seconds[slot] = seconds
    this.#nanoseconds[slot] = nanoseconds
    this.#inferences[slot] = inference
    if (ahead > 0) this.#ahead.set(slot, ahead)
    this.#arrivals += 1
    this.#newest = slot
  }
}

const isShort = ({ units, scale }: Decimal) =>
  units >= 0n && units <= BigInt(largestUnits) && scale <= maxScale

/** NaN if it does not fit. */
function atScale(units: number, scale: number, common: number): number {
  if (scale === common) return units
  if (scale > common) return NaN
  const fitted = units * powersOfTen[common - scale]!
  return fitted <= largestUnits ? fitted : NaN
}
