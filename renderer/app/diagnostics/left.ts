import { formatCountdown } from '../../lib/format/duration'

/** What is left of a rehearsal. The window's clock stands still within each second: a fresh 10 s must not read 11. */
export const formatLeft = (until: number, now: number) =>
  formatCountdown(Math.floor((until - now) / 1000) * 1000)
