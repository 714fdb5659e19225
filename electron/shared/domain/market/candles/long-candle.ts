import { fitsSum, maxFittedUnits, readSum, writeSum } from '../exact'
import { field, noScale } from './layout'

/** The numbers of a candle that may exceed doubles. */
export interface LongCandle {
  priceScale: number
  amountScale: number
  open: bigint
  high: bigint
  low: bigint
  close: bigint
  volume: bigint
  buys: bigint
  sells: bigint
  /** At the combined scale. */
  notional: bigint
}

const powerOfTen = (exponent: number) => 10n ** BigInt(exponent)

export function refine(candle: LongCandle, priceScale: number, amountScale: number): void {
  const price = powerOfTen(Math.max(priceScale - candle.priceScale, 0))
  const amount = powerOfTen(Math.max(amountScale - candle.amountScale, 0))
  candle.open *= price
  candle.high *= price
  candle.low *= price
  candle.close *= price
  candle.volume *= amount
  candle.buys *= amount
  candle.sells *= amount
  candle.notional *= price * amount
  candle.priceScale = Math.max(priceScale, candle.priceScale)
  candle.amountScale = Math.max(amountScale, candle.amountScale)
}

/** The caller sets open and close. */
export function absorb(candle: LongCandle, other: LongCandle): void {
  refine(candle, other.priceScale, other.amountScale)
  refine(other, candle.priceScale, candle.amountScale)
  if (other.high > candle.high) candle.high = other.high
  if (other.low < candle.low) candle.low = other.low
  candle.volume += other.volume
  candle.buys += other.buys
  candle.sells += other.sells
  candle.notional += other.notional
}

export const readLong = (data: Float64Array, base: number): LongCandle => ({
  priceScale: data[base + field.priceScale]!,
  amountScale: data[base + field.amountScale]!,
  open: BigInt(data[base + field.open]!),
  high: BigInt(data[base + field.high]!),
  low: BigInt(data[base + field.low]!),
  close: BigInt(data[base + field.close]!),
  volume: readSum(data, base + field.volume),
  buys: readSum(data, base + field.buys),
  sells: readSum(data, base + field.sells),
  notional: readSum(data, base + field.notional)
})

const fitsUnits = (value: bigint) => value >= 0n && value <= BigInt(maxFittedUnits)

/** False if it does not fit, and the row is marked. */
export function writeLong(data: Float64Array, base: number, candle: LongCandle): boolean {
  const fits =
    fitsUnits(candle.low) &&
    fitsUnits(candle.high) &&
    candle.buys >= 0n &&
    candle.sells >= 0n &&
    fitsSum(candle.volume) &&
    candle.buys <= candle.volume &&
    candle.sells <= candle.volume &&
    fitsSum(candle.notional)
  data[base + field.priceScale] = fits ? candle.priceScale : noScale
  data[base + field.amountScale] = fits ? candle.amountScale : noScale
  if (!fits) {
    data.fill(NaN, base + field.open, base + field.trades)
    return false
  }
  data[base + field.open] = Number(candle.open)
  data[base + field.high] = Number(candle.high)
  data[base + field.low] = Number(candle.low)
  data[base + field.close] = Number(candle.close)
  writeSum(data, base + field.volume, candle.volume)
  writeSum(data, base + field.buys, candle.buys)
  writeSum(data, base + field.sells, candle.sells)
  writeSum(data, base + field.notional, candle.notional)
  return true
}
