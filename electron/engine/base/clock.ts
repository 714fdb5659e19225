/** Time and chance come in as ports, so that waits, limits and jitter are tested without waiting. */
export interface Clock {
  /** Milliseconds since the epoch. It may jump: for showing alone. */
  wall(): number
  /** Milliseconds that only ever go forward, for limits and ages. */
  monotonic(): number
  /** Calls back once; the returned function takes it back. */
  later(milliseconds: number, call: () => void): () => void
}

/** From 0 up to, but not including, 1. */
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
