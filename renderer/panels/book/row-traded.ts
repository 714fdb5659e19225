import {
  addDecimals,
  canonical,
  formatDecimal as plainDecimal,
  parseDecimal,
  subtractDecimals,
  type Decimal
} from '#shared/domain/base/decimal'
import type { NumberFormat } from '../../lib/format/number'
import { formatSize } from '../../lib/format/size-digits'
import { priceOf } from './ladder'
import type { LadderBook } from './ladder-book'
import type { Row } from './row'
import { TradedVolume, valueOf, type PriceSpan, type Traded } from './traded-volume'
import type { MarketView, Side } from '../../lib/markets'
import { repaintPause } from '../../lib/throttle'

/** The tape's number of trades. */
export const tapeLength = 1000

export interface RowVolume {
  readonly text: string
  readonly traded: Traded
  /** Nearest doubles, for bars. */
  readonly bought: number
  readonly sold: number
  readonly total: number
}

interface RowSum {
  readonly side: Row['side']
  readonly span: PriceSpan
  readonly traded: Traded | null
  readonly volume: RowVolume | null
}

/** Rows of prices that were left are forgotten with the others. */
const maxRows = 500

/** The volume traded at each row in the last minutes. */
export class RowTraded {
  readonly volume = new TradedVolume()
  #rows = new Map<number, RowSum>()
  #readAt = -Infinity
  #places = 0
  #tape: object | null = null
  #newest: object | null = null
  /** The service's time of the last read in seconds; NaN before the first trade. */
  now = NaN

  /** Reads the tape when due; returns the milliseconds until then, or null if nothing is pending. */
  read(view: MarketView, minutes: number, now: number): number | null {
    const { trades } = view
    const newest = trades?.last ?? null
    const due = this.#readAt + repaintPause - now
    if (due > 0) return trades === this.#tape && newest === this.#newest ? null : due
    this.#readAt = now
    if (trades !== this.#tape) this.volume.clear()
    this.#tape = trades
    if (!trades) return null
    this.volume.read(trades, tapeLength)
    this.#newest = newest
    // The service's clock may differ, so the newest trade sets the time.
    if (newest) this.now = newest.seconds + (view.tradeAge ?? 0) / 1000
    if (newest) this.volume.expire(this.now - minutes * 60)
    return newest ? 1000 : null
  }

  /** The unrecorded part of the requested time; null if all of it was recorded. */
  gap(view: MarketView, minutes: number): 'nothing' | 'started' | 'late' | null {
    if (!Number.isFinite(this.now)) return 'nothing'
    const from = this.now - minutes * 60
    if (this.volume.since > from) return 'late'
    const watched = view.candles?.watched(from * 1000, this.now * 1000) ?? false
    return watched ? null : 'started'
  }

  /** Cached until a trade changes it. */
  of(book: LadderBook, row: Row, step: Decimal | null, format: NumberFormat): RowVolume | null {
    const price = priceOf(book, row)
    const cached = this.#rows.get(price)
    const known = cached?.side === row.side ? cached : undefined
    const span = known?.span ?? spanOfRow(book, row, step)
    if (!span) return null
    const traded = this.volume.within(span)
    if (known?.traded === traded) return known.volume
    const volume = traded && volumeOf(traded, format, this.#places)
    if (this.#rows.size >= maxRows) this.#rows.clear()
    this.#rows.set(price, { side: row.side, span, traded, volume })
    return volume
  }

  /** Sets the digits of the volumes. */
  round(places: number): void {
    if (places !== this.#places) this.invalidate()
    this.#places = places
  }

  /** The steps or the number format changed. */
  invalidate(): void {
    this.#rows.clear()
  }

  clear(): void {
    this.volume.clear()
    this.#rows.clear()
    this.#tape = null
    this.#readAt = -Infinity
    this.now = NaN
  }
}

function spanOfRow(book: LadderBook, { side, level, slot }: Row, step: Decimal | null): PriceSpan | null {
  const price = parseDecimal(side !== null && level >= 0 ? book.text(side, level) : (slot?.text ?? ''))
  return price && spanOf(price, side, step)
}

/** A merged row extends to the next better row: upward for bids, downward for asks. */
export function spanOf(price: Decimal, side: Side | null, step: Decimal | null): PriceSpan {
  const value = valueOf(canonical(price))
  if (step === null || side === null) return { low: value, high: value, open: null }
  return side === 'asks'
    ? { low: valueOf(canonical(subtractDecimals(price, step))), high: value, open: 'low' }
    : { low: value, high: valueOf(canonical(addDecimals(price, step))), open: 'high' }
}

const volumeOf = (traded: Traded, format: NumberFormat, places: number): RowVolume => ({
  text: formatSize(plainDecimal(canonical(traded.total)), format, places),
  traded,
  bought: valueOf(traded.bought),
  sold: valueOf(traded.sold),
  total: valueOf(traded.total)
})
