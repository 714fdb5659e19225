/** The service sends up to nine fraction digits, so text order is not time order. */
export type Nanoseconds = bigint

export const nanosecondsInSecond = 1_000_000_000n
export const nanosecondsInMillisecond = 1_000_000n

const rfc3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const daysIn = (year: number, month: number) =>
  month === 2 && isLeap(year) ? 29 : (monthLengths[month - 1] ?? 0)

/** Days since 1970-01-01. `Date.UTC` would read the years 0 to 99 as 1900 to 1999. */
function dayNumber(year: number, month: number, day: number): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getTime() / 86_400_000
}

/** RFC 3339 with 0 to 9 fraction digits and any offset; null for anything else. */
export function parseTime(text: string): Nanoseconds | null {
  const match = rfc3339.exec(text)
  if (!match) return null
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number
  ]
  if (day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 59) return null
  const offsetHours = Number(match[9] ?? 0)
  const offsetMinutes = Number(match[10] ?? 0)
  if (offsetHours > 23 || offsetMinutes > 59) return null
  const offset = (offsetHours * 60 + offsetMinutes) * 60 * (match[8] === '-' ? -1 : 1)
  const seconds = dayNumber(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offset
  return BigInt(seconds) * nanosecondsInSecond + BigInt((match[7] ?? '').padEnd(9, '0'))
}

/** In UTC with `digits` fraction digits, truncated. */
export function formatTime(time: Nanoseconds, digits = 9): string {
  const fraction = ((time % nanosecondsInSecond) + nanosecondsInSecond) % nanosecondsInSecond
  const seconds = Number((time - fraction) / nanosecondsInSecond)
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19)
  return digits === 0 ? `${whole}Z` : `${whole}.${fraction.toString().padStart(9, '0').slice(0, digits)}Z`
}

/** The shortest exact text. */
export function formatTimeShortest(time: Nanoseconds): string {
  return formatTime(time).replace(/\.?0+Z$/, 'Z')
}
