import { intervalSeconds } from '#shared/domain/market/candles/intervals'
import type { ChartCandles } from '../../lib/markets'

export const trendCandles = 60
/** The view box of the path. */
export const trendBox = { width: 100, height: 20 } as const
const inset = 1.5

/** Closing prices as a path, newest at the right: continued without trades, broken without recording. */
export function trendPath(candles: ChartCandles, until: number, count = trendCandles): string {
  const closes = closesOf(candles, until, count)
  const known = closes.filter((close) => !Number.isNaN(close))
  if (known.length < 2) return ''
  const low = Math.min(...known)
  const high = Math.max(...known)
  const across = trendBox.width / (count - 1)
  const up = trendBox.height - 2 * inset
  const y = (close: number) =>
    high === low ? trendBox.height / 2 : inset + ((high - close) / (high - low)) * up
  let path = ''
  closes.forEach((close, slot) => {
    if (Number.isNaN(close)) return
    const starts = slot === 0 || Number.isNaN(closes[slot - 1])
    const alone = starts && (slot === count - 1 || Number.isNaN(closes[slot + 1]))
    const from = alone ? Math.max(0, slot * across - across / 2) : slot * across
    path += `${starts ? 'M' : 'L'}${round(from)} ${round(y(close))}`
    if (alone) path += `L${round(Math.min(trendBox.width, from + across))} ${round(y(close))}`
  })
  return path
}

const round = (value: number) => Math.round(value * 100) / 100

/** Oldest first; NaN if unknown. */
function closesOf(candles: ChartCandles, until: number, count: number): number[] {
  const step = intervalSeconds[candles.interval]
  const newest = candles.all.at(-1)
  const end = Math.max(Math.floor(until / 1000 / step) * step, newest?.start ?? -Infinity)
  const first = end - (count - 1) * step
  const closes = new Array<number>(count).fill(NaN)
  let before = NaN
  for (const candle of candles.all) {
    if (candle.start < first) before = candle.value('close')
    else closes[Math.round((candle.start - first) / step)] = candle.value('close')
  }
  closes.forEach((close, slot) => {
    if (!Number.isNaN(close)) return
    const from = (first + slot * step) * 1000
    const carried = slot === 0 ? before : closes[slot - 1]!
    if (candles.watched(from, Math.min(from + step * 1000, until))) closes[slot] = carried
  })
  return closes
}
