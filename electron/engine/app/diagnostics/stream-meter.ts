import type { StreamFigures } from '#shared/contract/connection/stream-figures'
import { ClockOffset, maxFaster, rawOf } from '../../market/live/clock-offset'
import { Histogram } from './histogram'

/**
 * Counts the stream on the hot path and reports once a second. Percentiles are within `relativeError`; corrections of
 * the clock offset in the first second may double it.
 */
export class StreamMeter {
  readonly #latency = new Histogram()
  readonly #paint = new Histogram()
  readonly offset = new ClockOffset()
  #messages = 0
  #bytes = 0
  #queue = 0
  #takenAt: number

  /** @param now monotonic milliseconds */
  constructor(now: number) {
    this.#takenAt = now
  }

  frame(bytes: number): void {
    this.#messages++
    this.#bytes += bytes
  }

  /**
   * A book update, which is sent when it happens.
   * @param received milliseconds since the epoch, possibly fractional
   */
  latency(received: number, seconds: number, nanoseconds: number): void {
    const raw = rawOf(received, seconds, nanoseconds)
    const { offset } = this
    const before = offset.base
    offset.add(raw)
    const { base } = offset
    if (base < before && before !== Infinity) this.#latency.raise(before - base)
    // A message sent before that has a wrong time.
    if (raw >= base - maxFaster && offset.canBe(raw))
      this.#latency.add(Math.max(0, raw - base) + offset.minWay)
  }

  /** A snapshot's time may be old. */
  snapshot(received: number, seconds: number, nanoseconds: number): void {
    this.offset.addSnapshot(rawOf(received, seconds, nanoseconds))
  }

  /** Another service has another clock. */
  resetClock(): void {
    this.offset.reset()
  }

  /** Null before the first message. */
  get clockOffset(): number | null {
    return this.offset.value
  }

  roundTrip(milliseconds: number): void {
    this.offset.ping(milliseconds)
  }

  /** The age of the data when a window painted it. */
  painted(milliseconds: number): void {
    this.#paint.add(milliseconds)
  }

  queue(depth: number): void {
    if (depth > this.#queue) this.#queue = depth
  }

  /** `now` is monotonic. */
  take(now: number): StreamFigures {
    const seconds = Math.max(now - this.#takenAt, 1) / 1000
    const figures: StreamFigures = {
      messages: Math.round(this.#messages / seconds),
      bytes: Math.round(this.#bytes / seconds),
      latency: this.#latency.take(),
      clockOffset: this.clockOffset,
      paint: this.#paint.take(),
      queue: this.#queue
    }
    this.offset.turn(now)
    this.#messages = this.#bytes = this.#queue = 0
    this.#takenAt = now
    return figures
  }
}
