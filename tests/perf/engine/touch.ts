import { formatDecimal } from '../../../electron/shared/domain/decimal'
import type { Book } from '../../../electron/shared/domain/market/book'
import type { Touch } from '../feed/feed'

const number = (value: Parameters<typeof formatDecimal>[0] | undefined) =>
  value ? Number(formatDecimal(value)) : 0

export function touchOf(book: Book): Touch {
  const bid = book.best('bids')
  const ask = book.best('asks')
  return [number(bid?.price), number(bid?.amount), number(ask?.price), number(ask?.amount)]
}
