import type { TapeTrade } from '../markets'
import type { Skip } from './arrivals'
import type { RowFilter } from './filter'
import type { Gap } from './gaps'
import { addSizes, samePrice, type Size } from './sizes'
import { timeOf } from './time'
import type { Grouping, TradeRow } from './trade-row'
import { joinedValue } from './value'

/** Interruptions without a visible trade between them. */
export interface GapRow extends Gap {
  readonly kind: 'gap'
  readonly count: number
  /** The duration of those that have ended, in milliseconds. */
  readonly lasted: number
}

export type TapeRow = TradeRow | ({ readonly kind: 'skipped' } & Skip) | GapRow

export interface RowSource {
  /** The oldest first. */
  readonly trades: readonly TapeTrade[]
  /** The newest first, both of them. */
  readonly skips: readonly Skip[]
  readonly gaps: readonly Gap[]
}

export interface RowOptions {
  readonly grouping: Grouping
  readonly filter: RowFilter
  readonly isLarge: (number: number, size: Size) => boolean
  /** Trades with higher numbers count as fresh. */
  readonly since: number
}

/** Newest first, at most this many and perhaps a few more, since grouped prints are read together. */
export function buildRows(source: RowSource, options: RowOptions, max: number): TapeRow[] {
  const rows: TapeRow[] = []
  const breaks = new Breaks(source)
  const { grouping, filter } = options
  const length = grouping === 'second' ? 1000 : 1
  const periodOf = (trade: TapeTrade) => Math.floor(timeOf(trade) / length)
  let place = source.trades.length - 1
  while (place >= 0 && rows.length < max) {
    const newest = source.trades[place]!
    const at = timeOf(newest)
    breaks.before(newest, at, rows)
    const from = rows.length
    const period = periodOf(newest)
    do {
      const trade = source.trades[place]!
      if (filter.hasSide(trade)) add(rows, from, trade, options)
      place -= 1
    } while (place >= 0 && grouping !== 'none' && periodOf(source.trades[place]!) === period)
    judge(rows, from, options)
  }
  return rows
}

function add(rows: TapeRow[], from: number, trade: TapeTrade, options: RowOptions): void {
  const { grouping, since } = options
  const fresh = trade.number > since ? 1 : 0
  if (grouping !== 'none') {
    for (let place = from; place < rows.length; place += 1) {
      const row = rows[place]!
      if (row.kind === 'trade' && belongs(row, trade, grouping)) return join(row, trade, fresh)
    }
  }
  const { amount, size, number } = trade
  const row: TradeRow = {
    kind: 'trade',
    trade,
    at: timeOf(trade),
    count: 1,
    amount,
    size,
    value: null,
    large: false,
    first: number,
    latest: number,
    fresh
  }
  rows.push(row)
}

const belongs = ({ trade }: TradeRow, other: TapeTrade, grouping: Grouping) =>
  trade.aggressor === other.aggressor && (grouping === 'second' || samePrice(trade.price, other.price))

function join(row: TradeRow, trade: TapeTrade, fresh: number): void {
  if (row.value || !samePrice(row.trade.price, trade.price)) row.value = joinedValue(row, trade)
  const sum = addSizes(row, trade)
  row.amount = sum.amount
  row.size = sum.size
  row.count += 1
  row.fresh += fresh
  row.first = Math.min(row.first, trade.number)
  row.latest = Math.max(row.latest, trade.number)
}

/** A row is filtered as a whole, so only once it is complete. */
function judge(rows: TapeRow[], from: number, { filter, isLarge }: RowOptions): void {
  let kept = from
  for (let place = from; place < rows.length; place += 1) {
    const row = rows[place]!
    if (row.kind === 'trade') {
      if (!filter.keeps(row)) continue
      row.large = isLarge(row.first, row)
    }
    rows[kept] = row
    kept += 1
  }
  rows.length = kept
}

/** Gaps between trades, each placed once above the first older trade. */
class Breaks {
  #skip = 0
  #gap = 0

  constructor(private readonly source: RowSource) {}

  before(trade: TapeTrade, at: number, rows: TapeRow[]): void {
    const { skips, gaps } = this.source
    for (; this.#skip < skips.length && trade.number <= skips[this.#skip]!.after; this.#skip += 1)
      putSkip(rows, skips[this.#skip]!)
    for (; this.#gap < gaps.length && at < (gaps[this.#gap]!.to ?? Infinity); this.#gap += 1)
      putGap(rows, gaps[this.#gap]!)
  }
}

/** Adjacent gaps without a trade between them are one line. */
function putSkip(rows: TapeRow[], skip: Skip): void {
  const above = rows.at(-1)
  if (above?.kind === 'skipped') rows[rows.length - 1] = { ...above, count: above.count + skip.count }
  else rows.push({ kind: 'skipped', ...skip })
}

function putGap(rows: TapeRow[], { from, to, step }: Gap): void {
  const lasted = to === null ? 0 : to - from
  const above = rows.at(-1)
  const joins = above?.kind === 'gap' && above.step === null && step === null
  if (!joins) rows.push({ kind: 'gap', from, to, step, count: 1, lasted })
  else rows[rows.length - 1] = { ...above, from, count: above.count + 1, lasted: above.lasted + lasted }
}

/** Trades hidden by the filter change nothing on the screen. */
export function sameRows(rows: readonly TapeRow[], others: readonly TapeRow[]): boolean {
  if (rows === others) return true
  return rows.length === others.length && rows.every((row, place) => sameRow(row, others[place]!))
}

function sameRow(row: TapeRow, other: TapeRow): boolean {
  if (row.kind === 'trade')
    return other.kind === 'trade' && row.latest === other.latest && row.count === other.count
  if (row.kind === 'skipped') return other.kind === 'skipped' && row.count === other.count
  return other.kind === 'gap' && row.from === other.from && row.to === other.to && row.lasted === other.lasted
}
