/** What the collectors of a desk have shared of their recordings; in milliseconds. */
export interface SharedTime {
  readonly until: number
  /** What they record is shared in parts of this length. */
  readonly every: number
}

/** From the end of a part until seats have it: its collector finishes and sends it, and they fetch it. */
const delay = 60_000
const maxLate = 5000

/**
 * When the recording of a time can be expected, in milliseconds since the epoch: null if it is shared already, infinite if
 * it is overdue.
 */
export function sharedLater(at: number, { until, every }: SharedTime, now: number): number | null {
  const due = (Math.floor(at / every) + 1) * every + delay
  if (due > now) return due
  return at > until ? Infinity : null
}

/** The same of what follows the time that is shared. A part may end some items later than it should. */
export const nextPart = (shared: SharedTime, now: number): number | null =>
  sharedLater(shared.until + Math.min(maxLate, shared.every / 2), shared, now)
