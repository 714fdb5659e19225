import type { CommonScale } from '../exact'
import type { CandleSeries } from './candle-series'
import { longOf } from './fold-rows'
import { intervals, intervalSeconds, type Interval } from './intervals'
import type { StoredNumber, StoredRow } from './stored-row'

export interface StoredCandles {
  /** Watched periods in milliseconds since the epoch. */
  readonly spans: readonly (readonly [from: number, to: number])[]
  readonly series: readonly (readonly [Interval, readonly StoredRow[]])[]
}

const maxScale = 10_000
const maxNumberLength = 50_000
const nanosecondsInSecond = 1_000_000_000

export function mergeStored(
  series: CandleSeries,
  rows: readonly StoredRow[],
  scales: { readonly price: CommonScale; readonly amount: CommonScale },
  version: number
): void {
  for (const row of rows) {
    if (series.mergeShort(row, version)) continue
    const [start, openAt, closeAt, trades] = row
    const long = longOf(row)
    // New trades are then added as fast as to new candles.
    scales.price.fit(Number(long.high), long.priceScale)
    scales.amount.fit(Number(long.volume / BigInt(trades)), long.amountScale)
    series.merge(start, openAt, closeAt, trades, long, version)
  }
}

/** Null for anything that `toStored` does not write. */
export function readStoredCandles(content: unknown): StoredCandles | null {
  if (typeof content !== 'object' || content === null) return null
  const { spans, series } = content as { spans?: unknown; series?: unknown }
  return areSpans(spans) && areSeries(series) ? { spans, series } : null
}

function areSpans(spans: unknown): spans is StoredCandles['spans'] {
  if (!Array.isArray(spans)) return false
  return spans.every(
    (span: unknown) =>
      Array.isArray(span) && span.length === 2 && span.every(Number.isFinite) && span[0] < span[1]
  )
}

function areSeries(series: unknown): series is StoredCandles['series'] {
  if (!Array.isArray(series)) return false
  const seen = new Set<unknown>()
  return series.every((entry: unknown) => {
    if (!Array.isArray(entry) || entry.length !== 2 || seen.has(entry[0])) return false
    seen.add(entry[0])
    const interval = intervals.find((name) => name === entry[0])
    return interval !== undefined && areRows(entry[1], intervalSeconds[interval])
  })
}

function areRows(rows: unknown, length: number): rows is readonly StoredRow[] {
  if (!Array.isArray(rows)) return false
  let last = -Infinity
  return rows.every((row: unknown) => {
    if (!Array.isArray(row) || row.length !== rowLength || !isRow(row, length) || row[0] <= last) return false
    last = row[0]
    return true
  })
}

const firstPrice = 6
const rowLength = 14

function isRow(row: unknown[], length: number): row is [number, ...unknown[]] {
  const [start, openAt, closeAt, trades, priceScale, amountScale] = row
  return (
    isWhole(start) &&
    start % length === 0 &&
    isWhole(openAt) &&
    isWhole(closeAt) &&
    openAt >= 0 &&
    openAt <= closeAt &&
    closeAt < length * nanosecondsInSecond &&
    isWhole(trades) &&
    trades > 0 &&
    isScale(priceScale) &&
    isScale(amountScale) &&
    hasNumbers(row) &&
    hasRange(row[6], row[7], row[8], row[9])
  )
}

function hasNumbers(row: unknown[]): boolean {
  for (let index = firstPrice; index < rowLength; index++) if (!isStoredNumber(row[index])) return false
  return true
}

function hasRange(open: unknown, high: unknown, low: unknown, close: unknown): boolean {
  if (isWhole(open) && isWhole(high) && isWhole(low) && isWhole(close)) {
    return open <= high && close <= high && open >= low && close >= low
  }
  const [first, max, min, last] = [open, high, low, close].map((price) => BigInt(String(price)))
  return first! <= max! && last! <= max! && first! >= min! && last! >= min!
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)

const isScale = (value: unknown) => isWhole(value) && value >= 0 && value <= maxScale

const isStoredNumber = (value: unknown): value is StoredNumber =>
  isWhole(value) || (typeof value === 'string' && value.length < maxNumberLength && /^-?\d+$/.test(value))
