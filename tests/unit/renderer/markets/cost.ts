import { CostPart } from '#engine/market/publish/cost-part'
import type { MarketParts } from '#shared/contract/market/markets'
import { SizeCosts } from '#renderer/lib/markets/index'
import { domainBook, type PlainBook } from './book/books'

type Wanted = Partial<NonNullable<MarketParts['cost']>>

/** Through the cells that main sends. */
export function costsOf(
  book: PlainBook,
  { size = '1', unit = 'base', within = null }: Wanted = {}
): SizeCosts {
  const { scales, values, exact } = new CostPart({ size, unit, within }).read(domainBook(book))
  return new SizeCosts({ scales: scales.slice(), values: values.slice(), exact: exact && new Map(exact) })
}
