import type { Disposable } from '#shared/domain/base/emitter'
import type { Clock } from '../control/clock'

/** Longer than a reconnection, during which the market must go on. */
const patience = 60_000

/** Reports when no stream has been open for some time, and when one is opened again. */
export class Unread implements Disposable {
  #cancel: (() => void) | null = null

  constructor(
    private readonly clock: Clock,
    private readonly report: (unread: boolean) => void
  ) {}

  changed(connections: number): void {
    this.dispose()
    if (connections > 0) this.report(false)
    else this.#cancel = this.clock.later(patience, () => this.report(true))
  }

  dispose(): void {
    this.#cancel?.()
    this.#cancel = null
  }
}
