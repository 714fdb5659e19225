import {
  canonical,
  divideDecimals,
  divideUnits,
  formatDecimal,
  parseDecimal,
  type Decimal
} from '#shared/domain/base/decimal'
import { scale } from '../parquet/decimals'

const low = 8
const highBits = 64n

/** A decimal column's cell: what it is stored as, or the text beside it. */
export function decimalOf(stored: unknown, text: unknown): Decimal | null {
  if (stored instanceof Uint8Array) return { units: unitsOf(stored), scale }
  return typeof text === 'string' ? parseDecimal(text) : null
}

/** Of the page that was read last: its cells share a buffer. */
let page: DataView = new DataView(new ArrayBuffer(0))

/** In units of the columns' scale, from 16 bytes in two's complement, the highest first. */
export function unitsOf({ buffer, byteOffset: at }: Uint8Array): bigint {
  if (page.buffer !== buffer) page = new DataView(buffer)
  const high = page.getBigInt64(at)
  const rest = page.getBigUint64(at + low)
  return high === 0n ? rest : (high << highBits) | rest
}

export const basisPointDigits = 4
const priceDigits = 8
/** Of prices below one. */
const smallPriceDigits = 12

/** `part` of `whole`, in units of the last digit that basis points have; `whole` is above zero. */
export const basisPointUnits = (part: bigint, whole: bigint): bigint =>
  divideUnits(part * 10n ** BigInt(4 + basisPointDigits), whole, 'nearest')

export const basisPointText = (units: bigint): string =>
  formatDecimal(canonical({ units, scale: basisPointDigits }))

/** A price, rounded to eight digits after the point, or twelve if it is below one. */
export function priceText(dividend: Decimal, divisor: Decimal): string {
  const isSmall =
    dividend.units * 10n ** BigInt(divisor.scale) < divisor.units * 10n ** BigInt(dividend.scale)
  return formatDecimal(canonical(divideDecimals(dividend, divisor, isSmall ? smallPriceDigits : priceDigits)))
}

/** Two decimals in units of the larger scale. */
export function aligned(one: Decimal, other: Decimal): readonly [one: bigint, other: bigint, scale: number] {
  if (one.scale === other.scale) return [one.units, other.units, one.scale]
  const common = Math.max(one.scale, other.scale)
  const units = (value: Decimal) => value.units * 10n ** BigInt(common - value.scale)
  return [units(one), units(other), common]
}

/** A sum of decimals, most of which have the same scale. */
export class ExactSum {
  #units = 0n
  #scale = 0

  add(units: bigint, scale: number): void {
    if (scale > this.#scale) {
      this.#units *= 10n ** BigInt(scale - this.#scale)
      this.#scale = scale
    }
    this.#units += scale === this.#scale ? units : units * 10n ** BigInt(this.#scale - scale)
  }

  get value(): Decimal {
    return { units: this.#units, scale: this.#scale }
  }
}
