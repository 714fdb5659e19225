import { formatDecimal, noNumber, type NumberFormat } from '../../lib/format/number'

/** The maximum number of digits on an axis. */
const finest = 20

/** Formats prices of one market. Axis positions are doubles; known prices keep their exact digits. */
export class PriceText {
  /** Fraction digits of the prices. */
  scale = 2
  /** The same of an axis in percent. */
  percentDigits = () => 2
  /** Whether a label of that axis would be behind something. */
  isPercentCovered: (percent: number) => boolean = () => false
  numbers: NumberFormat = '1,234.56'
  readonly #exact = new Map<number, string>()

  /** Shows these prices with their exact digits. */
  know(prices: Iterable<string>): void {
    this.#exact.clear()
    for (const price of prices) this.#exact.set(Number(price), price)
  }

  /** The plain price of a position, rounded to the market's step. */
  plain(position: number): string {
    return this.#exact.get(position) ?? position.toFixed(Math.min(this.scale, finest))
  }

  shown = (position: number): string =>
    Number.isFinite(position)
      ? formatDecimal(this.plain(position), this.numbers, { places: this.scale })
      : noNumber

  /** With its own digits. */
  shownExact = (price: string): string => formatDecimal(price, this.numbers, { places: this.scale })

  shownMany = (positions: readonly number[]): string[] => positions.map(this.shown)

  percent = (position: number): string =>
    `${formatDecimal(position.toFixed(this.percentDigits()), this.numbers, { signed: true })}%`

  percentMany = (positions: readonly number[]): string[] =>
    positions.map((position) => (this.isPercentCovered(position) ? '' : this.percent(position)))
}

const letters = ['', 'K', 'M', 'B', 'T'] as const

/** Three digits: 950, 1.25K, 12.5M. */
export function shortSize(size: number, numbers: NumberFormat): string {
  if (!Number.isFinite(size)) return noNumber
  let power = 0
  let rest = Math.abs(size)
  while (rest >= 999.5 && power < letters.length - 1) {
    rest /= 1000
    power += 1
  }
  const digits = rest === 0 || rest >= 99.95 ? 0 : rest >= 9.995 ? 1 : 2
  const text = rest > 0 && rest < 0.005 ? fine(rest) : trimmed(rest.toFixed(digits))
  return `${formatDecimal((size < 0 ? '-' : '') + text, numbers)}${letters[power]}`
}

const fine = (rest: number) => trimmed(rest.toFixed(Math.min(finest, 1 - Math.floor(Math.log10(rest)))))
const trimmed = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
