import type { Clock } from '#engine/base/clock'

/** The stream of the last connection saves its candles before the next one begins; calls wait this long at most. */
const patience = 5000

/**
 * Calls that arrive between "connected" and the beginning of the stream wait for the stream instead of being refused.
 */
export class SoonLive {
  #expected = false
  #live = false
  readonly #waiting = new Set<() => void>()

  constructor(private readonly clock: Pick<Clock, 'later'>) {}

  /** A connection with market data is in use. */
  expect(expected: boolean): void {
    this.#expected = expected
    if (!expected) this.#release()
  }

  use(live: boolean): void {
    this.#live = live
    if (live) this.#release()
  }

  async live(): Promise<void> {
    if (this.#live || !this.#expected) return
    await new Promise<void>((done) => {
      const cancel = this.clock.later(patience, () => release())
      const release = () => {
        cancel()
        this.#waiting.delete(release)
        done()
      }
      this.#waiting.add(release)
    })
  }

  dispose(): void {
    this.#release()
  }

  #release(): void {
    for (const release of [...this.#waiting]) release()
  }
}
