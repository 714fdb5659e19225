import type { TapeFilter } from '#shared/contract/market/panels/trades'
import type { Decimal } from '#shared/domain/base/decimal'
import type { TapeTrade } from '../markets'
import type { Size } from './sizes'

/** One line of trades: a print, or prints of one side at one price and one millisecond, or of one second. */
export interface TradeRow extends Size {
  readonly kind: 'trade'
  /** The last of them in time. */
  readonly trade: TapeTrade
  /** Milliseconds since the epoch. */
  readonly at: number
  count: number
  amount: string
  size: number
  /** The exact sum in quote currency if the prints have several prices. */
  value: Decimal | null
  large: boolean
  /** The lowest and the highest number among them. */
  first: number
  latest: number
  /** How many of them came after `since`. */
  fresh: number
}

/** Which prints of one side are one row. */
export type Grouping = 'none' | 'price' | 'second'

export const groupingOf = ({ together, perSecond }: Pick<TapeFilter, 'together' | 'perSecond'>): Grouping =>
  perSecond ? 'second' : together ? 'price' : 'none'
