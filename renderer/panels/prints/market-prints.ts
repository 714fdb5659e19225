import type { PrintsSettings } from '#shared/contract/market/panels/prints'
import { tapeSettings } from '#shared/contract/market/panels/trades'
import * as v from 'valibot'
import type { MarketView, TapeTrade, TapeTrades } from '../../lib/markets'
import { Arrivals } from '../../lib/tape/arrivals'
import { RowFilter } from '../../lib/tape/filter'
import { LargeRule } from '../../lib/tape/large'
import { byTime } from '../../lib/tape/older-trades'
import { buildRows } from '../../lib/tape/rows'
import { timeOf } from '../../lib/tape/time'
import { groupingOf, type TradeRow } from '../../lib/tape/trade-row'
import { readPast } from './past'

/** Of one market. */
const maxKept = 150
/** Rows that may change after they were read, because prints join them or come late. */
const unsettled = 50
/** Recorded trades that are judged at once; those before them may still change. */
const batch = 500
/** Trades that may arrive while the recording is read. */
const maxWaiting = 20_000

/** The large prints of one market, also those that its tape no longer has. */
export class MarketPrints {
  readonly #options
  readonly #filter: RowFilter
  #rule: LargeRule
  /** By the number of their first trade. */
  readonly #rows = new Map<number, TradeRow>()
  #tape: TapeTrades | null = null
  #arrivals = new Arrivals()
  #received = 0
  /** In the order of arrival, while those before them are read. */
  #waiting: TapeTrade[] | null = null
  #hasPast = false
  #listedSince: number | null = null

  constructor(settings: PrintsSettings) {
    this.#options = v.parse(tapeSettings, { ...settings, large: 'percentile' })
    this.#filter = new RowFilter(this.#options)
    this.#rule = new LargeRule(this.#options)
  }

  get rows(): Iterable<TradeRow> {
    return this.#rows.values()
  }

  /** Older prints, in milliseconds since the epoch, are not all listed; null if all of a day are. */
  get listedSince(): number | null {
    return this.#listedSince
  }

  /** The trades before those of the tape were not asked for yet. */
  get lacksPast(): boolean {
    return !this.#hasPast && (this.#tape?.rows.length ?? 0) > 0
  }

  /** Whether there may be others. */
  take({ trades }: Pick<MarketView, 'trades'>): boolean {
    const isOther = trades !== this.#tape
    if (isOther) this.#begin(trades)
    if (!trades || trades.received === this.#received) return isOther
    const news = trades.received - this.#received
    this.#received = trades.received
    const fresh = this.#arrivals.take(trades)
    this.#waiting?.push(...fresh)
    this.#rule.learn(fresh)
    this.#judge(trades.rows, news + unsettled)
    return true
  }

  /** The prints before those of the tape, from the recording. Whether there may be others. */
  async readPast(view: Pick<MarketView, 'readOlderTrades'>): Promise<boolean> {
    const tape = this.#tape
    if (!tape) return false
    this.#hasPast = true
    const held = tape.rows.slice()
    const waiting = (this.#waiting = held.toSorted(byNumber))
    const isHere = () => this.#waiting === waiting && waiting.length < maxWaiting
    const { trades: older, isCut } = await readPast(view, held, isHere)
    if (!isHere()) return false
    this.#waiting = null
    if (older.length === 0) return false
    const all = [...older.toSorted(byNumber), ...waiting]
    this.#listedSince = isCut ? timeOf(all.toSorted(byTime)[0]!) : null
    this.#judgeAgain(all)
    return true
  }

  #begin(tape: TapeTrades | null): void {
    this.#tape = tape
    this.#received = 0
    this.#arrivals = new Arrivals()
    this.#rule = new LargeRule(this.#options)
    this.#rows.clear()
    this.#waiting = null
    this.#hasPast = false
    this.#listedSince = null
  }

  /** Limits follow from the trades before, so those of the tape are judged again too. */
  #judgeAgain(all: readonly TapeTrade[]): void {
    this.#rule = new LargeRule(this.#options)
    this.#rows.clear()
    for (let from = 0; from < all.length; from += batch) {
      this.#rule.learn(all.slice(from, from + batch))
      this.#judge(all.slice(Math.max(0, from - batch), from + batch).sort(byTime), Infinity)
    }
  }

  /** The newest rows of these trades. */
  #judge(trades: readonly TapeTrade[], max: number): void {
    const isLarge: LargeRule['isLarge'] = (number, size) => this.#rule.isLarge(number, size)
    const options = { grouping: groupingOf(this.#options), filter: this.#filter, isLarge, since: Infinity }
    // A row only grows, so it stays large.
    for (const row of buildRows({ trades, skips: [], gaps: [] }, options, max))
      if (row.kind === 'trade' && row.large) this.#rows.set(row.first, row)
    const surplus = this.#rows.size - maxKept
    if (surplus > 0)
      for (const first of [...this.#rows.keys()].sort((one, other) => one - other).slice(0, surplus)) {
        this.#listedSince = Math.max(this.#listedSince ?? 0, this.#rows.get(first)!.at + 1)
        this.#rows.delete(first)
      }
  }
}

const byNumber = (one: TapeTrade, other: TapeTrade) => one.number - other.number
