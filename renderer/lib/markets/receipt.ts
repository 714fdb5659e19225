/** Of the last message. Monotonic time stops while the computer sleeps, so that only the first reading is right. */
export interface Receipt {
  readonly monotonic: number
  readonly wall: number
}

/** Transfers to the window take different times. */
const jitter = 100

/** @param wall the time of the day at monotonic zero */
export function receiptOf(before: Receipt | null, monotonic: number | null, wall: number): Receipt | null {
  if (monotonic === null) return null
  if (before && Math.abs(monotonic - before.monotonic) < jitter) return before
  return { monotonic, wall: wall + monotonic }
}
