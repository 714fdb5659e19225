import { type Decimal, parseDecimal } from '../domain/base/decimal'

export type Members = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Own members only, so that "constructor" counts as absent. */
export const member = (object: Members, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined

const maxNameLength = 64
/** Longer texts are cut here, and further after redaction. */
export const maxText = 4000
const maxDetail = 300
/** Bounds the cost of hostile numbers. */
const maxDigits = 64

/** A market or channel; null if too long or empty. */
export const nameOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= maxNameLength ? value : null

/** Null if there is no readable text. */
export function textOf(value: unknown, max = maxDetail): string | null {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || text === '') return null
  return text.slice(0, max)
}

/** Text only, because JSON numbers are not exact. Never negative. */
export function sizeOf(value: unknown): Decimal | null {
  if (typeof value !== 'string' || value.length > maxDigits + 1 || value.startsWith('-')) return null
  const decimal = parseDecimal(value)
  const digits = value.includes('.') ? value.length - 1 : value.length
  return decimal && digits <= maxDigits ? decimal : null
}

export function priceOf(value: unknown): Decimal | null {
  const price = sizeOf(value)
  return price && price.units > 0n ? price : null
}
