import type { Clock } from '../clock'

/** A slip of the service must not silence the app for days. */
const longest = 3_600_000

/**
 * Milliseconds to wait, or null where the answer does not say. A date is compared with the service's own, where that
 * is given: this computer's clock may be wrong.
 */
export function retryAfter(headers: Headers, clock: Clock): number | null {
  const text = headers.get('retry-after')?.trim() ?? ''
  if (/^\d{1,9}(\.\d+)?$/.test(text)) return Math.min(Number(text) * 1000, longest)
  const at = httpDate(text)
  if (at === null) return null
  const now = httpDate(headers.get('date')?.trim() ?? '') ?? clock.wall()
  return Math.min(Math.max(at - now, 0), longest)
}

/** All three forms of RFC 9110, section 5.6.7; the oldest names no zone and means GMT. */
function httpDate(text: string): number | null {
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return null
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
  return Number.isNaN(time) ? null : time
}
