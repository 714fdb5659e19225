import {
  addDecimals,
  canonical,
  divideDecimals,
  formatDecimal as plainDecimal,
  multiplyDecimals,
  parseDecimal,
  type Decimal
} from '../../../../../electron/shared/domain/decimal'
import type { BookSettings } from '../../../../../electron/shared/contract/panels/book'
import { formatDecimal, noNumber, type NumberFormat } from '../../../../lib/format/number'
import type { Side } from '../../../../lib/markets'
import { FigureTexts } from './figure-texts'
import type { LadderBook } from './ladder-book'
import type { Row } from './strip'

/** Where nobody has told this window what rests there. */
export const notKnown = '…'
const one: Decimal = { units: 1n, scale: 0 }

/** What the rows of a ladder say, as it is shown and as plain decimals. */
export class LadderFigures {
  readonly #prices = new FigureTexts()
  readonly #amounts = new FigureTexts()
  #book: LadderBook | null = null
  #format: NumberFormat = '1234.56'
  #total: BookSettings['total'] = 'size'
  #costs: Record<Side, Decimal[]> = { bids: [], asks: [] }

  begin(book: LadderBook, format: NumberFormat, total: BookSettings['total']): void {
    if (this.#book !== book) this.#costs = { bids: [], asks: [] }
    this.#book = book
    this.#format = format
    this.#total = total
    this.#prices.begin(book.levels.news.priceScale, format)
    this.#amounts.begin(book.levels.news.amountScale, format)
  }

  price({ slot, side, level }: Row): string {
    const { levels } = this.#book!
    const { priceScale, exact } = levels.news
    if (side !== null && level >= 0)
      return this.#prices.text(levels.price(side, level), exact ? levels.priceText(side, level) : null)
    return slot ? formatDecimal(slot.text, this.#format, { places: priceScale }) : ''
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
    return this.#amounts.text(levels.sum(side, reach), levels.news.exact ? levels.sumText(side, reach) : null)
  }

  /** In quote currency, of everything down to the level: exact where levels are not merged into steps. */
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
    return text ? padded(text, this.#book!.levels.news.priceScale) : ''
  }

  plainSize({ side, level, known }: Row): string {
    if (side === null || level < 0) return known ? noNumber : notKnown
    const { levels } = this.#book!
    return padded(levels.amountText(side, level) ?? '', levels.news.amountScale)
  }

  plainTotal({ side, reach, known }: Row): string {
    if (side === null || reach < 0 || !known) return known ? noNumber : notKnown
    const { levels } = this.#book!
    if (this.#total === 'cost') return plainDecimal(canonical(this.cost(side, reach)))
    return padded(levels.sumText(side, reach) ?? '', levels.news.amountScale)
  }
}

const padded = (text: string, places: number) => formatDecimal(text, '1234.56', { places })

/** To so many digits as a column has room for; the whole number is in the table and beside the pointer. */
function shortCost(cost: Decimal, format: NumberFormat): string {
  const whole = plainDecimal(divideDecimals(cost, one, 0, 'down'))
  const places = whole.length >= 4 ? 0 : whole === '0' ? 6 : 2
  return formatDecimal(plainDecimal(divideDecimals(cost, one, places)), format)
}
