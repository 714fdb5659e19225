import type { Beat } from '../wire/messages'

/** The two clocks may run apart by so much. */
const maxDrift = 2e-4
/** Milliseconds by which one beat may be quicker or slower than the one before, when none waited. */
const maxDifference = 100

/** The beats of one leader. Their times are compared with each other only, because clocks differ. */
export class Beats {
  #last: Beat | null = null
  #receivedAt = 0
  /** Of this clock before the leader's, for a beat that took no time. */
  #offset = Infinity
  #lastOffset = Infinity
  #lag = 0
  #isTimed = false

  get isLeaderLive(): boolean {
    return this.#last?.isLive ?? false
  }

  get lag(): number {
    return this.#lag
  }

  /**
   * How long a beat takes is known: two took as long. Beats that waited together arrive together, each quicker than the one
   * before; and one that waited longer says nothing about the one before.
   */
  get isTimed(): boolean {
    return this.#isTimed
  }

  /** @param now monotonic */
  age(now: number): number | null {
    return this.#last && now - this.#receivedAt
  }

  /** False for one that is not newer than the last. */
  receive(beat: Beat, now: number): boolean {
    if (this.#last && beat.at <= this.#last.at) return false
    const offset = now - beat.at
    const drift = this.#last ? (now - this.#receivedAt) * maxDrift : 0
    const quickest = this.#offset + drift
    if (Math.abs(offset - this.#lastOffset) <= maxDifference) this.#isTimed = true
    this.#lastOffset = offset
    this.#offset = Math.min(offset, quickest)
    this.#lag = offset - this.#offset
    this.#last = beat
    this.#receivedAt = now
    return true
  }
}
