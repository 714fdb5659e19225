import type { Clock } from '#engine/base/clock'

const minPause = 100

/** Tells at once, and then at most ten times a second, the last change never left out. */
export class ChangeNotifier {
  #toldAt = -Infinity
  #cancel: (() => void) | null = null

  constructor(
    private readonly clock: Clock,
    private readonly tell: () => void
  ) {}

  changed(): void {
    const wait = Math.max(0, this.#toldAt + minPause - this.clock.monotonic())
    // Even at once means after what is under way: several changes of one moment are one.
    this.#cancel ??= this.clock.later(wait, () => {
      this.#cancel = null
      this.#toldAt = this.clock.monotonic()
      this.tell()
    })
  }

  dispose(): void {
    this.#cancel?.()
    this.#cancel = null
  }
}
