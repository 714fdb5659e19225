import { fail } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'

/** Whether the archive is being opened, which can take a while on a slow drive. */
export class Opening {
  #resolve!: () => void
  #ended = new Promise<void>((resolve) => (this.#resolve = resolve))
  #now = true

  get now(): boolean {
    return this.#now
  }

  /** Resolves when it is open, and where that failed. */
  get ended(): Promise<void> {
    return this.#ended
  }

  refuseNow(): void {
    if (!this.#now) return
    throw fail('statements.opening', archiveText.jobs.opening, {
      retryable: true
    })
  }

  async during(work: () => Promise<void>): Promise<void> {
    if (!this.#now) {
      this.#now = true
      this.#ended = new Promise<void>((resolve) => (this.#resolve = resolve))
    }
    try {
      await work()
    } finally {
      this.#now = false
      this.#resolve()
    }
  }
}
