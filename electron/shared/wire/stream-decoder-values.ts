import { type Decimal, parseDecimal } from '../domain/base/decimal'

export type Members = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Own members alone, so that a name such as "constructor" is as absent as it looks. */
export const member = (object: Members, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined

const maxNameLength = 64
/** Longer texts are cut here, and to what is shown after their secrets were struck out. */
export const maxText = 4000
const maxDetail = 300
/** No price or amount needs more; the limit keeps a hostile number from costing us time. */
const maxDigits = 64

/** Of a market or a channel. What is longer or empty names nothing. */
export const nameOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value.length <= maxNameLength ? value : null

/** What the service says; null where there is nothing to read. */
export function textOf(value: unknown, max = maxDetail): string | null {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || text === '') return null
  return text.slice(0, max)
}

/** A JSON number went through a double somewhere, so only text is exact. No sign: nothing here can be negative. */
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
