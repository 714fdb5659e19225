export interface Disposable {
  dispose(): void | Promise<void>
}

interface Subscription<T> {
  readonly listener: (value: T) => void
  active: boolean
}

/** An event: the owner calls `fire`, others subscribe with `on`, which returns the function that unsubscribes. */
export class Emitter<T = void> {
  // Replaced as a whole, so firing needs no copy.
  #subscriptions: readonly Subscription<T>[] = []

  readonly on = (listener: (value: T) => void): (() => void) => {
    const subscription = { listener, active: true }
    this.#subscriptions = [...this.#subscriptions, subscription]
    return () => {
      subscription.active = false
      this.#subscriptions = this.#subscriptions.filter((each) => each !== subscription)
    }
  }

  /** A listener that throws does not stop the others; the first error is rethrown. */
  fire(value: T): void {
    let failed: { readonly error: unknown } | null = null
    for (const subscription of this.#subscriptions) {
      if (!subscription.active) continue
      try {
        subscription.listener(value)
      } catch (error) {
        failed ??= { error }
      }
    }
    if (failed) throw failed.error
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.active = false
    this.#subscriptions = []
  }
}
