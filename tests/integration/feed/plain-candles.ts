import type { CandleBook } from '#shared/domain/market/candles/index'
import { intervalSeconds, type Interval } from '#shared/domain/market/candles/intervals'
import { canonicalDecimal, formatDecimal, type Decimal } from '#shared/domain/base/decimal'
import type { PlainTrade } from './books'

const scale = 18

export function unitsOf(text: string): bigint {
  const [whole = '', part = ''] = text.split('.')
  return BigInt(whole + part.padEnd(scale, '0'))
}

export function spellUnits(units: bigint): string {
  const digits = String(units).padStart(scale + 1, '0')
  return canonicalDecimal(`${digits.slice(0, -scale)}.${digits.slice(-scale)}`)!
}

/** By start: what follows from trades, in the order in which they were executed. */
export function plainCandles(trades: readonly PlainTrade[], interval: Interval): Map<number, string> {
  const seconds = intervalSeconds[interval]
  const byStart = new Map<number, PlainTrade[]>()
  for (const trade of trades) {
    const at = Math.floor(Date.parse(trade.executed_at) / 1000)
    const start = at - (at % seconds)
    byStart.set(start, [...(byStart.get(start) ?? []), trade])
  }
  return new Map(
    Array.from(byStart, ([start, of]) => {
      const prices = of.map(({ price }) => unitsOf(price))
      const sorted = [...prices].sort((one, other) => (one < other ? -1 : 1))
      const volume = of.reduce((sum, { amount }) => sum + unitsOf(amount), 0n)
      return [
        start,
        [prices[0]!, sorted.at(-1)!, sorted[0]!, prices.at(-1)!, volume].map(spellUnits).join(' ')
      ]
    })
  )
}

/** The same of the candles that a market shows; null where it does not claim to know all trades. */
export function shownCandles(book: CandleBook, interval: Interval, until: number) {
  const seconds = intervalSeconds[interval]
  const series = book.series(interval)
  const shown = new Map<number, string>()
  const plain = (decimal: Decimal) => canonicalDecimal(formatDecimal(decimal))
  for (let index = 0; index < series.count; index += 1) {
    const { start, open, high, low, close, volume } = series.at(index)
    shown.set(start, [open, high, low, close, volume].map(plain).join(' '))
  }
  const isCovered = (start: number) => book.coverage.covers(start * 1000, (start + seconds) * 1000, until)
  return { shown, isCovered }
}
