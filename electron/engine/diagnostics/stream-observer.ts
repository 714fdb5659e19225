import type { StreamStatus } from '../../shared/contract/markets'
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

/**
 * Looks on for Diagnostics: nothing of the data depends on it. Times are those of `performance.now()`. Whatever jumps
 * the wall clock makes, they only go forward, and their origin turns them into a time of day without a new reading.
 */
export class StreamObserver {
  constructor(private readonly parts: Parts) {}

  frame(bytes: Uint8Array, binary: boolean, at: number): void {
    this.parts.meter.frame(bytes.length)
    this.parts.rawFrames.received(bytes, binary, performance.timeOrigin + at)
  }

  /** The service's own time of a market message. */
  serviceTime(seconds: number, nanoseconds: number, at: number): void {
    this.parts.meter.latency(performance.timeOrigin + at, seconds, nanoseconds)
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
}
