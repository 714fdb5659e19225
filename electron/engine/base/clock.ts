/** Ports, so that tests do not wait. */
export interface Clock {
  /** Milliseconds since the epoch. It may jump; only for display. */
  wall(): number
  /** For limits and ages. */
  monotonic(): number
  /** Calls once; the returned function cancels. */
  later(milliseconds: number, call: () => void): () => void
}

/** In [0, 1). */
export type Random = () => number

const maxTimer = 2 ** 31 - 1

export const systemClock: Clock = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
  later(milliseconds, call) {
    const timer = setTimeout(call, Math.min(Math.max(milliseconds, 0), maxTimer))
    return () => clearTimeout(timer)
  }
}
