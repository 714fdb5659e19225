/** Time comes in as a port, so that expiry and scenarios are tested without waiting. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs once after a while; returns what takes it back. */
  later(milliseconds: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  later(milliseconds, run) {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  }
}
