import type { TapeTrade } from '../markets'
import type { Skip } from './arrivals'
import type { Gap } from './gaps'
import { addSizes, compareSizes, samePrice, type Size } from './sizes'
import { timeOf } from './time'

/** One line of trades: a print, or prints of one side at one price and one millisecond. */
export interface TradeRow extends Size {
  readonly kind: 'trade'
  /** The last of them in time. */
  readonly trade: TapeTrade
  /** Milliseconds since the epoch. */
  readonly at: number
  count: number
  amount: string
  size: number
  large: boolean
  /** The lowest and the highest number among them. */
  first: number
  latest: number
  /** How many of them came after `since`. */
  fresh: number
}

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
  readonly together: boolean
  /** Null: every size is shown. */
  readonly atLeast: Size | null
  readonly isLarge: (number: number, size: Size) => boolean
  /** Trades with higher numbers count as fresh. */
  readonly since: number
}

/** Newest first, at most this many and perhaps a few more, since times are whole milliseconds. */
export function buildRows(source: RowSource, options: RowOptions, max: number): TapeRow[] {
  const rows: TapeRow[] = []
  const breaks = new Breaks(source)
  let place = source.trades.length - 1
  while (place >= 0 && rows.length < max) {
    const newest = source.trades[place]!
    const at = timeOf(newest)
    breaks.before(newest, at, rows)
    const from = rows.length
    do {
      add(rows, from, source.trades[place]!, at, options)
      place -= 1
    } while (place >= 0 && options.together && timeOf(source.trades[place]!) === at)
    judge(rows, from, options)
  }
  return rows
}

function add(rows: TapeRow[], from: number, trade: TapeTrade, at: number, options: RowOptions): void {
  const { together, since } = options
  const fresh = trade.number > since ? 1 : 0
  if (together) {
    for (let place = from; place < rows.length; place += 1) {
      const row = rows[place]!
      if (row.kind === 'trade' && belongs(row, trade)) return join(row, trade, fresh)
    }
  }
  const { amount, size, number } = trade
  const row: TradeRow = {
    kind: 'trade',
    trade,
    at,
    count: 1,
    amount,
    size,
    large: false,
    first: number,
    latest: number,
    fresh
  }
  rows.push(row)
}

const belongs = ({ trade }: TradeRow, other: TapeTrade) =>
  trade.aggressor === other.aggressor && samePrice(trade.price, other.price)

function join(row: TradeRow, trade: TapeTrade, fresh: number): void {
  const sum = addSizes(row, trade)
  row.amount = sum.amount
  row.size = sum.size
  row.count += 1
  row.fresh += fresh
  row.first = Math.min(row.first, trade.number)
  row.latest = Math.max(row.latest, trade.number)
}

/** A row is filtered by its whole size, so only once it is complete. */
function judge(rows: TapeRow[], from: number, { atLeast, isLarge }: RowOptions): void {
  let kept = from
  for (let place = from; place < rows.length; place += 1) {
    const row = rows[place]!
    if (row.kind === 'trade') {
      if (atLeast && compareSizes(row, atLeast) < 0) continue
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
