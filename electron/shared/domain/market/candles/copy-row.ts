import { fitsSum, powersOfTen, readSum, sumBase, writeSum } from '../exact'
import type { CandleRows } from './candle-rows'
import { field, noScale } from './layout'

const maxUnits = 2 ** 53 - 1
const converted = new Float64Array(2)

export function copyRow(data: Float64Array, base: number, rows: CandleRows): void {
  const row = rows.count++
  rows.starts[row] = data[base + field.start]!
  rows.trades[row] = data[base + field.trades]!
  const price = factor(data[base + field.priceScale]!, rows.priceScale)
  const amount = factor(data[base + field.amountScale]!, rows.amountScale)
  rows.opens[row] = kept(data[base + field.open]! * price)
  rows.highs[row] = kept(data[base + field.high]! * price)
  rows.lows[row] = kept(data[base + field.low]! * price)
  rows.closes[row] = kept(data[base + field.close]! * price)
  rows.volumes[row] = kept(sum(data, base + field.volume) * amount)
  rows.buys[row] = kept(sum(data, base + field.buys) * amount)
  rows.sells[row] = kept(sum(data, base + field.sells) * amount)
  const notional = base + field.notional
  if (price === 1 && amount === 1) {
    rows.notionalHighs[row] = data[notional]!
    rows.notionalLows[row] = data[notional + 1]!
  } else {
    convertNotional(data, notional, price, amount)
    rows.notionalHighs[row] = converted[0]!
    rows.notionalLows[row] = converted[1]!
  }
}

/** NaN propagates. */
const factor = (scale: number, common: number) =>
  scale === common ? 1 : scale === noScale || scale > common ? NaN : (powersOfTen[common - scale] ?? NaN)

const kept = (units: number) => (units <= maxUnits ? units : NaN)

const sum = (data: Float64Array, index: number) =>
  data[index] === 0 ? data[index + 1]! : kept(data[index]! * sumBase + data[index + 1]!)

function convertNotional(data: Float64Array, index: number, price: number, amount: number): void {
  converted.fill(NaN)
  if (price !== price || amount !== amount) return
  const notional = readSum(data, index) * BigInt(price) * BigInt(amount)
  if (fitsSum(notional)) writeSum(converted, 0, notional)
}
