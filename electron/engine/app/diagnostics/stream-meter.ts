import type { StreamFigures } from '#shared/contract/connection/stream-figures'
import { ClockOffset, maxFaster } from './clock-offset'
import { Histogram } from './histogram'

const nanosecondsInMillisecond = 1e6

/**
 * Counts the stream on the hot path and reports once a second. Percentiles are within `relativeError`; corrections of
 * the clock offset in the first second may double it.
 */
export class StreamMeter {
  readonly #latency = new Histogram()
  readonly #paint = new Histogram()
  #clocks = new ClockOffset()
  #messages = 0
  #bytes = 0
  #queue = 0
  #minWay = 0
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
    const before = this.#clocks.base
    this.#clocks.add(raw)
    const { base } = this.#clocks
    if (base < before && before !== Infinity) this.#latency.raise(before - base)
    // A message sent before that has a wrong time.
    if (raw >= base - maxFaster && this.#clocks.canBe(raw))
      this.#latency.add(Math.max(0, raw - base) + this.#minWay)
  }

  /** A snapshot's time may be old. */
  snapshot(received: number, seconds: number, nanoseconds: number): void {
    this.#clocks.addSnapshot(rawOf(received, seconds, nanoseconds))
  }

  /** Another service has another clock. */
  resetClock(): void {
    this.#clocks = new ClockOffset()
    this.#minWay = 0
  }

  /** Null before the first message. */
  get clockOffset(): number | null {
    const { base } = this.#clocks
    return Number.isFinite(base) ? this.#minWay - base : null
  }

  roundTrip(milliseconds: number): void {
    this.#clocks.ping(milliseconds)
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
    this.#clocks.turn(now)
    this.#minWay = this.#clocks.minWay
    this.#messages = this.#bytes = this.#queue = 0
    this.#takenAt = now
    return figures
  }
}

/** Seconds first: the difference is small and keeps its digits. */
const rawOf = (received: number, seconds: number, nanoseconds: number) =>
  received - seconds * 1000 - nanoseconds / nanosecondsInMillisecond
