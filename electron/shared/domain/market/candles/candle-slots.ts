import { OrderedSlots } from '../exact'
import { startOf } from './intervals'
import { field, stride } from './layout'
import { readLong, type LongCandle } from './long-candle'

const firstSlots = 16

/** The newest candle is cached, because it is nearly always the one needed. */
export class CandleSlots {
  readonly order = new OrderedSlots(firstSlots)
  /** Candles whose row holds only times and counts. */
  readonly long = new Map<number, LongCandle>()
  data = new Float64Array(firstSlots * stride)
  newestBase = 0
  newestStart = Infinity
  newestEnd = -Infinity

  constructor(
    readonly seconds: number,
    readonly limit: number
  ) {}

  startAt(index: number): number {
    return this.data[this.order.at(index) * stride + field.start]!
  }

  indexFrom(seconds: number): number {
    return this.order.search((slot) => this.data[slot * stride + field.start]! >= seconds)
  }

  longOf(slot: number): LongCandle {
    return this.long.get(slot) ?? readLong(this.data, slot * stride)
  }

  /** Creates the candle if needed; -1 if it is too old. */
  baseOf(seconds: number): number {
    const start = startOf(seconds, this.seconds)
    if (start === this.newestStart) return this.newestBase
    if (this.order.count > 0 && start < this.newestStart) return this.#lateBase(start)
    const slot = this.#take(start)
    this.order.append(slot)
    this.newestBase = slot * stride
    this.newestStart = start
    this.newestEnd = start + this.seconds
    return this.newestBase
  }

  #lateBase(start: number): number {
    const index = this.indexFrom(start)
    if (this.startAt(index) === start) return this.order.at(index) * stride
    const isFull = this.order.count === this.limit
    if (isFull && index === 0) return -1
    const slot = this.#take(start)
    this.order.insert(isFull ? index - 1 : index, slot)
    return slot * stride
  }

  /** Reuses the oldest slot if all are taken. */
  #take(start: number): number {
    let slot = this.order.count
    if (slot === this.limit) {
      slot = this.order.first
      this.order.remove(0)
      this.long.delete(slot)
    } else if (slot * stride === this.data.length) {
      const data = new Float64Array(this.data.length * 2)
      data.set(this.data)
      this.data = data
    }
    this.data.fill(0, slot * stride, (slot + 1) * stride)
    this.data[slot * stride + field.start] = start
    return slot
  }
}
