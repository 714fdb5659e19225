import type { Clock } from '../clock'

/** Bounds a wrong value. */
const maxWait = 3_600_000

/** Milliseconds, or null if absent. Dates are compared with the service's own clock if possible. */
export function retryAfter(headers: Headers, clock: Clock): number | null {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.min(Number(text) * 1000, maxWait)
  const at = httpDate(text)
  if (at === null) return null
  const now = httpDate(headers.get('date')?.trim() ?? '') ?? clock.wall()
  return Math.min(Math.max(at - now, 0), maxWait)
}

/** The three forms of RFC 9110, section 5.6.7; the oldest has no zone and means GMT. */
function httpDate(text: string): number | null {
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return null
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(time) ? null : time
}
