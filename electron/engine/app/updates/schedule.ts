import type { Random } from '../../base/clock'

export const day = 86_400_000
/** Spreads the checks of all installations over the hours after a day. */
export const spread = day / 4
const maxDays = 7

/** Milliseconds until the next check, after so many failures in a row: a day, two, four, then a week; and up to six hours more. */
export const waitAfter = (failures: number, random: Random) =>
  Math.min(2 ** Math.max(0, failures - 1), maxDays) * day + random() * spread

const hour = 3_600_000
/** About an hour: nothing was requested from a server. */
export const waitOffline = (random: Random) => hour + (random() * hour) / 4

/** Null if the clock was set back since that time was chosen. */
export const plausible = (nextCheck: number | null, now: number) =>
  nextCheck !== null && nextCheck - now <= maxDays * day + spread ? nextCheck : null
