import { Tape, TradeRows, type Inference, type Trade } from '#shared/domain/market/tape/index'
import { inferenceOf } from '../keyframes/trade-lines'

/** The trades of a tape, oldest first, as they pass from one process to another. */
export interface TradeColumns {
  readonly rows: Omit<TradeRows, 'arrivals'>
  /** By row: numbers that the columns cannot hold. */
  readonly long: readonly (readonly [row: number, trade: Trade])[]
}

/** @param since the number of the first trade */
export function columnsOf(tape: Tape, since = -Infinity): TradeColumns {
  const rows = new TradeRows(tape.count)
  const long: [number, Trade][] = []
  tape.readSince(since, rows)
  for (let row = 0; row < rows.count; row++) {
    if (!Number.isNaN(rows.prices[row]! + rows.amounts[row]!)) continue
    const trade = tape.tradeAt(rows.arrivals[row]!)
    if (trade) long.push([row, trade])
  }
  return { rows, long }
}

/** @returns a tape with the earlier trades as well, on which the later ones keep their numbers */
export function joinTapes(earlier: TradeColumns, tape: Tape): Tape {
  const later = columnsOf(tape)
  const count = Math.min(earlier.rows.count, tape.capacity - later.rows.count)
  const joined = new Tape(tape.capacity, tape.arrivals - later.rows.count - count)
  recordColumns(joined, earlier, earlier.rows.count - count)
  recordColumns(joined, later, 0)
  return joined
}

/** The rows from one to another. */
export function recordColumns(
  tape: Pick<Tape, 'record' | 'recordExact'>,
  { rows, long }: TradeColumns,
  from: number,
  to = rows.count
): void {
  const exact = new Map(long)
  for (let row = from; row < to; row++) {
    const trade = exact.get(row)
    if (trade) {
      tape.recordExact(
        { kind: 'execution', market: '', ...trade },
        inferenceOf(trade.aggressor, trade.basis)!,
        trade.ahead,
        trade.confidence
      )
      continue
    }
    tape.record(
      rows.seconds[row]!,
      rows.nanoseconds[row]!,
      rows.prices[row]!,
      rows.priceScale,
      rows.amounts[row]!,
      rows.amountScale,
      rows.inferences[row]! as Inference,
      rows.aheads[row]!,
      rows.confidences[row]!
    )
  }
}
