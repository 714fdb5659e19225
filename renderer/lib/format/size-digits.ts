import {
  canonical,
  divideDecimals,
  formatDecimal as plainText,
  parseDecimal,
  type Decimal
} from '#shared/domain/base/decimal'
import { formatDecimal, type NumberFormat } from './number'

/** So many digits of a usual size say something; while it has between these, the column stays as it is. */
const usual = 4
const fewest = 3
const max = 5
const one: Decimal = { units: 1n, scale: 0 }

/** The fraction digits of one column of sizes, learnt from the sizes in it, so that they seldom change. */
export class SizeDigits {
  #chosen: number | null = null
  #needed = 0
  #seen: number[] = []

  /** No more than any size has used: digits that are always zero are padding. */
  get places(): number {
    return Math.max(0, Math.min(this.#chosen ?? this.#needed, this.#needed))
  }

  /** As many as the finest size has used, of those that there are. */
  neededAt(scale: number): number {
    return Math.min(this.#needed, scale)
  }

  see(units: number, scale: number): void {
    if (!(units > 0)) return
    while (this.#needed < scale && units % 10 ** (scale - this.#needed) !== 0) this.#needed += 1
    this.#seen.push(units / 10 ** scale)
  }

  /** Judges by the middle one of what was seen since the last time. */
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

/** A size rounded for the eye; one that would round to nothing is said to be less than the last digit. */
export function formatSize(exact: string, numbers: NumberFormat, places: number): string {
  const size = parseDecimal(exact)
  if (!size || size.scale <= places) return formatDecimal(exact, numbers, { places })
  const rounded = divideDecimals(size, one, places)
  if (rounded.units !== 0n || size.units <= 0n) return formatDecimal(plainText(rounded), numbers)
  return `<${formatDecimal(plainText({ units: 1n, scale: places }), numbers)}`
}

/** One size by itself, to five digits that say something. */
export function formatOneSize(exact: string, numbers: NumberFormat): string {
  const parsed = parseDecimal(exact)
  if (!parsed) return formatDecimal(exact, numbers)
  const size = canonical(parsed)
  const whole = size.units.toString().length - size.scale
  return formatSize(plainText(size), numbers, Math.max(0, Math.min(max - whole, size.scale)))
}
