import { createHash } from 'node:crypto'

const maxNameLength = 100
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i
const upperCase = /[^A-Z0-9_-]/gu
const lowerCase = /[^a-z0-9_-]/gu

/** Symbols are upper case. */
export const marketFileName = (market: string) => `${safeName(market, upperCase)}.json`

/** IDs are lower case. */
export const profileFolderName = (profile: string) => safeName(profile, lowerCase)

/** A unique file name, also on case-insensitive file systems, that is not a path or device name. */
function safeName(text: string, others: RegExp): string {
  const safe = text.replace(others, escaped)
  if (safe === '') return '%'
  if (safe.length > maxNameLength) {
    return `${safe.slice(0, maxNameLength)}~${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
  }
  return reserved.test(safe) ? escaped(safe.slice(0, 1)) + safe.slice(1) : safe
}

const escaped = (part: string) =>
  [...Buffer.from(part)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
