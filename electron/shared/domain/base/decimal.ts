/** `units` × 10^-`scale`. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

const plain = /^(-?)(\d+)(?:\.(\d+))?$/

/** Plain notation only: no exponent, plus sign or leading point. */
export function parseDecimal(text: string): Decimal | null {
  const match = plain.exec(text)
  if (!match) return null
  const fraction = match[3] ?? ''
  const size = BigInt(match[2]! + fraction)
  return { units: match[1] ? -size : size, scale: fraction.length }
}

export function formatDecimal({ units, scale }: Decimal): string {
  const negative = units < 0n
  const digits = (negative ? -units : units).toString().padStart(scale + 1, '0')
  const sign = negative ? '-' : ''
  if (scale === 0) return sign + digits
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Like `formatDecimal`, for integers that a double holds exactly. */
export function formatUnits(units: number, scale: number): string {
  const digits = String(units)
  if (scale === 0) return digits
  const negative = units < 0
  const bare = (negative ? digits.slice(1) : digits).padStart(scale + 1, '0')
  const text = `${bare.slice(0, -scale)}.${bare.slice(-scale)}`
  return negative ? '-' + text : text
}

const align = (value: Decimal, scale: number) => value.units * 10n ** BigInt(scale - value.scale)

export function compareDecimals(left: Decimal, right: Decimal): -1 | 0 | 1 {
  const scale = Math.max(left.scale, right.scale)
  const a = align(left, scale)
  const b = align(right, scale)
  return a < b ? -1 : a > b ? 1 : 0
}

export function addDecimals(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale)
  return { units: align(left, scale) + align(right, scale), scale }
}

export function subtractDecimals(left: Decimal, right: Decimal): Decimal {
  return addDecimals(left, { units: -right.units, scale: right.scale })
}

/** Strips trailing zeros, so equal numbers have one spelling; `-0.0` is `0`. */
export function canonical({ units, scale }: Decimal): Decimal {
  while (scale > 0 && units % 10n === 0n) {
    units /= 10n
    scale -= 1
  }
  return { units, scale }
}

export function canonicalDecimal(text: string): string | null {
  const value = parseDecimal(text)
  return value && formatDecimal(canonical(value))
}

export function decimalOfUnits(units: number, scale: number): Decimal {
  return canonical({ units: BigInt(units), scale })
}

export function multiplyDecimals(left: Decimal, right: Decimal): Decimal {
  return { units: left.units * right.units, scale: left.scale + right.scale }
}

/** `nearest` rounds half away from zero; `down` and `up` are toward the smaller and larger number. */
export type Rounding = 'down' | 'up' | 'nearest'

/** BigInt division truncates toward zero, unlike `down` and `up` for negative numbers. */
export function divideUnits(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  if (divisor < 0n) return divideUnits(-dividend, -divisor, rounding)
  const cut = dividend / divisor
  const rest = dividend % divisor
  if (rest === 0n) return cut
  if (rounding === 'down') return rest < 0n ? cut - 1n : cut
  if (rounding === 'up') return rest > 0n ? cut + 1n : cut
  const half = 2n * (rest < 0n ? -rest : rest) >= divisor
  return half ? cut + (rest < 0n ? -1n : 1n) : cut
}

/** Dividing by zero throws. */
export function divideDecimals(
  left: Decimal,
  right: Decimal,
  scale: number,
  rounding: Rounding = 'nearest'
): Decimal {
  const shift = scale + right.scale - left.scale
  const dividend = shift > 0 ? left.units * 10n ** BigInt(shift) : left.units
  const divisor = shift < 0 ? right.units * 10n ** BigInt(-shift) : right.units
  return { units: divideUnits(dividend, divisor, rounding), scale }
}
