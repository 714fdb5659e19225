import type { Clock } from '../../base/clock'
import { Alarm } from './alarm'

interface SilencePorts {
  readonly clock: Clock
  readonly staleAfter: () => number
  /** Extra time for pending requests, in milliseconds since the last frame. */
  readonly patience: () => number
  /** Half of the limit passed. */
  readonly probe: () => void
  readonly silent: () => void
  /** Twice the limit passed. */
  readonly over: () => void
}

/** Guards against a setting that is too small. */
const shortest = 500

/** Detects when nothing understandable arrives. A quiet market is fine while the service answers probes. */
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

  /** Hot path: the timer is only touched if silence had started. @returns whether it was silent */
  received(at: number): boolean {
    this.#lastAt = at
    if (this.#stage === 'receiving') return false
    const was = this.silent
    this.#stage = 'receiving'
    this.#alarm.set(this.#limit / 2)
    return was
  }

  /** @returns whether it was silent, and is not by the limit that applies now */
  limitChanged(): boolean {
    const was = this.silent
    this.#ring()
    return was && !this.silent
  }

  get #limit(): number {
    return Math.max(shortest, this.ports.staleAfter())
  }

  #ring(): void {
    const limit = this.#limit
    const age = this.ports.clock.monotonic() - this.#lastAt
    const max = Math.max(2 * limit, this.ports.patience())
    const stage = this.#stage
    if (age >= max && stage === 'silent') return this.ports.over()
    this.#stage = age >= limit ? 'silent' : age >= limit / 2 ? 'probed' : 'receiving'
    const next = [limit / 2, limit, max].find((step) => step > age) ?? max
    // A timer delayed by our own work gives the service another half limit.
    const chance = stage === 'receiving' && this.#stage === 'silent' ? limit / 2 : 0
    this.#alarm.set(Math.max(next - age, chance))
    if (stage === 'receiving' && this.#stage !== 'receiving') this.ports.probe()
    if (stage !== 'silent' && this.#stage === 'silent') this.ports.silent()
  }
}
