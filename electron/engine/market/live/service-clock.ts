import * as v from 'valibot'
import type { Clock } from '../../base/clock'
import { savedTime, saveTime } from '../saved'
import type { ClockOffset } from './clock-offset'

const lookEvery = 1000
/** The wall clock is adjusted continuously, so small differences are ignored. */
const jump = 100
/** A larger difference may be sleep, during which the monotonic clock stops. */
const slept = 1000

export const savedServiceClock = v.object({
  origin: savedTime,
  steadyOrigin: savedTime,
  doubted: v.boolean(),
  lookAt: v.nullable(savedTime)
})
type SavedServiceClock = v.InferOutput<typeof savedServiceClock>

/**
 * The service's clock, by the estimated offset. Monotonic times are converted to wall time with a fixed origin, which
 * follows the wall clock. The estimate restarts if the computer may have slept.
 */
export class ServiceClock {
  #origin: number
  #steadyOrigin: number
  /** Not reliable since a sleep. */
  #doubted = false
  #lookAt = -Infinity

  constructor(
    private readonly clock: Pick<Clock, 'wall' | 'monotonic'>,
    private readonly offset: Pick<ClockOffset, 'value' | 'reset'>
  ) {
    this.#origin = this.#steadyOrigin = clock.wall() - clock.monotonic()
  }

  /** Call for each frame; returns when it was received, in milliseconds since the epoch. */
  frame(at: number): number {
    if (at >= this.#lookAt) this.#look(at)
    return this.#origin + at
  }

  /** When an update was received, for the estimate. */
  update(at: number): number {
    if (this.#doubted) {
      this.#doubted = false
      this.offset.reset()
    }
    return this.#steadyOrigin + at
  }

  /** When a snapshot was received. */
  snapshot(at: number): number {
    return this.#steadyOrigin + at
  }

  /** Milliseconds since the epoch, or null while unknown. */
  now(): number | null {
    this.compareClocks()
    const { value } = this.offset
    return value === null ? null : this.#steadyOrigin + this.clock.monotonic() + value
  }

  /** The wall clock may have been set. */
  compareClocks(): void {
    const { clock } = this
    const off = clock.wall() - clock.monotonic() - this.#origin
    if (Math.abs(off) <= jump) return
    this.#origin += off
    if (off <= slept) return
    this.#steadyOrigin += off
    this.#doubted = true
  }

  save(): SavedServiceClock {
    return {
      origin: this.#origin,
      steadyOrigin: this.#steadyOrigin,
      doubted: this.#doubted,
      lookAt: saveTime(this.#lookAt)
    }
  }

  restore({ origin, steadyOrigin, doubted, lookAt }: SavedServiceClock): void {
    this.#origin = origin
    this.#steadyOrigin = steadyOrigin
    this.#doubted = doubted
    this.#lookAt = lookAt ?? -Infinity
  }

  #look(at: number): void {
    this.#lookAt = at + lookEvery
    this.compareClocks()
  }
}
