import {
  canonical,
  divideDecimals,
  formatDecimal as plainText,
  parseDecimal,
  type Decimal
} from '#shared/domain/base/decimal'
import { formatDecimal, type NumberFormat } from './number'

/** The significant digits of a typical size; the column changes only outside this range. */
const usual = 4
const fewest = 3
const max = 5
const one: Decimal = { units: 1n, scale: 0 }

/** The fraction digits of one column of sizes, derived from its sizes so that they seldom change. */
export class SizeDigits {
  #chosen: number | null = null
  #needed = 0
  #seen: number[] = []

  /** No more than any size has used: the rest would always be zero. */
  get places(): number {
    return Math.max(0, Math.min(this.#chosen ?? this.#needed, this.#needed))
  }

  /** As many as the finest current size has used. */
  neededAt(scale: number): number {
    return Math.min(this.#needed, scale)
  }

  see(units: number, scale: number): void {
    if (!(units > 0)) return
    while (this.#needed < scale && units % 10 ** (scale - this.#needed) !== 0) this.#needed += 1
    this.#seen.push(units / 10 ** scale)
  }

  /** Adjusts to the median of the sizes added since the last call. */
  settle(): void {
    if (this.#seen.length === 0) return
    const middle = this.#seen.sort((first, second) => first - second)[this.#seen.length >> 1]!
    const whole = Math.floor(Math.log10(middle)) + 1
    this.#seen = []
    const said = this.#chosen === null ? 0 : whole + this.#chosen
    if (said < fewest || said > max) this.#chosen = usual - whole
  }

  reset(): void {
    this.#chosen = null
    this.#needed = 0
    this.#seen = []
  }
}

/** A rounded size; one that would round to zero is shown as less than the last digit. */
export function formatSize(exact: string, numbers: NumberFormat, places: number): string {
  const size = parseDecimal(exact)
  if (!size || size.scale <= places) return formatDecimal(exact, numbers, { places })
  const rounded = divideDecimals(size, one, places)
  if (rounded.units !== 0n || size.units <= 0n) return formatDecimal(plainText(rounded), numbers)
  return `<${formatDecimal(plainText({ units: 1n, scale: places }), numbers)}`
}

/** A single size, to five significant digits. */
export function formatOneSize(exact: string, numbers: NumberFormat): string {
  const parsed = parseDecimal(exact)
  if (!parsed) return formatDecimal(exact, numbers)
  const size = canonical(parsed)
  const whole = size.units.toString().length - size.scale
  return formatSize(plainText(size), numbers, Math.max(0, Math.min(max - whole, size.scale)))
}
