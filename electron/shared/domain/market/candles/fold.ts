import { addDecimals, compareDecimals } from '../../base/decimal'
import { addToSum, isSumFull, type OrderedSlots } from '../exact'
import { candleFrom, type Candle } from './candle'
import { field, noScale, stride } from './layout'
import { readLong } from './long-candle'

const sums = [field.volume, field.buys, field.sells, field.notional] as const
const nanosecondsInSecond = 1e9
const folded = new Float64Array(stride)

/** Merges candles into one, in doubles while they share scales: 1,440 of them are the last 24 hours. */
export function fold(
  data: Float64Array,
  order: OrderedSlots,
  from: number,
  to: number,
  at: (index: number) => Candle
): Candle | null {
  let whole: Candle | null = null
  for (let index = from; index < to;) {
    const part = foldAlike(data, order, index, to)
    const candle = part === 1 ? at(index) : candleFrom(folded, 0, readLong(folded, 0))
    whole = whole === null ? candle : joinCandles(whole, candle)
    index += part
  }
  return whole
}

/** The second comes after the first. */
export function joinCandles(first: Candle, second: Candle): Candle {
  return {
    start: first.start,
    open: first.open,
    high: compareDecimals(second.high, first.high) > 0 ? second.high : first.high,
    low: compareDecimals(second.low, first.low) < 0 ? second.low : first.low,
    close: second.close,
    openAt: first.openAt,
    closeAt: second.closeAt,
    volume: addDecimals(first.volume, second.volume),
    buyVolume: addDecimals(first.buyVolume, second.buyVolume),
    sellVolume: addDecimals(first.sellVolume, second.sellVolume),
    notional: addDecimals(first.notional, second.notional),
    trades: first.trades + second.trades
  }
}

/** Returns how many candles from `from` share their scales and fit the sums. */
function foldAlike(data: Float64Array, order: OrderedSlots, from: number, to: number): number {
  const first = order.at(from) * stride
  const price = data[first + field.priceScale]!
  const amount = data[first + field.amountScale]!
  if (price === noScale) return 1
  folded.set(data.subarray(first, first + stride))
  let index = from + 1
  for (; index < to && !sums.some((sum) => isSumFull(folded, sum)); index++) {
    const base = order.at(index) * stride
    if (data[base + field.priceScale] !== price || data[base + field.amountScale] !== amount) break
    include(data, base)
  }
  return index - from
}

function include(data: Float64Array, base: number): void {
  if (data[base + field.high]! > folded[field.high]!) folded[field.high] = data[base + field.high]!
  if (data[base + field.low]! < folded[field.low]!) folded[field.low] = data[base + field.low]!
  for (const sum of sums) addToSum(folded, sum, data[base + sum]!, data[base + sum + 1]!)
  folded[field.trades]! += data[base + field.trades]!
  folded[field.close] = data[base + field.close]!
  const later = data[base + field.start]! - folded[field.start]!
  folded[field.closeAt] = data[base + field.closeAt]! + later * nanosecondsInSecond
}
