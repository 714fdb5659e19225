import { maxSymbolLength } from '#shared/contract/market/markets'
import { fail } from '#shared/domain/base/problem'

const unwritable = /[\s\p{C}]/u

/**
 * A symbol as a person typed it. Which ones there are, the service alone knows, so nothing is refused but what can be
 * none.
 */
export function checkSymbol(typed: string): string {
  const symbol = typed.trim()
  if (symbol === '') throw fail('market.symbol', 'Type the symbol of a market, for example BTCUSD.')
  if (symbol.length > maxSymbolLength)
    throw fail('market.symbol', `A market’s symbol has at most ${maxSymbolLength} characters.`)
  if (unwritable.test(symbol))
    throw fail('market.symbol', 'A market’s symbol holds no spaces and no invisible characters.')
  return symbol
}
