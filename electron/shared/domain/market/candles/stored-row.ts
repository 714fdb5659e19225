import { readSum } from '../exact'
import { field } from './layout'
import type { LongCandle } from './long-candle'

/** Text if a double cannot hold it. */
export type StoredNumber = number | string

/**
 * Start in seconds; first and last trade in nanoseconds from the start; trades; scales of price and amount; open,
 * high, low, close; volume, buy and sell volume; notional.
 */
export type StoredRow = readonly [
  start: number,
  openAt: number,
  closeAt: number,
  trades: number,
  priceScale: number,
  amountScale: number,
  open: StoredNumber,
  high: StoredNumber,
  low: StoredNumber,
  close: StoredNumber,
  volume: StoredNumber,
  buys: StoredNumber,
  sells: StoredNumber,
  notional: StoredNumber
]

export function storeCandle(data: Float64Array, base: number, long: LongCandle | undefined): StoredRow {
  const sum = (index: number) =>
    data[base + index] === 0 ? data[base + index + 1]! : storeNumber(readSum(data, base + index))
  return [
    data[base + field.start]!,
    data[base + field.openAt]!,
    data[base + field.closeAt]!,
    data[base + field.trades]!,
    long?.priceScale ?? data[base + field.priceScale]!,
    long?.amountScale ?? data[base + field.amountScale]!,
    long ? storeNumber(long.open) : data[base + field.open]!,
    long ? storeNumber(long.high) : data[base + field.high]!,
    long ? storeNumber(long.low) : data[base + field.low]!,
    long ? storeNumber(long.close) : data[base + field.close]!,
    long ? storeNumber(long.volume) : sum(field.volume),
    long ? storeNumber(long.buys) : sum(field.buys),
    long ? storeNumber(long.sells) : sum(field.sells),
    long ? storeNumber(long.notional) : sum(field.notional)
  ]
}

export const storeNumber = (units: bigint): StoredNumber =>
  units <= Number.MAX_SAFE_INTEGER && units >= Number.MIN_SAFE_INTEGER ? Number(units) : String(units)
