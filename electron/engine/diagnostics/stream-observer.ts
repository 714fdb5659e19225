import type { StreamStatus } from '../../shared/contract/markets'
import { systemClock, type Clock } from '../clock'
import type { Channel } from '../stream/types'
import type { Told } from './connection-story'
import type { RawFrames } from './raw-frames'
import type { StreamMeter } from './stream-meter'
import type { StreamStory } from './stream-story'

interface Parts {
  readonly meter: StreamMeter
  readonly rawFrames: RawFrames
  readonly story: StreamStory
  readonly tell: (told: readonly Told[]) => void
}

const lookEvery = 1000
/** The wall clock tells whole milliseconds, and is slowly put right all the time: that is no jump. */
const jump = 100

/**
 * Looks on for Diagnostics: nothing of the data depends on it. Times are those of the monotonic clock, and their origin
 * turns them into a time of day without a new reading. It moves when the wall clock was set, or when the computer slept
 * and the monotonic clock stood still meanwhile.
 */
export class StreamObserver {
  #origin: number
  #lookAt = -Infinity

  constructor(
    private readonly parts: Parts,
    private readonly clock: Pick<Clock, 'wall' | 'monotonic'> = systemClock
  ) {
    this.#origin = clock.wall() - clock.monotonic()
  }

  frame(bytes: Uint8Array, binary: boolean, at: number): void {
    if (at >= this.#lookAt) this.#look(at)
    this.parts.meter.frame(bytes.length)
    this.parts.rawFrames.received(bytes, binary, this.#origin + at)
  }

  /** The service's own time of a market message, after its `frame`. */
  serviceTime(seconds: number, nanoseconds: number, at: number): void {
    this.parts.meter.latency(this.#origin + at, seconds, nanoseconds)
  }

  sent(text: string): void {
    this.parts.rawFrames.sent(text, Date.now())
  }

  status(status: StreamStatus): void {
    if (status.roundTrip !== null) this.parts.meter.roundTrip(status.roundTrip)
    this.parts.tell(this.parts.story.status(status))
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
    const { clock } = this
    this.#lookAt = at + lookEvery
    const off = clock.wall() - clock.monotonic() - this.#origin
    if (Math.abs(off) > jump) this.#origin += off
  }
}
