import type { StreamStatus } from '#shared/contract/market/markets'
import { systemClock, type Clock } from '../../base/clock'
import type { Channel } from '../../connection/stream/types'
import { ServiceClock } from '../../market/live/service-clock'
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

/** Observes the stream for Diagnostics and estimates the service's clock. */
export class StreamObserver {
  readonly #service: ServiceClock

  constructor(
    private readonly parts: Parts,
    private readonly clock: Pick<Clock, 'wall' | 'monotonic'> = systemClock
  ) {
    this.#service = new ServiceClock(clock, parts.meter.offset)
  }

  frame(bytes: Uint8Array, binary: boolean, at: number): void {
    const received = this.#service.frame(at)
    this.parts.meter.frame(bytes.length)
    this.parts.rawFrames.received(bytes, binary, received)
  }

  updateTime(seconds: number, nanoseconds: number, at: number): void {
    this.parts.meter.latency(this.#service.update(at), seconds, nanoseconds)
  }

  snapshotTime(seconds: number, nanoseconds: number, at: number): void {
    this.parts.meter.snapshot(this.#service.snapshot(at), seconds, nanoseconds)
  }

  /** Milliseconds since the epoch, or null while unknown. */
  serviceNow(): number | null {
    return this.#service.now()
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
}
