import type { Clock } from '#engine/base/clock'

const reportWithin = 60

/** Reports the state of the core soon after a change, once for many. */
export class CoreReport {
  /** Counts up whenever rows may have changed. */
  revision = 0
  #cancel: (() => void) | null = null

  constructor(
    private readonly clock: Clock,
    private readonly report: () => void
  ) {}

  soon(): void {
    this.#cancel ??= this.clock.later(reportWithin, () => {
      this.#cancel = null
      this.report()
    })
  }

  dispose(): void {
    this.#cancel?.()
  }
}
