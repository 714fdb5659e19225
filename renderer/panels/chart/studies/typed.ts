import { maxPeriod, minPeriod, sessionStep } from '#shared/contract/market/panels/chart'

/** Null for anything but a possible period. */
export function typedPeriod(text: string): number | null {
  const period = /^\d{1,3}$/.test(text.trim()) ? Number(text) : NaN
  return period >= minPeriod && period <= maxPeriod ? period : null
}

/** Minutes after 00:00; null for anything but a possible start of a session. */
export function typedClock(text: string): number | null {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(text.trim()) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return null
  const start = Number(hours) * 60 + Number(minutes)
  return start % sessionStep === 0 ? start : null
}

export const clockText = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
