import {
  addDecimals,
  canonical,
  divideDecimals,
  formatDecimal as plainDecimal,
  multiplyDecimals,
  parseDecimal,
  type Decimal
} from '#shared/domain/base/decimal'
import type { BookSettings } from '#shared/contract/market/panels/book'
import { formatDecimal, noNumber, type NumberFormat } from '../../lib/format/number'
import { formatSize, SizeDigits } from '../../lib/format/size-digits'
import type { Side } from '../../lib/markets'
import { FigureTexts } from './figure-texts'
import type { LadderBook } from './ladder-book'
import type { Row } from './row'

/** The size is not known in this window. */
const notKnown = '…'
const one: Decimal = { units: 1n, scale: 0 }

interface Shown {
  readonly numbers: NumberFormat
  readonly settings: Pick<BookSettings, 'total'>
}

export class LadderFigures {
  readonly #prices = new FigureTexts(fullPrice)
  readonly #amounts = new FigureTexts(formatSize)
  readonly #sums = new FigureTexts(formatSize)
  readonly #sizeDigits = new SizeDigits()
  readonly #totalDigits = new SizeDigits()
  #priceDigits = 0
  #book: LadderBook | null = null
  #format: NumberFormat = '1234.56'
  #total: BookSettings['total'] = 'size'
  #costs: Record<Side, Decimal[]> = { bids: [], asks: [] }

  /** Fraction digits of the sizes. */
  get sizeDigits(): number {
    return this.#sizeDigits.places
  }

  /** For another market or other steps. */
  reset(): void {
    this.#sizeDigits.reset()
    this.#totalDigits.reset()
  }

  /** Learns the significant digits of the visible sizes. */
  learn({ levels }: LadderBook, rows: readonly Row[]): void {
    const { amountScale } = levels.news
    for (const { side, level, reach } of rows) {
      if (side === null || level < 0) continue
      this.#sizeDigits.see(levels.amount(side, level), amountScale)
      this.#totalDigits.see(levels.sum(side, reach), amountScale)
    }
  }

  begin(book: LadderBook, { numbers, settings }: Shown, step: Decimal | null): void {
    if (this.#book !== book) this.#costs = { bids: [], asks: [] }
    this.#book = book
    this.#format = numbers
    this.#total = settings.total
    this.#sizeDigits.settle()
    this.#totalDigits.settle()
    const { priceScale, amountScale } = book.levels.news
    this.#priceDigits = step === null ? book.levels.priceDigits : canonical(step).scale
    this.#prices.begin(priceScale, numbers, this.#priceDigits)
    this.#amounts.begin(amountScale, numbers, this.#sizeDigits.places)
    this.#sums.begin(amountScale, numbers, this.#totalDigits.places)
  }

  price({ slot, side, level }: Row): string {
    const { levels } = this.#book!
    const { exact } = levels.news
    if (side !== null && level >= 0)
      return this.#prices.text(levels.price(side, level), exact ? levels.priceText(side, level) : null)
    return slot ? fullPrice(slot.text, this.#format, this.#priceDigits) : ''
  }

  size({ side, level, kind, known }: Row): string {
    if (kind !== 'level') return ''
    if (side === null || level < 0) return known ? noNumber : notKnown
    const { levels } = this.#book!
    return this.#amounts.text(
      levels.amount(side, level),
      levels.news.exact ? levels.amountText(side, level) : null
    )
  }

  total(row: Row): string {
    const { side, reach, kind, known } = row
    if (kind !== 'level' || this.#total === 'off') return ''
    if (side === null || reach < 0) return known ? noNumber : notKnown
    if (!known) return notKnown
    const { levels } = this.#book!
    if (this.#total === 'cost') return shortCost(this.cost(side, reach), this.#format)
    return this.#sums.text(levels.sum(side, reach), levels.news.exact ? levels.sumText(side, reach) : null)
  }

  /** Exact and formatted. */
  wholeSize({ side, level }: Row): string {
    const text = side !== null && level >= 0 ? this.#book!.levels.amountText(side, level) : null
    return text === null ? noNumber : formatDecimal(text, this.#format, { places: 0 })
  }

  /** Cumulative, in quote currency; approximate for merged levels. */
  cost(side: Side, reach: number): Decimal {
    const costs = this.#costs[side]
    const { levels } = this.#book!
    for (let row = costs.length; row <= reach; row += 1) {
      const price = parseDecimal(levels.priceText(side, row) ?? '')
      const amount = parseDecimal(levels.amountText(side, row) ?? '')
      const before = costs[row - 1] ?? { units: 0n, scale: 0 }
      costs.push(price && amount ? addDecimals(before, multiplyDecimals(price, amount)) : before)
    }
    return costs[reach]!
  }

  plainPrice({ slot, side, level }: Row): string {
    const text = side !== null && level >= 0 ? this.#book!.levels.priceText(side, level) : slot?.text
    return text ? fullPrice(text, '1234.56', this.#priceDigits) : ''
  }

  plainSize({ side, level, known }: Row): string {
    if (side === null || level < 0) return known ? noNumber : notKnown
    const { levels } = this.#book!
    return padded(levels.amountText(side, level) ?? '', this.#sizeDigits.neededAt(levels.news.amountScale))
  }

  plainTotal({ side, reach, known }: Row): string {
    if (side === null || reach < 0 || !known) return known ? noNumber : notKnown
    const { levels } = this.#book!
    if (this.#total === 'cost') return plainDecimal(canonical(this.cost(side, reach)))
    return padded(levels.sumText(side, reach) ?? '', this.#totalDigits.neededAt(levels.news.amountScale))
  }
}

const fullPrice = (text: string, format: NumberFormat, places: number) =>
  formatDecimal(text, format, { places })

const padded = (text: string, places: number) => formatDecimal(text, '1234.56', { places })

/** Rounded to the column; the exact cost is in the table and tooltip. */
function shortCost(cost: Decimal, format: NumberFormat): string {
  const whole = plainDecimal(divideDecimals(cost, one, 0, 'down'))
  const places = whole.length >= 4 ? 0 : whole === '0' ? 6 : 2
  return formatDecimal(plainDecimal(divideDecimals(cost, one, places)), format)
}
