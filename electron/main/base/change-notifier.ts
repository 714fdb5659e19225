import type { Clock } from '#engine/base/clock'

const minPause = 100

/** Tells at once, and then at most ten times a second, the last change never left out. */
export class ChangeNotifier {
  #notifiedAt = -Infinity
  #cancel: (() => void) | null = null

  constructor(
    private readonly clock: Clock,
    private readonly notify: () => void
  ) {}

  changed(): void {
    const wait = Math.max(0, this.#notifiedAt + minPause - this.clock.monotonic())
    // Even at once means after what is under way: several changes of one moment are one.
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
