import { longestSymbol } from '../../../electron/shared/contract/markets'
import { marketUnits } from '../../../electron/shared/domain/market/symbol'

const writable = /^[^\s\p{C}]{5,}$/u
const plain = /^[a-z0-9]+$/

/**
 * The market that somebody means: a known one, however it is written; or else what was typed. The service's symbols are
 * written in capitals, so letters typed without any are taken for those.
 */
export function symbolOf(typed: string, known: readonly string[]): string {
  const wanted = typed.trim()
  const same = known.find((market) => market.toLowerCase() === wanted.toLowerCase())
  return same ?? (plain.test(wanted) ? wanted.toUpperCase() : wanted)
}

/** The known markets that a person may mean, those that begin so first. */
export function marketsLike(typed: string, known: readonly string[]): readonly string[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return []
  const places = known.map((market) => ({ market, at: market.toLowerCase().indexOf(wanted) }))
  return places
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => Number(one.at > 0) - Number(other.at > 0))
    .map(({ market }) => market)
}

/** Whether what somebody typed reads like a market of this service, and not like a word: it is paid as known ones are. */
export function mayBeMarket(symbol: string, known: readonly string[]): boolean {
  if (known.includes(symbol)) return true
  if (!writable.test(symbol) || symbol.length > longestSymbol) return false
  return known.some((market) => {
    const { quote } = marketUnits(market)
    return market.endsWith(quote) && symbol.endsWith(quote) && symbol !== quote
  })
}
