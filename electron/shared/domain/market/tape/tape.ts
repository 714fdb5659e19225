import { compareDecimals, type Decimal } from '../../base/decimal'
import { nanosecondsInSecond, type Nanoseconds } from '../../base/time'
import { CommonScale, maxFittedUnits, powersOfTen } from '../exact'
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

/** A trade is a row of doubles and one of bytes, for few adjacent writes: a tape is not in the processor's cache. */
const number = { seconds: 0, nanoseconds: 1, price: 2, amount: 3 } as const
const mark = { priceScale: 0, amountScale: 1, inference: 2, confidence: 3 } as const
const stride = 4

/**
 * The last trades in order of arrival, because their timestamps may be wrong. Equal trades are kept, since they have
 * no ID.
 */
export class Tape {
  readonly #price = new CommonScale()
  readonly #amount = new CommonScale()
  readonly #numbers: Float64Array
  readonly #marks: Uint8Array
  readonly #long = new Map<number, LongNumbers>()
  readonly #ahead = new Map<number, number>()
  #arrivals: number
  #newest = -1
  /** The slot of the next trade. */
  #next = 0

  /** @param first the number of the first trade, which may be negative */
  constructor(
    readonly capacity = defaultCapacity,
    private readonly first = 0
  ) {
    this.#arrivals = first
    this.#numbers = new Float64Array(capacity * stride)
    this.#marks = new Uint8Array(capacity * stride)
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
    return this.#newest < 0 ? NaN : this.#priceAt(this.#newest * stride)
  }

  get lastPrice(): Decimal | null {
    return this.#newest < 0 ? null : this.#numbersOf(this.#newest).price
  }

  /** The last price move among the kept trades: 1 up, -1 down, 0 unchanged. */
  get move(): number {
    for (let arrival = this.#arrivals - 2; arrival >= this.#arrivals - this.count; arrival--) {
      const slot = this.#slotOf(arrival)
      const isSame = this.#isSamePrice(slot * stride, this.#newest * stride)
      const way = isSame ? 0 : compareDecimals(this.lastPrice!, this.#numbersOf(slot).price)
      if (way !== 0) return way
    }
    return 0
  }

  get lastInference(): Inference {
    return this.#newest < 0 ? inferences.none : this.#inferenceAt(this.#newest * stride)
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
    const row = this.#take(inference, confidence, ahead)
    const price = this.#price.fit(priceUnits, priceScale)
    const amount = this.#amount.fit(amountUnits, amountScale)
    const numbers = this.#numbers
    const marks = this.#marks
    numbers[row + number.seconds] = seconds
    numbers[row + number.nanoseconds] = nanoseconds
    numbers[row + number.price] = price === price ? price : priceUnits
    numbers[row + number.amount] = amount === amount ? amount : amountUnits
    marks[row + mark.priceScale] = price === price ? this.#price.scale : priceScale
    marks[row + mark.amountScale] = amount === amount ? this.#amount.scale : amountScale
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
    const row = this.#take(inference, confidence, ahead)
    this.#numbers.set([seconds, nanoseconds, NaN, NaN], row)
    this.#long.set(this.#newest, { price, amount })
  }

  /** Null if it does not exist or was dropped. */
  tradeAt(arrival: number): Trade | null {
    if (!(arrival >= this.#arrivals - this.count && arrival < this.#arrivals)) return null
    const slot = this.#slotOf(arrival)
    const row = slot * stride
    const inference = this.#inferenceAt(row)
    const seconds = BigInt(this.#numbers[row + number.seconds]!)
    return {
      arrival,
      executedAt: seconds * nanosecondsInSecond + BigInt(this.#numbers[row + number.nanoseconds]!),
      ahead: this.#ahead.get(slot) ?? 0,
      ...this.#numbersOf(slot),
      aggressor: aggressorOf(inference),
      basis: basisOf(inference),
      confidence: this.#marks[row + mark.confidence]!
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
    const from = slot * stride
    const row = rows.count++
    rows.seconds[row] = this.#numbers[from + number.seconds]!
    rows.nanoseconds[row] = this.#numbers[from + number.nanoseconds]!
    rows.prices[row] = this.#priceAt(from)
    rows.amounts[row] = this.#amountAt(from)
    rows.inferences[row] = this.#inferenceAt(from)
    rows.confidences[row] = this.#marks[from + mark.confidence]!
    rows.arrivals[row] = arrival
    rows.aheads[row] = this.#ahead.get(slot) ?? 0
  }

  #priceAt(row: number): number {
    return atScale(this.#numbers[row + number.price]!, this.#marks[row + mark.priceScale]!, this.#price.scale)
  }

  #amountAt(row: number): number {
    const scale = this.#marks[row + mark.amountScale]!
    return atScale(this.#numbers[row + number.amount]!, scale, this.#amount.scale)
  }

  #inferenceAt(row: number): Inference {
    return this.#marks[row + mark.inference] as Inference
  }

  #isSamePrice(row: number, other: number): boolean {
    const numbers = this.#numbers
    const marks = this.#marks
    return (
      numbers[row + number.price] === numbers[other + number.price] &&
      marks[row + mark.priceScale] === marks[other + mark.priceScale]
    )
  }

  #numbersOf(slot: number): LongNumbers {
    const row = slot * stride
    const numbers = this.#numbers
    const marks = this.#marks
    return (
      this.#long.get(slot) ?? {
        price: { units: BigInt(numbers[row + number.price]!), scale: marks[row + mark.priceScale]! },
        amount: { units: BigInt(numbers[row + number.amount]!), scale: marks[row + mark.amountScale]! }
      }
    )
  }

  #slotOf(arrival: number): number {
    return (arrival - this.first) % this.capacity
  }

  /** The row of the next trade, which may be that of the oldest one. */
  #take(inference: Inference, confidence: number, ahead: number): number {
    const slot = this.#next
    const row = slot * stride
    // A remainder of doubles costs as much as the whole row.
    this.#next = slot + 1 === this.capacity ? 0 : slot + 1
    this.#newest = slot
    this.#arrivals += 1
    if (this.#long.size > 0) this.#long.delete(slot)
    if (this.#ahead.size > 0) this.#ahead.delete(slot)
    if (ahead > 0) this.#ahead.set(slot, ahead)
    this.#marks[row + mark.inference] = inference
    this.#marks[row + mark.confidence] = confidence
    return row
  }
}

const isShort = ({ units, scale }: Decimal) =>
  units >= 0n && units <= BigInt(maxFittedUnits) && scale <= maxScale

/** NaN if it does not fit. */
function atScale(units: number, scale: number, common: number): number {
  if (scale === common) return units
  if (scale > common) return NaN
  const fitted = units * powersOfTen[common - scale]!
  return fitted <= maxFittedUnits ? fitted : NaN
}
