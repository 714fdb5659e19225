import { formatDecimal, canonical, type Decimal } from '#shared/domain/base/decimal'
import { scale } from '../parquet/decimals'
import { readColumns } from './columns'
import { aligned, decimalOf, ExactSum, priceText, unitsOf } from './decimals'
import type { Grid } from './grid'
import { isOutside, type FigureReading } from './second-figures'
import { intersection, type Span } from './spans'

interface Average {
  /** Of price × amount, and of amounts. */
  readonly traded: ExactSum
  readonly volume: ExactSum
  trades: number
  /** Of the mid, twice, × nanoseconds; and of those nanoseconds. */
  readonly weighted: ExactSum
  weight: bigint
}

const noAverage = (): Average => ({
  traded: new ExactSum(),
  volume: new ExactSum(),
  trades: 0,
  weighted: new ExactSum(),
  weight: 0n
})

interface AverageRow {
  readonly cells: readonly (string | null)[]
  readonly trades: number
}

/**
 * VWAP and volume of the recorded trades, by their arrival; and TWAP, the mid weighted by the time that it was there
 * while the market was live. By row of the grid, and of all rows.
 */
export async function readAverages(
  reading: FigureReading
): Promise<{ readonly rows: readonly AverageRow[]; readonly total: AverageRow }> {
  const { grid } = reading
  const averages = grid.rows.map(noAverage)
  await addTrades(averages, reading)
  await addMids(averages, reading)
  const total = noAverage()
  for (const each of averages) {
    addSum(total.traded, each.traded)
    addSum(total.volume, each.volume)
    addSum(total.weighted, each.weighted)
    total.trades += each.trades
    total.weight += each.weight
  }
  return { rows: averages.map(rowOf), total: rowOf(total) }
}

function rowOf({ traded, volume, trades, weighted, weight }: Average): AverageRow {
  const vwap = volume.value.units > 0n ? priceText(traded.value, volume.value) : null
  const twap = weight > 0n ? priceText(weighted.value, { units: 2n * weight, scale: 0 }) : null
  return { cells: [vwap, twap, formatDecimal(canonical(volume.value))], trades }
}

function addSum(sum: ExactSum, { value: { units, scale } }: ExactSum): void {
  sum.add(units, scale)
}

const tradeColumns = ['received_ns', 'price', 'amount', 'price_text', 'amount_text'] as const

async function addTrades(
  averages: readonly Average[],
  { parts, time, grid, signal, onRead, onShare }: FigureReading
): Promise<void> {
  for (const [index, part] of parts.entries()) {
    onShare(index / parts.length / 2)
    if (isOutside(time.seconds[index]!, grid)) continue
    const file = part.fileOf('trades')
    if (file === null) continue
    for await (const group of readColumns(file, tradeColumns, { signal })) {
      const count = group.received_ns.length
      for (let index = 0; index < count; index++) {
        const row = grid.rowAt(group.received_ns[index] as bigint)
        if (row < 0) continue
        const price = decimalOf(group.price[index], group.price_text[index])
        const amount = decimalOf(group.amount[index], group.amount_text[index])
        if (!price || !amount) continue
        const average = averages[row]!
        average.traded.add(price.units * amount.units, price.scale + amount.scale)
        average.volume.add(amount.units, amount.scale)
        average.trades += 1
      }
      onRead(count)
    }
  }
}

const quoteColumns = ['received_ns', 'bid', 'ask', 'bid_text', 'ask_text'] as const

async function addMids(
  averages: readonly Average[],
  { parts, time, grid, signal, onRead, onShare }: FigureReading
): Promise<void> {
  const pieces = new LivePieces(grid, time.live)
  let shownAt = 0n
  /** Twice; null without one. */
  let mid: Decimal | null = null
  for (const [index, part] of parts.entries()) {
    onShare((1 + index / parts.length) / 2)
    const isSkipped = isOutside(time.seconds[index]!, grid)
    if (!part.follows || isSkipped) mid = null
    if (isSkipped) continue
    const file = part.fileOf('quotes')
    if (file === null) continue
    for await (const group of readColumns(file, quoteColumns, { signal })) {
      const { received_ns: received, bid, ask, bid_text: bidText, ask_text: askText } = group
      for (let row = 0; row < received.length; row++) {
        const at = received[row] as bigint
        if (mid) pieces.add(averages, shownAt, at, mid)
        shownAt = at
        mid =
          storedMid(bid[row], ask[row]) ??
          twiceMid(decimalOf(bid[row], bidText[row]), decimalOf(ask[row], askText[row]))
      }
      onRead(received.length)
    }
  }
  if (mid && time.end !== null) pieces.add(averages, shownAt, time.end, mid)
}

/** The usual case, which takes half the time. */
function storedMid(bid: unknown, ask: unknown): Decimal | null {
  if (!(bid instanceof Uint8Array && ask instanceof Uint8Array)) return null
  const [bidUnits, askUnits] = [unitsOf(bid), unitsOf(ask)]
  return bidUnits < askUnits ? { units: bidUnits + askUnits, scale } : null
}

/** Null without one, or if the book is crossed. */
export function twiceMid(bid: Decimal | null, ask: Decimal | null): Decimal | null {
  if (!bid || !ask) return null
  const [bidUnits, askUnits, scale] = aligned(bid, ask)
  return bidUnits < askUnits ? { units: bidUnits + askUnits, scale } : null
}

/** The live time of a grid, in order. */
class LivePieces {
  readonly #pieces: readonly (Span & { readonly row: number })[]
  #next = 0

  constructor(grid: Grid, live: readonly Span[]) {
    this.#pieces = grid.pieces.flatMap(({ from, to, row }) =>
      spansWithin(live, { from, to }).map((span) => ({ ...span, row }))
    )
  }

  add(averages: readonly Average[], from: bigint, to: bigint, mid: Decimal): void {
    const pieces = this.#pieces
    // The clock was set back.
    if (this.#next > 0 && pieces[this.#next - 1]!.to > from) this.#next = 0
    while (this.#next < pieces.length && pieces[this.#next]!.to <= from) this.#next += 1
    for (let index = this.#next; index < pieces.length && pieces[index]!.from < to; index++) {
      const piece = pieces[index]!
      const length = (piece.to < to ? piece.to : to) - (piece.from > from ? piece.from : from)
      const average = averages[piece.row]!
      average.weighted.add(mid.units * length, mid.scale)
      average.weight += length
    }
  }
}

const spansWithin = (spans: readonly Span[], within: Span): Span[] => intersection(spans, [within])
