import type { Clock } from '../../base/clock'
import { Alarm } from './alarm'

interface SilencePorts {
  readonly clock: Clock
  readonly staleAfter: () => number
  /** Patience that a request still to be answered earns, in milliseconds since the last frame. */
  readonly patience: () => number
  /** Half of the limit is over: ask the service whether it is there. */
  readonly probe: () => void
  readonly silent: () => void
  /** Twice the limit. */
  readonly over: () => void
}

/** A settled limit, lest a wrong setting ask the service without end. */
const shortest = 500

/**
 * Whether anything comes at all that is understood. A quiet market is well as long as the service behind the socket answers; only when
 * that does not answer either, nothing shown can be relied on.
 */
export class Silence {
  readonly #alarm: Alarm
  #lastAt = 0
  #stage: 'receiving' | 'probed' | 'silent' = 'receiving'

  constructor(private readonly ports: SilencePorts) {
    this.#alarm = new Alarm(ports.clock, () => this.#ring())
  }

  get silent(): boolean {
    return this.#stage === 'silent'
  }

  start(): void {
    this.#lastAt = this.ports.clock.monotonic()
    this.#stage = 'receiving'
    this.#alarm.set(this.#limit / 2)
  }

  stop(): void {
    this.#alarm.clear()
    this.#stage = 'receiving'
  }

  /**
   * On the hot path: no timer is touched unless the silence had begun to count.
   * @returns whether it was silent until now
   */
  received(at: number): boolean {
    this.#lastAt = at
    if (this.#stage === 'receiving') return false
    const was = this.silent
    this.#stage = 'receiving'
    this.#alarm.set(this.#limit / 2)
    return was
  }

  get #limit(): number {
    return Math.max(shortest, this.ports.staleAfter())
  }

  #ring(): void {
    const limit = this.#limit
    const age = this.ports.clock.monotonic() - this.#lastAt
    const most = Math.max(2 * limit, this.ports.patience())
    const stage = this.#stage
    if (age >= most && stage === 'silent') return this.ports.over()
    this.#stage = age >= limit ? 'silent' : age >= limit / 2 ? 'probed' : stage
    const next = [limit / 2, limit, most].find((step) => step > age) ?? most
    // A timer that came late, because our own work held it up, takes no chance from the service.
    const chance = stage === 'receiving' && this.#stage === 'silent' ? limit / 2 : 0
    this.#alarm.set(Math.max(next - age, chance))
    if (stage === 'receiving' && this.#stage !== 'receiving') this.ports.probe()
    if (stage !== 'silent' && this.#stage === 'silent') this.ports.silent()
  }
}
