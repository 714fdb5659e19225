import type { LoggedItem } from '#engine/recording/log/lines'

const scale = 60
const nanosecondsInSecond = 1_000_000_000n

interface Sum {
  open: readonly [at: bigint, price: bigint]
  close: readonly [at: bigint, price: bigint]
  high: bigint
  low: bigint
  volume: bigint
  notional: bigint
  trades: number
}

/** Candles straight from the log's lines, in units of 1e-60, by start in seconds. */
export function candlesOf(items: readonly LoggedItem[], seconds: number): Map<number, Sum> {
  const candles = new Map<number, Sum>()
  for (const { kind, content } of items) {
    if (kind !== 'f' || !content.includes('"execution_data"')) continue
    const { payload } = JSON.parse(content.toString()) as { payload: Record<string, string> }
    const at = nanosecondsOf(payload['executed_at']!)
    const [price, amount] = [unitsOf(payload['price']!), unitsOf(payload['amount']!)]
    const length = BigInt(seconds) * nanosecondsInSecond
    const start = Number((at / length) * BigInt(seconds))
    const sum = candles.get(start)
    if (!sum) {
      const figures = { high: price, low: price, volume: amount, notional: price * amount, trades: 1 }
      candles.set(start, { open: [at, price], close: [at, price], ...figures })
      continue
    }
    if (at < sum.open[0]) sum.open = [at, price]
    if (at >= sum.close[0]) sum.close = [at, price]
    if (price > sum.high) sum.high = price
    if (price < sum.low) sum.low = price
    sum.volume += amount
    sum.notional += price * amount
    sum.trades += 1
  }
  return candles
}

export function unitsOf(text: string): bigint {
  const [whole, fraction = ''] = text.split('.') as [string, string?]
  return BigInt(whole + fraction.padEnd(scale, '0'))
}

function nanosecondsOf(time: string): bigint {
  const fraction = /\.(\d+)Z$/.exec(time)![1]!
  return BigInt(Date.parse(`${time.slice(0, 19)}Z`)) * 1_000_000n + BigInt(fraction.padEnd(9, '0'))
}
