import { divideDecimals, formatDecimal as plainText, type Decimal } from '#shared/domain/base/decimal'
import { marketUnits } from '#shared/domain/market/symbol'
import { costText } from '../../messages/panels/cost'
import { moneyText } from '../format/money'
import { formatCount, formatDecimal, noNumber, type NumberFormat } from '../format/number'
import { formatOneSize } from '../format/size-digits'
import type { MarketView, Side } from '../markets'

/** The figures of one side as they are shown. */
export interface SideTexts {
  readonly average: string
  readonly worst: string
  readonly basisPoints: string
  readonly slippage: string
  readonly levels: string
  /** Why there is no cost, or null. */
  readonly reason: string | null
}

const one: Decimal = { units: 1n, scale: 0 }
const minPlaces = 2

const missing: SideTexts = {
  average: noNumber,
  worst: noNumber,
  basisPoints: noNumber,
  slippage: noNumber,
  levels: noNumber,
  reason: null
}

/** From the cost and the book of the same frame. */
export function sideTexts(view: MarketView, side: Side, numbers: NumberFormat): SideTexts {
  const { cost, book, market } = view
  const average = cost?.figure(side, 'average')
  if (!cost || !average) return { ...missing, reason: reasonOf(view, side) }
  const levels = formatCount(cost.value(side, 'levels'), numbers)
  if (!cost.isComplete(side)) {
    const size = formatOneSize(plainText(cost.figure(side, 'size')!), numbers)
    return { ...missing, levels, reason: costText.only[side](`${size} ${marketUnits(market).base}`) }
  }
  const places = Math.max(minPlaces, book?.priceDigits ?? 0)
  const rounded = (value: Decimal | null, digits: number) => roundedText(value, digits, numbers)
  const slippage = cost.figure(side, 'slippage')
  return {
    average: rounded(average, places),
    worst: formatDecimal(plainText(cost.figure(side, 'worst')!), numbers, { places }),
    basisPoints: rounded(cost.figure(side, 'basisPoints'), 2),
    slippage: slippage === null ? noNumber : moneyText(slippage, numbers),
    levels,
    reason: null
  }
}

export const roundedText = (value: Decimal | null, digits: number, numbers: NumberFormat): string =>
  value === null ? noNumber : formatDecimal(plainText(divideDecimals(value, one, digits)), numbers)

function reasonOf({ book, state }: MarketView, side: Side): string | null {
  if (!book) return null
  // An empty book that is not live says nothing about the market.
  if (state !== 'live' && book.all('bids') + book.all('asks') === 0) return null
  if ((book.best()?.spread.units ?? 0n) < 0n) return costText.crossed
  return book.all(side) === 0 ? costText.none[side] : null
}

export function midText({ book }: MarketView, numbers: NumberFormat): string {
  const mid = book?.best()?.mid
  return mid
    ? formatDecimal(plainText(mid), numbers, { places: Math.max(minPlaces, book!.priceDigits) })
    : noNumber
}
