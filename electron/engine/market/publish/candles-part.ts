import {
  CandleRows,
  type Candle,
  type CandleBook,
  type CandleSeries,
  type Coverage,
  type Span
} from '#shared/domain/market/candles/index'
import { maxCandles, type MarketParts } from '#shared/contract/market/markets'
import type { CandlesNews } from '#shared/contract/market/market-news'
import { Cells } from './cells'

const rows = new CandleRows(maxCandles)

/** All candles of an interval first, then changes. */
export class CandlesPart {
  readonly #cells = new Cells(16)
  #version = -1
  #coverage = -1
  #started = false

  constructor(private readonly wanted: NonNullable<MarketParts['candles']>) {}

  restart(): void {
    this.#started = false
  }

  /** @param now the service's time in milliseconds */
  read(book: CandleBook, now: number): CandlesNews | null {
    const { interval, max } = this.wanted
    const series = book.series(interval)
    const fresh = !this.#started
    const seen = book.coverage.version === this.#coverage
    if (!fresh && seen && series.version === this.#version) return null
    if (fresh) series.read(series.count - max, rows, max)
    else series.readChanged(this.#version, rows)
    this.#copy(series, Math.max(0, rows.count - max))
    const watched = fresh || !seen ? watchedTimes(book.coverage, now) : null
    const steps = watched && pairs(book.coverage.steps)
    this.#version = series.version
    this.#coverage = book.coverage.version
    this.#started = true
    const { values, exact } = this.#cells
    const { priceScale, amountScale } = rows
    return { interval, priceScale, amountScale, fresh, watched, steps, values, exact }
  }

  #copy(series: CandleSeries, from: number): void {
    const cells = this.#cells
    cells.begin()
    for (let row = from; row < rows.count; row += 1) {
      cells.put(rows.starts[row]!)
      if (isLong(row)) {
        this.#copyLong(series.at(series.indexFrom(rows.starts[row]!)))
        continue
      }
      cells.put(rows.opens[row]!)
      cells.put(rows.highs[row]!)
      cells.put(rows.lows[row]!)
      cells.put(rows.closes[row]!)
      cells.put(rows.volumes[row]!)
      cells.put(rows.buys[row]!)
      cells.put(rows.sells[row]!)
      cells.put(rows.trades[row]!)
      cells.put(rows.notionalHighs[row]!)
      cells.put(rows.notionalLows[row]!)
    }
  }

  #copyLong(candle: Candle): void {
    const cells = this.#cells
    const { priceScale, amountScale } = rows
    for (const price of [candle.open, candle.high, candle.low, candle.close])
      cells.putDecimal(price, priceScale)
    for (const amount of [candle.volume, candle.buyVolume, candle.sellVolume])
      cells.putDecimal(amount, amountScale)
    cells.put(candle.trades)
    cells.putDecimal(candle.notional, priceScale + amountScale)
    cells.put(0)
  }
}

/** NaN propagates to the sum. */
function isLong(row: number): boolean {
  const sum =
    rows.opens[row]! +
    rows.highs[row]! +
    rows.lows[row]! +
    rows.closes[row]! +
    rows.volumes[row]! +
    rows.buys[row]! +
    rows.sells[row]! +
    rows.notionalHighs[row]!
  return Number.isNaN(sum)
}

function watchedTimes(coverage: Coverage, now: number): Float64Array {
  // The estimated clock may be slightly behind the start of the coverage.
  const spans = coverage.spans(coverage.since === null ? now : Math.max(now, coverage.since + 1))
  const times = pairs(spans)
  // The current period is open-ended.
  if (coverage.since !== null && spans.length > 0) times[times.length - 1] = Infinity
  return times
}

const pairs = (spans: readonly Span[]) => Float64Array.from(spans.flatMap(({ from, to }) => [from, to]))
