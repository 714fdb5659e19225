import type { StreamStatus } from '#shared/contract/market/markets'
import { systemClock, type Clock } from '../../base/clock'
import type { Channel } from '../../connection/stream/types'
import type { TimelineNote } from './connection-story'
import type { RawFrames } from './raw-frames'
import type { StreamMeter } from './stream-meter'
import type { StreamStory } from './stream-story'

interface Parts {
  readonly meter: StreamMeter
  readonly rawFrames: RawFrames
  readonly story: StreamStory
  readonly note: (note: readonly TimelineNote[]) => void
}

const lookEvery = 1000
/** The wall clock is adjusted continuously, so small differences are ignored. */
const jump = 100
/** A larger difference may be sleep, during which the monotonic clock stops. */
const slept = 1000

/**
 * Observes the stream for Diagnostics and estimates the service's clock. Monotonic times are converted to wall time
 * with a fixed origin, which follows the wall clock. The estimate restarts if the computer may have slept.
 */
export class StreamObserver {
  #origin: number
  #steadyOrigin: number
  /** Not reliable since a sleep. */
  #doubted = false
  #lookAt = -Infinity

  constructor(
    private readonly parts: Parts,
    private readonly clock: Pick<Clock, 'wall' | 'monotonic'> = systemClock
  ) {
    this.#origin = this.#steadyOrigin = clock.wall() - clock.monotonic()
  }

  frame(bytes: Uint8Array, binary: boolean, at: number): void {
    if (at >= this.#lookAt) this.#look(at)
    this.parts.meter.frame(bytes.length)
    this.parts.rawFrames.received(bytes, binary, this.#origin + at)
  }

  updateTime(seconds: number, nanoseconds: number, at: number): void {
    if (this.#doubted) {
      this.#doubted = false
      this.parts.meter.resetClock()
    }
    this.parts.meter.latency(this.#steadyOrigin + at, seconds, nanoseconds)
  }

  snapshotTime(seconds: number, nanoseconds: number, at: number): void {
    this.parts.meter.snapshot(this.#steadyOrigin + at, seconds, nanoseconds)
  }

  /** Milliseconds since the epoch, or null while unknown. */
  serviceNow(): number | null {
    const { clockOffset } = this.parts.meter
    this.#compareClocks()
    return clockOffset === null ? null : this.#steadyOrigin + this.clock.monotonic() + clockOffset
  }

  /** Null while unknown. */
  clockOffset(): number | null {
    const now = this.serviceNow()
    return now === null ? null : now - this.clock.wall()
  }

  sent(text: string): void {
    this.parts.rawFrames.sent(text, Date.now())
  }

  status(status: StreamStatus): void {
    if (status.roundTrip !== null) this.parts.meter.roundTrip(status.roundTrip)
    this.parts.note(this.parts.story.status(status))
  }

  resync(market: string): void {
    this.parts.story.resync(market)
  }

  error(code: string, message: string | null, channel: Channel | null): void {
    this.parts.story.error(code, message, channel)
  }

  refused(channel: Channel, code: string): void {
    this.parts.story.refused(channel, code)
  }

  #look(at: number): void {
    this.#lookAt = at + lookEvery
    this.#compareClocks()
  }

  #compareClocks(): void {
    const { clock } = this
    const off = clock.wall() - clock.monotonic() - this.#origin
    if (Math.abs(off) <= jump) return
    this.#origin += off
    if (off <= slept) return
    this.#steadyOrigin += off
    this.#doubted = true
  }
}
