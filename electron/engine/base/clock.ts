/** Ports, so that tests do not wait. */
export interface Clock {
  /** Milliseconds since the epoch. It may jump; only for display. */
  wall(): number
  /** For limits and ages. */
  monotonic(): number
  /** Calls once, never too early for `monotonic`; the returned function cancels. */
  later(milliseconds: number, call: () => void): () => void
}

/** In [0, 1). */
export type Random = () => number

const maxTimer = 2 ** 31 - 1

export const systemClock: Clock = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
  later(milliseconds, call) {
    const wait = Math.min(Math.max(milliseconds, 0), maxTimer)
    const due = performance.now() + wait
    // Node counts in whole milliseconds, so that a timer may ring before its time.
    const ring = () => {
      const left = due - performance.now()
      if (left > 0) timer = setTimeout(ring, left)
      else call()
    }
    let timer = setTimeout(ring, wait)
    return () => clearTimeout(timer)
  }
}
