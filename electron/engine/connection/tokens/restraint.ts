import type { Clock, Random } from '../../base/clock'
import { BackOff } from '../../base/http'
import { Pace } from './pace'

export interface Restraint {
  readonly backOff: BackOff
  readonly pace: Pace
}

/** By token host, kept across reconnects, so that reconnecting or testing does not bypass the back-off. */
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
