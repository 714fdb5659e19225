import type { BookRow } from '#shared/contract/app/diagnostics-stream'
import type { LiveMarket } from '../../market/types'

type Glance = Pick<LiveMarket, 'name' | 'state' | 'since' | 'reason' | 'crossed' | 'bookAt' | 'tradeAt'> & {
  readonly book: Pick<LiveMarket['book'], 'count' | 'wide'>
}

/** `now` is monotonic, like the times of the messages. */
export function bookRow(market: Glance, now: number): BookRow {
  const { name, state, since, reason, crossed, book, bookAt, tradeAt } = market
  return {
    market: name,
    state,
    since,
    reason,
    bookAge: bookAt === null ? null : now - bookAt,
    tradeAge: tradeAt === null ? null : now - tradeAt,
    levels: book.count('bids') + book.count('asks'),
    crossed,
    wide: book.wide
  }
}
