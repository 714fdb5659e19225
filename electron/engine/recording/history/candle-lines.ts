import { readStoredCandles, type StoredRow } from '#shared/domain/market/candles/index'

/** Of each market, oldest first. */
export type MinuteCandles = ReadonlyMap<string, readonly StoredRow[]>

/** The market and the numbers of a stored candle, separated by tabs. */
export function formatCandles(candles: MinuteCandles): string {
  let text = ''
  for (const [market, rows] of candles) for (const row of rows) text += `${market}\t${row.join('\t')}\n`
  return text
}

const numbers = /^-?\d+(?:\t-?\d+){13}$/
/** A longer number would take long to compute with. */
const maxLine = 20_000

/** Null for anything that `formatCandles` does not write. */
export function parseCandles(text: string, markets?: ReadonlySet<string>): MinuteCandles | null {
  const candles = new Map<string, StoredRow[]>()
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at)
    const tab = text.indexOf('\t', at)
    if (end === -1 || tab === -1 || tab > end || end - at > maxLine) return null
    const market = text.slice(at, tab)
    if (markets?.has(market) !== false) {
      const row = text.slice(tab + 1, end)
      if (!numbers.test(row)) return null
      const rows = candles.get(market)
      if (rows) rows.push(rowOf(row))
      else candles.set(market, [rowOf(row)])
    }
    at = end + 1
  }
  for (const rows of candles.values())
    if (!readStoredCandles({ spans: [], series: [['1m', rows]] })) return null
  return candles
}

const rowOf = (text: string) => text.split('\t').map(numberOf) as unknown as StoredRow

function numberOf(text: string): number | string {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : text
}
