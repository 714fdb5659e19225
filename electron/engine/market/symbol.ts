import { maxSymbolLength } from '#shared/contract/market/markets'
import { fail } from '#shared/domain/base/problem'
import { marketText } from '#shared/messages/market'

const unwritable = /[\s\p{C}]/u

/**
 * A symbol as it was typed. Only the service knows which ones exist, so only impossible ones are refused.
 */
export function checkSymbol(typed: string): string {
  const symbol = typed.trim()
  if (symbol === '') throw fail('market.symbol', marketText.symbol.missing)
  if (symbol.length > maxSymbolLength) throw fail('market.symbol', marketText.symbol.tooLong(maxSymbolLength))
  if (unwritable.test(symbol)) throw fail('market.symbol', marketText.symbol.invisible)
  return symbol
}
