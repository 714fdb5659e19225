import type { Clock } from '../../base/clock'
import type { StoredAlert } from './alert-schema'
import { judgeOf } from './judges'
import type { Judge } from './types'

export class Rule {
  readonly judge: Judge | null
  #endRest: (() => void) | null = null
  #endWait: (() => void) | null = null
  #waitsUntil: number | null = null

  constructor(
    public alert: StoredAlert,
    private readonly clock: Clock
  ) {
    this.judge = judgeOf(alert.condition, clock)
  }

  get id(): string {
    return this.alert.id
  }

  get resting(): boolean {
    return this.#endRest !== null
  }

  rest(milliseconds: number, over: () => void): void {
    this.#endRest?.()
    this.#endRest = this.clock.later(milliseconds, () => {
      this.#endRest = null
      over()
    })
  }

  endRest(): void {
    this.#endRest?.()
    this.#endRest = null
  }

  /** Calls when the judge is due, if time alone may make its condition hold. */
  wait(due: () => void): void {
    const dueAt = this.judge?.dueAt ?? null
    if (dueAt === this.#waitsUntil) return
    this.#endWait?.()
    this.#waitsUntil = dueAt
    this.#endWait =
      dueAt === null
        ? null
        : this.clock.later(dueAt - this.clock.monotonic(), () => {
            this.#waitsUntil = null
            due()
          })
  }

  dispose(): void {
    this.#endWait?.()
    this.endRest()
  }
}
