import type { Clock } from '#engine/base/clock'

/** The maximum wait. */
const patience = 5000

/** Calls between "connected" and the start of the stream wait instead of being refused. */
export class LiveGate {
  #expected = false
  #live = false
  readonly #waiting = new Set<() => void>()

  constructor(private readonly clock: Pick<Clock, 'later'>) {}

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
