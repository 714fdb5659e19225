import type { Clock } from '../../base/clock'

/** Milliseconds of work before others get their turn. */
const maxSlice = 10

/** Long work in slices, so that the process keeps answering. */
export class Slices {
  #began: number

  constructor(private readonly clock: Pick<Clock, 'monotonic' | 'later'>) {
    this.#began = clock.monotonic()
  }

  get isOver(): boolean {
    return this.clock.monotonic() - this.#began >= maxSlice
  }

  async next(): Promise<void> {
    await new Promise<void>((resolve) => this.clock.later(0, resolve))
    this.#began = this.clock.monotonic()
  }
}
