import { canonical, type Decimal, formatDecimal } from '#shared/domain/base/decimal'
import type { LiveMarket } from '../../types'
import type { Gap, Values } from '../types'

export type NamedValue = Values[number]

export const figure = (name: string, value: Decimal | null | undefined): readonly NamedValue[] =>
  value ? [{ name, value: formatDecimal(canonical(value)) }] : []

export const text = (name: string, value: string): NamedValue => ({ name, value })

/** Where the market was in that moment. */
export function surroundings({ book, tape }: LiveMarket, without?: 'Bid' | 'Ask' | 'Last'): Values {
  return [
    ...figure('Bid', book.best('bids')?.price),
    ...figure('Ask', book.best('asks')?.price),
    ...figure('Last', tape.lastPrice)
  ].filter(({ name }) => name !== without)
}

/** In tenths, since an age is known no better than that. */
export const inSeconds = (milliseconds: number) => `${(Math.max(0, milliseconds) / 1000).toFixed(1)} s`

export const duringGap = (gap: Gap | null): readonly NamedValue[] =>
  gap ? [text('Seen after', `${inSeconds(gap.to - gap.from)} in which the market was not live`)] : []
