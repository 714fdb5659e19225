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

/** So many trades does the tape bring. */
export const tapeLength = 1000

export interface RowVolume {
  readonly text: string
  readonly traded: Traded
  /** Nearest doubles, for bars. */
  readonly bought: number
  readonly sold: number
  readonly total: number
}

/** The volume traded beside each row, within the last minutes. */
export class RowTraded {
  readonly volume = new TradedVolume()
  #rows = new Map<number, RowVolume | null>()
  #readAt = -Infinity
  #version = -1
  #places = 0
  #tape: object | null = null
  #newest: object | null = null
  /** The service's time at the last reading, in seconds since the epoch; NaN before the first trade. */
  now = NaN

  /** Reads the tape if it is time for it; the milliseconds until it is, or null where nothing waits. */
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
    // The clock of this computer may be another's: the newest trade says what time it is there.
    if (newest) this.now = newest.seconds + (view.tradeAge ?? 0) / 1000
    if (newest) this.volume.expire(this.now - minutes * 60)
    if (this.volume.version !== this.#version) this.#rows.clear()
    this.#version = this.volume.version
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

  /** Beside a row; nothing is made for one that was asked for before. */
  of(book: LadderBook, row: Row, step: Decimal | null, format: NumberFormat): RowVolume | null {
    const value = priceOf(book, row)
    const key = row.side === 'bids' ? -value : value
    const known = this.#rows.get(key)
    if (known !== undefined) return known
    const { side, level, slot } = row
    const text = side !== null && level >= 0 ? book.text(side, level) : (slot?.text ?? '')
    const at = parseDecimal(text)
    const traded = at && this.volume.within(spanOf(at, side, step))
    const made = traded ? volumeOf(traded, format, this.#places) : null
    this.#rows.set(key, made)
    return made
  }

  /** To so many digits are the volumes shown. */
  round(places: number): void {
    if (places !== this.#places) this.invalidate()
    this.#places = places
  }

  /** Other steps, or another way to write numbers. */
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

/** A row of a step holds the prices up to the next better row: a bid's are above it, an ask's below. */
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
