import { healthMinutes } from '#shared/contract/app/diagnostics'
import type { HealthFrame } from '#shared/contract/market/feed'
import { Ring } from './ring'

const minute = 60_000

/** How main did over the last minutes, one frame a second. */
export class HealthHistory {
  readonly #frames = new Ring<HealthFrame>(healthMinutes * 60)

  add(frame: HealthFrame): void {
    this.#frames.add(frame)
  }

  /** After a sleep of the computer the oldest frames may lie further back than anybody asks for. */
  since(now: number): HealthFrame[] {
    return this.#frames.all().filter(({ at }) => at > now - healthMinutes * minute)
  }
}
