import { canonical, type Decimal, formatDecimal } from '#shared/domain/base/decimal'
import type { Book } from '#shared/domain/market/book/index'
import type { LiveMarket } from '../../types'
import type { Gap, Values } from '../types'
import { marketText } from '#shared/messages/market'

const { alertValues: names } = marketText

export type NamedValue = Values[number]

export const figure = (name: string, value: Decimal | null | undefined): readonly NamedValue[] =>
  value ? [{ name, value: formatDecimal(canonical(value)) }] : []

export const text = (name: string, value: string): NamedValue => ({ name, value })

export function surroundings({ book, tape }: LiveMarket, without?: 'bid' | 'ask' | 'last'): Values {
  return [
    ...figure(names.bid, book.best('bids')?.price),
    ...figure(names.ask, book.best('asks')?.price),
    ...figure(names.last, tape.lastPrice)
  ].filter(({ name }) => without === undefined || name !== names[without])
}

/** In tenths, the precision of an age. */
export const inSeconds = (milliseconds: number) => `${(Math.max(0, milliseconds) / 1000).toFixed(1)} s`

export const duringGap = (gap: Gap | null): readonly NamedValue[] =>
  gap ? [text(names.seenAfter, names.gap(inSeconds(gap.to - gap.from)))] : []

/** Of basis points. */
export const percentOf = ({ units, scale }: Decimal): Decimal => ({ units, scale: scale + 2 })

/** Why a book has no mid, or null. */
export function missingOfMid(book: Book): string | null {
  if (book.count('bids') === 0 || book.count('asks') === 0) return marketText.alertsBlind.oneSided
  return book.crossed() ? marketText.alertsBlind.crossed : null
}
