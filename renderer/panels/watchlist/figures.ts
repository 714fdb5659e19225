import { watchlistText } from '../../messages/panels/watchlist'
import type { WatchColumn } from '#shared/contract/market/panels/watchlist'
import {
  addDecimals,
  canonical,
  compareDecimals,
  divideDecimals,
  multiplyDecimals,
  formatDecimal as plainText,
  parseDecimal,
  type Decimal
} from '#shared/domain/base/decimal'
import { formatDecimal, noNumber, type NumberFormat } from '../../lib/format/number'
import { formatOneSize } from '../../lib/format/size-digits'
import { formatDuration } from '../../lib/format/duration'
import { formatDateTime, type ClockKind } from '../../lib/format/time'
import { moneyText, shortMoney } from '../../lib/format/money'
import type { BookLevels, SizeCosts, TradedStatistics } from '../../lib/markets'

export interface RowSource {
  readonly book: BookLevels | null
  readonly lastDay: TradedStatistics | null
  readonly bookAge: number | null
  readonly cost: SizeCosts | null
}

export interface Wording {
  readonly numbers: NumberFormat
  readonly clock: ClockKind
  /** What one unit of the quote currency is worth in dollars; null if unknown. */
  readonly rate: Decimal | null
}

interface CellText {
  readonly text: string
  /** `tip` explains the missing part. */
  readonly partial: boolean
  readonly tip: string
}

const one: Decimal = { units: 1n, scale: 0 }
const ofDay = { last: 'last', change: 'changePercent', high: 'high', low: 'low', volume: 'volume' } as const
type DayColumn = keyof typeof ofDay
const isOfDay = (column: WatchColumn): column is DayColumn => column in ofDay

/** The exact sort value; null if unknown. */
export function decimalOf(source: RowSource, column: WatchColumn, rate: Decimal | null): Decimal | null {
  if (isOfDay(column)) {
    const text = source.lastDay?.text(ofDay[column]) ?? null
    return text === null ? null : parseDecimal(text)
  }
  if (column === 'spread') return source.book?.best()?.basisPoints(12) ?? null
  if (column === 'cost') return costOf(source.cost)
  if (column === 'depth') return depthOf(source.cost, rate)
  if (column === 'bid') return source.book?.bestPrice('bids') ?? null
  if (column === 'ask') return source.book?.bestPrice('asks') ?? null
  return null
}

/** Of the more expensive side, in basis points; null unless both have the size. */
function costOf(cost: SizeCosts | null): Decimal | null {
  if (!cost?.isComplete('asks') || !cost.isComplete('bids')) return null
  const [buy, sell] = [cost.figure('asks', 'basisPoints'), cost.figure('bids', 'basisPoints')]
  return buy && sell && (compareDecimals(buy, sell) > 0 ? buy : sell)
}

/** Of both sides, in dollars. */
function depthOf(cost: SizeCosts | null, rate: Decimal | null): Decimal | null {
  const [asks, bids] = [cost?.figure('asks', 'within'), cost?.figure('bids', 'within')]
  return asks && bids && rate ? canonical(multiplyDecimals(addDecimals(asks, bids), rate)) : null
}

/** Ratios are rounded. */
export function shownDecimal(source: RowSource, column: WatchColumn, rate: Decimal | null): Decimal | null {
  if (column === 'spread') return source.book?.best()?.basisPoints(1) ?? null
  const value = decimalOf(source, column, rate)
  return column === 'cost' && value ? canonical(divideDecimals(value, one, 2)) : value
}

/** The formatted text of a cell. */
export function cellText(source: RowSource, column: WatchColumn, wording: Wording): CellText {
  if (column === 'age') return { text: ageText(source.bookAge), partial: false, tip: '' }
  if (isOfDay(column)) return dayText(source, column, wording)
  if (column === 'cost' || column === 'depth') return costCell(source, column, wording)
  const value = shownDecimal(source, column, wording.rate)
  const plain = value && plainText(value)
  const text =
    plain === null || column === 'spread' ? shown(plain, wording) : formatPrice(plain, source.book, wording)
  return { text, partial: false, tip: '' }
}

function costCell({ cost }: RowSource, column: 'cost' | 'depth', { numbers, rate }: Wording): CellText {
  if (!rate) return { text: noNumber, partial: false, tip: watchlistText.cost.noRate }
  const name = column === 'cost' ? 'basisPoints' : 'within'
  const value = column === 'cost' ? costOf(cost) : depthOf(cost, rate)
  const textOf = (figure: Decimal) =>
    column === 'cost'
      ? formatDecimal(plainText(divideDecimals(figure, one, 2)), numbers)
      : shortMoney(figure, numbers)
  const side = (one: 'asks' | 'bids') => {
    const figure = cost?.figure(one, name)
    return figure
      ? column === 'cost'
        ? textOf(figure)
        : moneyText(multiplyDecimals(figure, rate), numbers)
      : noNumber
  }
  const isShort = column === 'cost' && cost !== null && value === null
  const tip = isShort ? watchlistText.cost.short : watchlistText.cost[column](side('asks'), side('bids'))
  return { text: value ? textOf(value) : noNumber, partial: false, tip: cost ? tip : '' }
}

/** As many digits as the price step, so 64,211.50 keeps its last digit. */
const formatPrice = (text: string, book: BookLevels | null, { numbers }: Wording) =>
  formatDecimal(text, numbers, book ? { places: book.priceDigits } : {})

const shown = (text: string | null, { numbers }: Wording, signed = false) =>
  text === null ? noNumber : formatDecimal(text, numbers, { signed })

function dayText({ lastDay, book }: RowSource, column: DayColumn, wording: Wording): CellText {
  const exact = lastDay?.text(ofDay[column]) ?? null
  const known = exact === null ? null : parseDecimal(exact)
  const partial = column !== 'last' && known !== null && !(lastDay?.complete ?? true)
  if (column === 'change')
    return { text: shown(exact, wording, true), partial, tip: spanTip(lastDay, wording) }
  if (column === 'volume') {
    const whole = exact === null ? '' : `${shown(exact, wording)} in 24 hours. `
    const text = exact === null ? noNumber : formatOneSize(exact, wording.numbers)
    return { text, partial, tip: `${whole}${spanTip(lastDay, wording)}` }
  }
  const text = exact === null ? noNumber : formatPrice(exact, book, wording)
  return { text, partial, tip: column === 'last' ? '' : spanTip(lastDay, wording) }
}

function spanTip(lastDay: TradedStatistics | null, { clock }: Wording): string {
  if (!lastDay) return ''
  if (lastDay.complete) return watchlistText.day.whole
  const { since } = lastDay
  if (since === null) return watchlistText.day.nothing
  return watchlistText.day.since(formatDateTime(since, clock))
}

/** One unit, at most six characters. */
export const ageText = (age: number | null) =>
  age === null ? noNumber : formatDuration(age).replace(/^(\d+ [hd]) .*/, '$1')
