import { formatDecimal } from '#shared/domain/base/decimal'
import type { Book } from '#shared/domain/market/book/index'
import type { Touch } from '../feed/feed'

const number = (value: Parameters<typeof formatDecimal>[0] | undefined) =>
  value ? Number(formatDecimal(value)) : 0

export function touchOf(book: Book): Touch {
  const bid = book.best('bids')
  const ask = book.best('asks')
  return [number(bid?.price), number(bid?.amount), number(ask?.price), number(ask?.amount)]
}
