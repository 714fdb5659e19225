import { maxSymbolLength } from '#shared/contract/market/markets'
import { marketUnits } from '#shared/domain/market/symbol'

const writable = /^[^\s\p{C}]+$/u
const long = 5
const plain = /^[a-z0-9]+$/

/** A known market in any spelling, or else the typed text, in capitals if it has none. */
export function symbolOf(typed: string, known: readonly string[]): string {
  const wanted = typed.trim()
  const same = known.find((market) => market.toLowerCase() === wanted.toLowerCase())
  return same ?? (plain.test(wanted) ? wanted.toUpperCase() : wanted)
}

/** The known markets that match the typed text, those that start with it first. */
export function marketsLike(typed: string, known: readonly string[]): readonly string[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return []
  const places = known.map((market) => ({ market, at: market.toLowerCase().indexOf(wanted) }))
  return places
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => Number(one.at > 0) - Number(other.at > 0))
    .map(({ market }) => market)
}

/** Whether it can be a symbol; only the service knows which markets exist. */
export const isSymbol = (typed: string): boolean => writable.test(typed) && typed.length <= maxSymbolLength

/** Whether it looks like a market and not like a word: its quote currency is a common one or that of a known market. */
export function mayBeMarket(symbol: string, known: readonly string[]): boolean {
  if (known.includes(symbol)) return true
  if (!isSymbol(symbol) || symbol.length < long) return false
  const { quote: usual } = marketUnits(symbol)
  if (usual !== 'quote' && symbol.endsWith(usual)) return true
  return known.some((market) => {
    const { quote } = marketUnits(market)
    return market.endsWith(quote) && symbol.endsWith(quote) && symbol !== quote
  })
}
