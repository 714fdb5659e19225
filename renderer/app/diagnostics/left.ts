import { formatCountdown } from '../../lib/format/duration'

/** The window's clock advances in whole seconds, so a new 10 s fault must not show 11. */
export const formatLeft = (until: number, now: number) =>
  formatCountdown(Math.floor((until - now) / 1000) * 1000)
