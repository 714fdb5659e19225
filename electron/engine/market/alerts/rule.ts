import type { Clock } from '../../base/clock'
import type { StoredAlert } from './alert-schema'
import { judgeOf } from './judges'
import type { Judge } from './types'

export class Rule {
  readonly judge: Judge | null
  #endRest: (() => void) | null = null

  constructor(
    public alert: StoredAlert,
    private readonly clock: Clock
  ) {
    this.judge = judgeOf(alert.condition)
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

  dispose(): void {
    this.#endRest?.()
    this.#endRest = null
  }
}
