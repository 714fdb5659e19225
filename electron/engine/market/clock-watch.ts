import * as v from 'valibot'
import { minClockStep } from '#shared/domain/market/candles/index'
import type { Clock } from '../base/clock'
import { savedTime } from './saved'

/** Milliseconds before a new offset is accepted. */
const believedAfter = 2000

interface Offsets {
  /** The service's time minus this computer's wall and monotonic clocks. */
  readonly wall: number
  readonly steady: number
}

const savedOffsets = v.object({ wall: savedTime, steady: savedTime })
export const savedClockWatch = v.object({
  known: v.nullable(savedOffsets),
  next: v.nullable(v.object({ ...savedOffsets.entries, since: savedTime }))
})
type SavedClockWatch = v.InferOutput<typeof savedClockWatch>

/** The service's clock was set, in milliseconds since the epoch. */
export interface ClockStep {
  readonly from: number
  readonly to: number
}

/**
 * Detects that the service's clock was set. A step must show against both local clocks: the wall clock alone may have
 * been set, the monotonic clock alone stops during sleep.
 */
export class ClockWatch {
  #known: Offsets | null = null
  #next: (Offsets & { readonly since: number }) | null = null

  constructor(
    private readonly clock: Pick<Clock, 'wall' | 'monotonic'>,
    private readonly serviceNow: () => number | null
  ) {}

  /** Call several times a second. */
  look(): ClockStep | null {
    const service = this.serviceNow()
    if (service === null) return null
    const at = this.clock.monotonic()
    const now = { wall: service - this.clock.wall(), steady: service - at }
    this.#known ??= now
    if (!isStep(this.#known, now)) {
      this.#known = now
      this.#next = null
      return null
    }
    if (!this.#next || Math.abs(now.steady - this.#next.steady) > minClockStep)
      this.#next = { ...now, since: at }
    const { since } = this.#next
    if (at - since < believedAfter) return null
    const step = { from: since + this.#known.steady, to: since + now.steady }
    this.#known = now
    this.#next = null
    return step
  }

  save(): SavedClockWatch {
    return { known: this.#known, next: this.#next }
  }

  restore({ known, next }: SavedClockWatch): void {
    this.#known = known
    this.#next = next
  }
}

const isStep = (before: Offsets, now: Offsets) =>
  Math.abs(now.steady - before.steady) > minClockStep && Math.abs(now.wall - before.wall) > minClockStep
