import type { AnalysisMeasure } from '#shared/contract/recording/analysis'
import { subtractDecimals, type Decimal } from '#shared/domain/base/decimal'
import { scale } from '../parquet/decimals'
import { readColumns, type ColumnData } from './columns'
import { aligned, basisPointDigits, basisPointUnits, decimalOf, unitsOf } from './decimals'
import type { Grid } from './grid'
import type { MarketTime, Seconds } from './market-time'
import { Samples } from './samples'
import type { SealedPart } from './sealed-parts'
import type { Span } from './spans'

/** By row of the grid and figure. */
export type RowSamples = readonly (readonly Samples[])[]

export interface FigureReading {
  readonly parts: readonly SealedPart[]
  readonly time: MarketTime
  readonly grid: Grid
  readonly signal: AbortSignal
  /** Of rows. */
  readonly onRead: (rows: number) => void
  /** From 0 to 1. */
  readonly onShare: (share: number) => void
}

const second = 1_000_000_000n

export const samplesFor = (grid: Grid, figures: number): RowSamples =>
  grid.rows.map(() => Array.from({ length: figures }, () => new Samples()))

/** A second counts once, even if the clock was set back, and only if it is covered. */
class SecondRows {
  readonly #seen: Uint8Array
  readonly #first: number
  #span = 0

  constructor(
    private readonly grid: Grid,
    private readonly live: readonly Span[]
  ) {
    this.#first = Number((grid.pieces[0]?.from ?? 0n) / second)
    this.#seen = new Uint8Array(Number((grid.pieces.at(-1)?.to ?? 0n) / second) - this.#first + 1)
  }

  /** -1 if it does not count. */
  rowAt(time: bigint): number {
    const row = this.grid.rowAt(time)
    if (row < 0 || !this.#isLive(time)) return -1
    const number = Number(time / second) - this.#first
    if (this.#seen[number] === 1) return -1
    this.#seen[number] = 1
    return row
  }

  #isLive(time: bigint): boolean {
    const { live } = this
    if (this.#span < live.length && live[this.#span]!.from > time) this.#span = 0
    while (this.#span < live.length && live[this.#span]!.to <= time) this.#span += 1
    return this.#span < live.length && live[this.#span]!.from <= time
  }
}

/** Of each second: the spread in basis points of the mid and as a price. */
export async function readSpreads(reading: FigureReading): Promise<RowSamples> {
  const { parts, time, grid, onShare } = reading
  const samples = samplesFor(grid, 2)
  const rows = new SecondRows(grid, time.live)
  for (const [index, part] of parts.entries()) {
    onShare(index / parts.length)
    if (isOutside(time.seconds[index]!, grid)) continue
    await eachQuote(part, time.seconds[index]!, reading, (at, bid, ask) => {
      const row = bid && ask ? rows.rowAt(at) : -1
      if (row < 0) return
      const [bidUnits, askUnits] = aligned(bid!, ask!)
      const [points, price] = samples[row]!
      if (bidUnits + askUnits <= 0n) return
      points!.add({
        units: basisPointUnits(2n * (askUnits - bidUnits), askUnits + bidUnits),
        scale: basisPointDigits
      })
      price!.add(subtractDecimals(ask!, bid!))
    })
  }
  return samples
}

/** Whether a part that is read for its states alone has no live second of a grid. */
export function isOutside({ received }: Seconds, { pieces }: Grid): boolean {
  const [first, last] = [pieces[0], pieces.at(-1)]
  if (!first || !last || received.length === 0) return false
  for (let index = 0; index < received.length; index++) {
    const at = received[index] as bigint
    if (at >= first.from - second && at <= last.to + second) return false
  }
  return true
}

const quoteColumns = ['seq', 'received_ns', 'bid', 'ask', 'bid_text', 'ask_text'] as const

/** The best prices at each second: those of the last row up to it in the order of the log. */
async function eachQuote(
  part: SealedPart,
  { seq, received }: Seconds,
  { signal, onRead }: Pick<FigureReading, 'signal' | 'onRead'>,
  take: (at: bigint, bid: Decimal | null, ask: Decimal | null) => void
): Promise<void> {
  const file = part.fileOf('quotes')
  if (file === null || received.length === 0) return
  let [bid, ask, bidText, askText]: unknown[] = []
  let next = 0
  const pass = () => {
    take(received[next] as bigint, decimalOf(bid, bidText), decimalOf(ask, askText))
    next += 1
  }
  for await (const group of readColumns(file, quoteColumns, { signal })) {
    const count = group.seq.length
    for (let index = 0; index < count; index++) {
      const quoteSeq = group.seq[index] as bigint
      const at = group.received_ns[index] as bigint
      while (
        next < received.length &&
        ((seq[next] as bigint) < quoteSeq ||
          ((seq[next] as bigint) === quoteSeq && (received[next] as bigint) < at))
      )
        pass()
      bid = group.bid[index]
      ask = group.ask[index]
      bidText = group.bid_text[index]
      askText = group.ask_text[index]
    }
    onRead(count)
  }
  while (next < received.length) pass()
}

export const depthMeasures = [
  'bid-10bp',
  'ask-10bp',
  'bid-50bp',
  'ask-50bp'
] as const satisfies readonly AnalysisMeasure[]
const depthColumns = ['bid_10bp', 'ask_10bp', 'bid_50bp', 'ask_50bp'] as const

/** Of each second: the sizes near the mid. Those that do not fit the columns are left out. */
export const readDepths = (reading: FigureReading): Promise<RowSamples> =>
  readSeconds(reading, depthColumns, () => {})

/** Of each second: what an amount that is in the columns cost. */
export const readSecondCosts = (reading: FigureReading, amount: string): Promise<RowSamples> =>
  readSeconds(reading, [`buy_${amount}_bp`, `sell_${amount}_bp`], (samples) => samples.addMissing())

async function readSeconds(
  { parts, time, grid, signal, onRead, onShare }: FigureReading,
  names: readonly string[],
  onNull: (samples: Samples) => void
): Promise<RowSamples> {
  const samples = samplesFor(grid, names.length)
  const rows = new SecondRows(grid, time.live)
  for (const [index, part] of parts.entries()) {
    onShare(index / parts.length)
    const file = part.fileOf('depth_1s')
    if (file === null) continue
    for await (const group of readColumns(file, ['received_ns', ...names], { signal })) {
      const received = group['received_ns']!
      const columns = names.map((name): ColumnData => group[name]!)
      for (let index = 0; index < received.length; index++) {
        const row = rows.rowAt(received[index] as bigint)
        if (row < 0) continue
        for (const [figure, column] of columns.entries()) {
          const stored = column[index]
          const each = samples[row]![figure]!
          if (stored instanceof Uint8Array) each.add({ units: unitsOf(stored), scale })
          else onNull(each)
        }
      }
      onRead(received.length)
    }
  }
  return samples
}
