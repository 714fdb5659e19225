import type { StreamFigures } from '#shared/contract/connection/stream-figures'
import { ClockOffset, maxFaster } from './clock-offset'
import { Histogram } from './histogram'

const nanosecondsInMillisecond = 1e6

/**
 * What the stream does, counted on the hot path in numbers alone, and told once a second. Percentiles are within
 * `relativeError` of the true ones. In the very first second, the offset of the clocks is still being found: whenever
 * it is found to be smaller, what was counted is moved along, which may add that error once more.
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
   * Of an update of a book, which is sent when it happens.
   * @param received milliseconds since the epoch, with their fraction where the clock has one
   */
  latency(received: number, seconds: number, nanoseconds: number): void {
    const raw = rawOf(received, seconds, nanoseconds)
    const before = this.#clocks.base
    this.#clocks.add(raw)
    const { base } = this.#clocks
    if (base < before && before !== Infinity) this.#latency.raise(before - base)
    // What came before it was sent bears a wrong time.
    if (raw >= base - maxFaster && this.#clocks.canBe(raw))
      this.#latency.add(Math.max(0, raw - base) + this.#minWay)
  }

  /** Of a snapshot: its time may lie far back. */
  snapshot(received: number, seconds: number, nanoseconds: number): void {
    this.#clocks.addSnapshot(rawOf(received, seconds, nanoseconds))
  }

  /** Another service has another clock. */
  resetClock(): void {
    this.#clocks = new ClockOffset()
    this.#minWay = 0
  }

  /** By how many milliseconds the service's clock is ahead of ours, as known by now; null before the first message. */
  get clockOffset(): number | null {
    const { base } = this.#clocks
    return Number.isFinite(base) ? this.#minWay - base : null
  }

  /** A ping was answered after so many milliseconds. */
  roundTrip(milliseconds: number): void {
    this.#clocks.ping(milliseconds)
  }

  /** A window has painted what was received so many milliseconds before. */
  painted(milliseconds: number): void {
    this.#paint.add(milliseconds)
  }

  /** So much waits for a window now. */
  queue(depth: number): void {
    if (depth > this.#queue) this.#queue = depth
  }

  /** The figures since the last time; `now` is monotonic milliseconds. */
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

/** Whole seconds first: the difference is small then, and keeps its digits. */
const rawOf = (received: number, seconds: number, nanoseconds: number) =>
  received - seconds * 1000 - nanoseconds / nanosecondsInMillisecond
