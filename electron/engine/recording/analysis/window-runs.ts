/** The runs of windows, each under a number of its own. */
export class WindowRuns {
  readonly #windows = new Map<string, Map<number, AbortController>>()

  /** Cancels the one before with this number; null if this one was cancelled. */
  async start<Value>(
    windowId: string,
    run: number,
    work: (signal: AbortSignal) => Promise<Value | null>
  ): Promise<Value | null> {
    const running = this.#windows.get(windowId) ?? new Map<number, AbortController>()
    this.#windows.set(windowId, running)
    running.get(run)?.abort()
    const stop = new AbortController()
    running.set(run, stop)
    try {
      const value = await work(stop.signal)
      return stop.signal.aborted ? null : value
    } finally {
      if (running.get(run) === stop) running.delete(run)
    }
  }

  cancel(windowId: string, run: number): void {
    this.#windows.get(windowId)?.get(run)?.abort()
  }

  close(windowId: string): void {
    for (const stop of this.#windows.get(windowId)?.values() ?? []) stop.abort()
    this.#windows.delete(windowId)
  }

  clear(): void {
    for (const windowId of [...this.#windows.keys()]) this.close(windowId)
  }
}
