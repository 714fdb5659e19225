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
  const written = new Map<string, unknown[]>()
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at)
    const tab = text.indexOf('\t', at)
    if (end === -1 || tab === -1 || tab > end || end - at > maxLine) return null
    const market = text.slice(at, tab)
    if (markets?.has(market) !== false) {
      const row = text.slice(tab + 1, end)
      if (!numbers.test(row)) return null
      const rows = written.get(market)
      if (rows) rows.push(row.split('\t').map(numberOf))
      else written.set(market, [row.split('\t').map(numberOf)])
    }
    at = end + 1
  }
  const candles = new Map<string, readonly StoredRow[]>()
  for (const [market, rows] of written) {
    const read = readStoredCandles({ spans: [], series: [['1m', rows]] })
    if (!read) return null
    for (const [, ofMinutes] of read.series) candles.set(market, ofMinutes)
  }
  return candles
}

function numberOf(text: string): number | string {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : text
}
