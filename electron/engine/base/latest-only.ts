import type { Disposable } from '#shared/domain/base/emitter'

/** A window chooses the names, and more of them than charts would fill the memory. */
const maxNames = 200

/** Ends what was begun before under the same name. */
export class LatestOnly implements Disposable {
  readonly #running = new Map<string, AbortController>()

  begin(name: string): AbortSignal {
    this.cancel(name)
    const [oldest] = this.#running.keys()
    if (oldest !== undefined && this.#running.size === maxNames) this.cancel(oldest)
    const controller = new AbortController()
    this.#running.set(name, controller)
    return controller.signal
  }

  cancel(name: string): void {
    this.#running.get(name)?.abort()
    this.#running.delete(name)
  }

  dispose(): void {
    for (const name of [...this.#running.keys()]) this.cancel(name)
  }
}
