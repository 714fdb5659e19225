import type { ClockKind } from '../../lib/format/time'

const minute = 60_000
const day = 86_400_000

/** Whole minutes until the next midnight of the clock that is shown, at least one. */
export function minutesUntilTomorrow(now: number, clock: ClockKind): number {
  const midnight = new Date(now)
  if (clock === 'utc') midnight.setTime((Math.floor(now / day) + 1) * day)
  else midnight.setHours(24, 0, 0, 0)
  return Math.max(1, Math.ceil((midnight.getTime() - now) / minute))
}
