import type { Clock } from '#engine/base/clock'

const minPause = 100

/** Notifies at once and then at most ten times a second; the last change is never lost. */
export class ChangeNotifier {
  #notifiedAt = -Infinity
  #cancel: (() => void) | null = null

  constructor(
    private readonly clock: Clock,
    private readonly notify: () => void
  ) {}

  changed(): void {
    const wait = Math.max(0, this.#notifiedAt + minPause - this.clock.monotonic())
    // Deferred, to merge simultaneous changes.
    this.#cancel ??= this.clock.later(wait, () => {
      this.#cancel = null
      this.#notifiedAt = this.clock.monotonic()
      this.notify()
    })
  }

  dispose(): void {
    this.#cancel?.()
    this.#cancel = null
  }
}
