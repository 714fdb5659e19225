import type { Disposable } from '#shared/domain/base/emitter'
import type { Clock } from '../control/clock'

/** Longer than a reconnection, during which the market must continue. */
const patience = 60_000

/** Reports when no stream has been open for some time, and when one is opened again. */
export class Unread implements Disposable {
  #cancel: (() => void) | null = null
  #disposed = false

  constructor(
    private readonly clock: Clock,
    private readonly report: (unread: boolean) => void
  ) {}

  changed(connections: number): void {
    this.#stop()
    if (this.#disposed) return
    if (connections > 0) this.report(false)
    else this.#cancel = this.clock.later(patience, () => this.report(true))
  }

  /** Streams that close afterwards start no timer, which would keep the process. */
  dispose(): void {
    this.#disposed = true
    this.#stop()
  }

  #stop(): void {
    this.#cancel?.()
    this.#cancel = null
  }
}
