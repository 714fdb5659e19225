/** What the collectors of a desk have shared of their recordings; in milliseconds. */
export interface SharedTime {
  readonly until: number
  /** What they record is shared in parts of this length. */
  readonly every: number
}

/** From the end of a part until seats have it: its collector finishes and sends it, and they fetch it. */
const delay = 60_000

/**
 * When the recording of a time can be expected, in milliseconds since the epoch: null if it is shared already, infinite if
 * it is overdue.
 */
export function sharedLater(at: number, { until, every }: SharedTime, now: number): number | null {
  const due = (Math.floor(at / every) + 1) * every + delay
  if (due > now) return due
  return at > until ? Infinity : null
}

/** The same of what follows the time that is shared. */
export const nextPart = (shared: SharedTime, now: number): number | null =>
  sharedLater((Math.floor(shared.until / shared.every) + 1) * shared.every, shared, now)
