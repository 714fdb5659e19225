import type { Clock, Random } from '../../base/clock'
import { BackOff } from '../../base/http'
import { Pace } from './pace'

/** What holds requests back at one service. */
export interface Restraint {
  readonly backOff: BackOff
  readonly pace: Pace
}

/**
 * By token host, and kept over reconnects: to connect again, or to test what stands in the form, must not be a way
 * round what the service has asked for.
 */
export class Restraints {
  readonly #byHost = new Map<string, Restraint>()

  constructor(
    private readonly clock: Clock,
    private readonly random: Random
  ) {}

  at(tokenHost: string): Restraint {
    const known = this.#byHost.get(tokenHost)
    if (known) return known
    const made = { backOff: new BackOff(this.clock, this.random), pace: new Pace(this.clock) }
    this.#byHost.set(tokenHost, made)
    return made
  }
}
