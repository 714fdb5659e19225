import * as v from 'valibot'
import type { Clock } from '../../base/clock'
import type { BookTimes } from '../../market/live/book-times'
import { ClockOffset, rawOf, savedOffset } from '../../market/live/clock-offset'
import { savedServiceClock, ServiceClock } from '../../market/live/service-clock'
import { savedTime } from '../../market/saved'

export const savedRecordedClock = v.object({
  offset: savedOffset,
  service: savedServiceClock,
  turnAt: savedTime
})
type SavedRecordedClock = v.InferOutput<typeof savedRecordedClock>

const turnEvery = 1000
/** After this long without a frame, another second changes nothing. */
const maxTurns = 400

/** The service's clock as it follows from recorded frames alone; pings are not recorded. */
export class RecordedServiceClock implements BookTimes {
  readonly #offset = new ClockOffset()
  readonly #service: ServiceClock
  #turnAt: number

  constructor(private readonly clock: Pick<Clock, 'wall' | 'monotonic'>) {
    this.#service = new ServiceClock(clock, this.#offset)
    this.#turnAt = clock.monotonic() + turnEvery
  }

  frame(at: number): void {
    this.#turn(at)
    this.#service.frame(at)
  }

  updateTime(seconds: number, nanoseconds: number, at: number): void {
    this.#offset.add(rawOf(this.#service.update(at), seconds, nanoseconds))
  }

  snapshotTime(seconds: number, nanoseconds: number, at: number): void {
    this.#offset.addSnapshot(rawOf(this.#service.snapshot(at), seconds, nanoseconds))
  }

  /** Milliseconds since the epoch, or null while unknown. */
  now(): number | null {
    this.#turn(this.clock.monotonic())
    return this.#service.now()
  }

  /** The same, but starts no new second, because a frame of the last one may still arrive. */
  peek(): number | null {
    return this.#service.now()
  }

  /** The wall clock was set. */
  compareClocks(): void {
    this.#service.compareClocks()
  }

  save(): SavedRecordedClock {
    return { offset: this.#offset.save(), service: this.#service.save(), turnAt: this.#turnAt }
  }

  restore({ offset, service, turnAt }: SavedRecordedClock): void {
    this.#offset.restore(offset)
    this.#service.restore(service)
    this.#turnAt = turnAt
  }

  /** Once for each second that passed. */
  #turn(at: number): void {
    const behind = Math.floor((at - this.#turnAt) / turnEvery) - maxTurns
    if (behind > 0) this.#turnAt += behind * turnEvery
    for (; at >= this.#turnAt; this.#turnAt += turnEvery) this.#offset.turn(this.#turnAt)
  }
}
