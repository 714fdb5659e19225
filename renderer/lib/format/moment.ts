import { parseTime } from '#shared/domain/base/time'

const typed =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ]+(\d{2}:\d{2})(?::(\d{2}(?:\.\d{1,9})?))?)?\s*(z|utc|[+-]\d{2}:\d{2})?$/i

/** In the service's format; UTC by default. Null if invalid. */
export function momentOf(text: string): string | null {
  const parts = typed.exec(text.trim())
  if (!parts) return null
  const [, day, minutes = '00:00', seconds = '00', zone = 'Z'] = parts
  const time = `${day}T${minutes}:${seconds}${/^(?:z|utc)$/i.test(zone) ? 'Z' : zone}`
  return parseTime(time) === null ? null : time
}

/** The shortest exact form. */
export const shownMoment = (time: string) =>
  time.replace(/T00:00:00Z$/, '').replace(/^(.{10})T(.{5}):00Z$/, '$1 $2')
