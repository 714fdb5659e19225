import { healthMinutes } from '#shared/contract/app/diagnostics'
import type { HealthFrame } from '#shared/contract/market/feed'
import { Ring } from './ring'

const minute = 60_000

export class HealthHistory {
  readonly #frames = new Ring<HealthFrame>(healthMinutes * 60)

  add(frame: HealthFrame): void {
    this.#frames.add(frame)
  }

  /** After sleep, frames may be older than requested. */
  since(now: number): HealthFrame[] {
    return this.#frames.all().filter(({ at }) => at > now - healthMinutes * minute)
  }
}
