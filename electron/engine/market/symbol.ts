import { maxSymbolLength } from '#shared/contract/market/markets'
import { fail } from '#shared/domain/base/problem'
import { marketText } from '#shared/messages/market'

const unwritable = /[\s\p{C}]/u

/** Only impossible symbols are refused, because only the service knows which exist. */
export function checkSymbol(typed: string): string {
  const symbol = typed.trim()
  if (symbol === '') throw fail('market.symbol', marketText.symbol.missing)
  if (symbol.length > maxSymbolLength) throw fail('market.symbol', marketText.symbol.tooLong(maxSymbolLength))
  if (unwritable.test(symbol)) throw fail('market.symbol', marketText.symbol.invisible)
  return symbol
}
