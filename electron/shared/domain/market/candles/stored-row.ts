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

/** Sums are in their second cell up to here. */
const maxSum = 2 ** 52 - 1
const firstSum = 10

type ShortRow = StoredRow & { readonly [Index in 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13]: number }

/** Whether the cells of a candle can hold it as it is. */
export function isShortRow(row: StoredRow): row is ShortRow {
  for (let index = 6; index < row.length; index++) {
    const value = row[index]!
    if (typeof value !== 'number' || value < 0 || (index >= firstSum && value > maxSum)) return false
  }
  return Number(row[11]) <= Number(row[10]) && Number(row[12]) <= Number(row[10])
}

export function writeShortRow(data: Float64Array, base: number, row: ShortRow): void {
  data[base + field.openAt] = row[1]
  data[base + field.closeAt] = row[2]
  data[base + field.trades] = row[3]
  data[base + field.priceScale] = row[4]
  data[base + field.amountScale] = row[5]
  data[base + field.open] = row[6]
  data[base + field.high] = row[7]
  data[base + field.low] = row[8]
  data[base + field.close] = row[9]
  data[base + field.volume + 1] = row[10]
  data[base + field.buys + 1] = row[11]
  data[base + field.sells + 1] = row[12]
  data[base + field.notional + 1] = row[13]
}

export const storeNumber = (units: bigint): StoredNumber =>
  units <= Number.MAX_SAFE_INTEGER && units >= Number.MIN_SAFE_INTEGER ? Number(units) : String(units)
