import type { Disposable } from '#shared/domain/base/emitter'

/** Ends what was begun before under the same name. */
export class LatestOnly implements Disposable {
  readonly #running = new Map<string, AbortController>()

  begin(name: string): AbortSignal {
    this.cancel(name)
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
