import type { TapeSettings } from '#shared/contract/market/panels/trades'
import type { OlderTrades } from '#shared/contract/market/markets'
import type { MarketView, TapeTrades } from '../markets'
import { Arrivals } from './arrivals'
import { RowFilter } from './filter'
import { gapsOf, type Gap } from './gaps'
import { waitingSince, type Held, type Waiting } from './hold'
import { LargeRule } from './large'
import { OlderTradePages, type OlderTradesEnd } from './older-trades'
import { buildRows, type RowOptions, type RowSource, type TapeRow } from './rows'
import { groupingOf, type TradeRow } from './trade-row'

export type TapeOptions = Omit<TapeSettings, 'holdUnderPointer'>
type Source = Pick<MarketView, 'trades' | 'candles'>

const none: readonly Gap[] = []
const all = Infinity
/** While the tape is held. */
const maxHeld = 20_000

/** The tape of one list: its rows, its hold and its large trades. */
export class TapeModel {
  #tape: TapeTrades | null = null
  #received = 0
  #arrivals = new Arrivals()
  #spans: Float64Array | null = null
  #gaps = none
  #rule: LargeRule
  #filter: RowFilter
  #held: Held | null = null
  /** Before the held trades. */
  #older = new OlderTradePages()
  #rows: readonly TapeRow[] = []
  /** `#rows` has all rows. */
  #complete = false
  #built = -1
  #waiting: Waiting | null = null

  constructor(private options: TapeOptions) {
    this.#rule = new LargeRule(options)
    this.#filter = new RowFilter(options)
  }

  get held(): boolean {
    return this.#held !== null
  }

  /** Filter and aggregation may change during a hold, but not the set of trades. */
  set(options: TapeOptions): void {
    const before = this.options
    this.options = options
    this.#filter = new RowFilter(options)
    const { large, largeSize, largePercent, largeOf } = options
    if (
      before.large !== large ||
      before.largeSize !== largeSize ||
      before.largePercent !== largePercent ||
      before.largeOf !== largeOf ||
      groupingOf(before) !== groupingOf(options)
    ) {
      this.#rule = new LargeRule(options)
      this.#rule.learn([...(this.#tape?.rows ?? [])].sort((one, other) => one.number - other.number))
    }
    this.#invalidate()
  }

  /** Reads new trades and returns the large rows that may sound; none of those present at the start. */
  take({ trades, candles }: Source): readonly TradeRow[] {
    const began = trades !== this.#tape
    if (began) this.#begin(trades)
    this.#takeGaps(candles)
    if (!trades || (trades.received === this.#received && !began)) return []
    const before = this.#arrivals.last
    this.#received = trades.received
    const fresh = this.#arrivals.take(trades)
    this.#rule.learn(fresh)
    this.#waiting = null
    if (!this.#held) this.#invalidate()
    return began || !this.options.sound ? [] : this.#largeOf(fresh.length, before)
  }

  hold(): void {
    if (this.#held || !this.#tape) return
    const { rows, received } = this.#tape
    const source = { trades: rows.slice(), skips: this.#arrivals.skips, gaps: this.#gaps }
    this.#held = { source, last: this.#arrivals.last, received }
    this.#older = new OlderTradePages()
    this.#waiting = null
    this.#invalidate()
    // All of them now, since their thresholds are not kept.
    this.rows(all)
  }

  release(): void {
    if (!this.#held) return
    this.#held = null
    this.#waiting = null
    this.#invalidate()
  }

  /** Where older trades end that may be read for the hold; null if there are none. */
  get olderEnd(): OlderTradesEnd | null {
    const trades = this.#held?.source.trades
    return trades && trades.length < maxHeld ? this.#older.endOf(trades) : null
  }

  /** A reader for the page before the held trades; it does nothing once the hold has ended. */
  get addOlder(): (page: OlderTrades) => void {
    const older = this.#older
    return (page) => {
      if (!this.#held || this.#older !== older) return
      const { source } = this.#held
      const trades = [...older.take(page, source.trades), ...source.trades]
      this.#held = { ...this.#held, source: { ...source, trades } }
      this.#invalidate()
    }
  }

  /** At least this many of the newest rows, if they exist; the same array until something changes. */
  rows(max: number): readonly TapeRow[] {
    if (this.#built >= max || this.#complete) return this.#rows
    this.#rows = buildRows(this.#held?.source ?? this.#source(), this.#rowOptions(), max)
    this.#built = max
    this.#complete = this.#rows.length < max
    return this.#rows
  }

  get waiting(): Waiting | null {
    if (!this.#held || !this.#tape) return null
    return (this.#waiting ??= waitingSince(
      this.#held,
      buildRows(this.#source(), this.#rowOptions(this.#held.last), all),
      this.#tape.rows,
      this.#tape.received
    ))
  }

  #begin(tape: TapeTrades | null): void {
    this.#tape = tape
    this.#received = 0
    this.#arrivals = new Arrivals()
    this.#rule = new LargeRule(this.options)
    this.release()
    this.#invalidate()
  }

  #takeGaps(candles: Source['candles']): void {
    const spans = candles?.spans ?? null
    if (spans === this.#spans) return
    this.#spans = spans
    this.#gaps = candles ? gapsOf(candles.spans, candles.steps) : none
    if (!this.#held) this.#invalidate()
  }

  #invalidate(): void {
    this.#built = -1
    this.#complete = false
  }

  #largeOf(count: number, since: number): readonly TradeRow[] {
    // A few more rows than trades, since late ones lie further down.
    const rows = buildRows(this.#source(), this.#rowOptions(since), count + 20)
    return rows.filter((row): row is TradeRow => row.kind === 'trade' && row.large && row.fresh > 0)
  }

  #source(): RowSource {
    return { trades: this.#tape?.rows ?? [], skips: this.#arrivals.skips, gaps: this.#gaps }
  }

  #rowOptions(since: number = this.#arrivals.last): RowOptions {
    const rule = this.#rule
    return {
      grouping: groupingOf(this.options),
      filter: this.#filter,
      isLarge: (number, size) => rule.isLarge(number, size),
      since
    }
  }
}
