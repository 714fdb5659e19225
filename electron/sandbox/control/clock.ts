/** A port, so that tests do not wait. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs once; the returned function cancels. */
  later(milliseconds: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  later(milliseconds, run) {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  }
}
