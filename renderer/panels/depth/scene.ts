import type { DepthScale, DepthSpan } from '#shared/contract/market/panels/depth'
import type { BookLevels, Side } from '../../lib/markets'
import { stableCentre, stableMaximum, stableWidth } from './axis'
import { rowsWithin, type Edge } from './wanted'

/** The geometry of the chart, in doubles for drawing. */
export interface Scene {
  readonly book: BookLevels
  readonly priceUnit: number
  readonly amountUnit: number
  /** The mid, or the best price of the only side. */
  readonly middle: number
  readonly from: number
  readonly to: number
  readonly scale: DepthScale
  /** The sizes at the top and, on a logarithmic scale, the bottom. */
  readonly maximum: number
  readonly minimum: number
}

const sides: readonly Side[] = ['bids', 'asks']

export function middleOf({ news }: BookLevels): number | null {
  const bid = news.values[0] ?? NaN
  const ask = news.values[2] ?? NaN
  const middle = Number.isNaN(bid) ? ask : Number.isNaN(ask) ? bid : (bid + ask) / 2
  return Number.isNaN(middle) ? null : middle
}

/** In price units, with headroom so that the axis is stable. */
export function edgeOf(book: BookLevels, span: DepthSpan): Edge | null {
  const middle = middleOf(book)
  if (middle === null) return null
  if (span === 'all' || span === 'fit') return { middle, low: -Infinity, high: Infinity }
  const distance = (Math.abs(middle) * Number(span) * 1.08) / 100
  return { middle, low: middle - distance, high: middle + distance }
}

/** Stable axes. */
export class DepthAxes {
  #centre: number | null = null
  #half: number | null = null
  #maximum: number | null = null
  #lowest: number | null = null

  reset(): void {
    this.#centre = this.#half = this.#maximum = this.#lowest = null
  }

  /** `still`: prices stay in place under the pointer. */
  read(book: BookLevels, span: DepthSpan, scale: DepthScale, still: boolean): Scene | null {
    const middle = middleOf(book)
    if (middle === null) return null
    const priceUnit = 10 ** -book.news.priceScale
    const amountUnit = 10 ** -book.news.amountScale
    this.#layOut(book, middle * priceUnit, priceUnit, span, still)
    const from = this.#centre! - this.#half!
    const to = this.#centre! + this.#half!
    const edge = { middle, low: from / priceUnit, high: to / priceUnit }
    const { largest, smallest } = sizesWithin(book, edge, amountUnit)
    this.#maximum = stableMaximum(this.#maximum, largest)
    this.#lowest = stablePower(this.#lowest, smallest)
    return {
      book,
      priceUnit,
      amountUnit,
      middle: middle * priceUnit,
      from,
      to,
      scale,
      maximum: this.#maximum,
      minimum: Math.min(this.#lowest, this.#maximum / 10)
    }
  }

  #layOut(book: BookLevels, middle: number, priceUnit: number, span: DepthSpan, still: boolean): void {
    const measured = span === 'all' ? widest(book) : span === 'fit' ? fitting(book) : null
    const half = measured === null ? (Math.abs(middle) * Number(span)) / 100 : measured * priceUnit
    const seen = this.#centre !== null && Math.abs(middle - this.#centre) < this.#half! * 0.9
    if (still && seen) return
    this.#half = measured === null ? half : stableWidth(this.#half, half)
    const centre = stableCentre(this.#centre, middle, this.#half)
    // The half width at the axis center, so that its ends are stable too.
    if (measured === null) this.#half = (Math.abs(centre) * Number(span)) / 100 || 1
    this.#centre = centre
  }
}

function widest(book: BookLevels): number {
  const middle = middleOf(book) ?? 0
  const distances = sides
    .filter((side) => book.count(side) > 0)
    .map((side) => Math.abs(book.price(side, book.count(side) - 1) - middle))
  return Math.max(1, ...distances)
}

/** The minimum share of levels and sizes shown; a few far ones are omitted. */
const max = 0.6

/** The distance that contains most of each side by size and by count. */
export function fitting(book: BookLevels): number {
  const middle = middleOf(book) ?? 0
  const distances = sides.map((side) => {
    const last = book.count(side) - 1
    if (last < 0) return 0
    let row = 0
    while (row < last * max && book.sum(side, row) < book.sum(side, last) * max) row += 1
    return Math.abs(book.price(side, row) - middle)
  })
  return Math.max(1, ...distances)
}

function sizesWithin(book: BookLevels, edge: Edge, amountUnit: number) {
  let largest = 0
  let smallest = Infinity
  for (const side of sides) {
    const rows = rowsWithin(book, side, edge)
    if (rows === 0) continue
    largest = Math.max(largest, book.sum(side, rows - 1) * amountUnit)
    smallest = Math.min(smallest, book.sum(side, 0) * amountUnit)
  }
  return { largest, smallest: smallest === Infinity || smallest === 0 ? 1 : smallest }
}

/** A power of ten that rises only when two of them are empty. */
function stablePower(before: number | null, smallest: number): number {
  const power = 10 ** Math.floor(Math.log10(smallest))
  return before !== null && before <= power && power / before < 100 ? before : power
}
