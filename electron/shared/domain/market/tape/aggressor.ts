import { compareDecimals, type Decimal } from '../../base/decimal'
import { powersOfTen } from '../exact'

/**
 * The aggressor is always inferred, because the service does not send it. One number holds the side and the method.
 */
export const inferences = {
  none: 0,
  bookAsk: 1,
  bookBid: 2,
  tickUp: 3,
  tickDown: 4
} as const
export type Inference = (typeof inferences)[keyof typeof inferences]

/** Of a side, in place of a percentage. */
export const unknownConfidence = 255

export type Aggressor = 'buy' | 'sell' | 'unknown'
export type AggressorBasis = 'book-ask' | 'book-bid' | 'tick' | 'none'

const aggressors: readonly Aggressor[] = ['unknown', 'buy', 'sell', 'buy', 'sell']
const bases: readonly AggressorBasis[] = ['none', 'book-ask', 'book-bid', 'tick', 'tick']

export const aggressorOf = (inference: number): Aggressor => aggressors[inference] ?? 'unknown'
export const basisOf = (inference: number): AggressorBasis => bases[inference] ?? 'none'
export const isBuy = (inference: number) =>
  inference === inferences.bookAsk || inference === inferences.tickUp
export const isSell = (inference: number) =>
  inference === inferences.bookBid || inference === inferences.tickDown

/** `wide`: the prices are too long for numbers. */
interface BestPrices {
  readonly wide: boolean
  readonly bestBidUnits: number
  readonly bestAskUnits: number
  readonly priceScale: number
  best(side: 'bids' | 'asks'): { readonly price: Decimal } | null
}

/** `lastPriceUnits` is NaN if there is none or it is too long. */
interface TradeBefore {
  readonly lastPriceUnits: number
  readonly priceScale: number
  readonly lastPrice: Decimal | null
  readonly lastInference: Inference
}

/**
 * The book still contains the traded size when the execution arrives. Null without a live book. In a crossed book
 * only the previous trade can tell.
 */
export function inferAggressor(
  book: BestPrices | null,
  before: TradeBefore,
  units: number,
  scale: number
): Inference {
  if (book !== null) {
    if (book.wide) return inferAggressorExactly(book, before, { units: BigInt(units), scale })
    // An empty side is NaN, for which every comparison is false.
    const buys = compareUnits(units, scale, book.bestAskUnits, book.priceScale) >= 0
    const sells = compareUnits(units, scale, book.bestBidUnits, book.priceScale) <= 0
    if (buys !== sells) return buys ? inferences.bookAsk : inferences.bookBid
  }
  const last = before.lastPriceUnits
  if (last !== last) {
    return before.lastPrice === null
      ? inferences.none
      : byTick(compareDecimals({ units: BigInt(units), scale }, before.lastPrice), before)
  }
  return byTick(compareUnits(units, scale, last, before.priceScale), before)
}

export function inferAggressorExactly(
  book: BestPrices | null,
  before: TradeBefore,
  price: Decimal
): Inference {
  const ask = book?.best('asks')
  const bid = book?.best('bids')
  const buys = ask ? compareDecimals(price, ask.price) >= 0 : false
  const sells = bid ? compareDecimals(price, bid.price) <= 0 : false
  if (buys !== sells) return buys ? inferences.bookAsk : inferences.bookBid
  return before.lastPrice === null
    ? inferences.none
    : byTick(compareDecimals(price, before.lastPrice), before)
}

/** A trade at the previous price has the previous side. */
function byTick(difference: number, before: TradeBefore): Inference {
  if (difference > 0) return inferences.tickUp
  if (difference < 0) return inferences.tickDown
  if (isBuy(before.lastInference)) return inferences.tickUp
  return isSell(before.lastInference) ? inferences.tickDown : inferences.none
}

/** Exact: a rounded product exceeds 2^53 and thus the other number. */
function compareUnits(left: number, leftScale: number, right: number, rightScale: number): number {
  if (leftScale === rightScale) return left - right
  return leftScale < rightScale
    ? left * powerOfTen(rightScale - leftScale) - right
    : left - right * powerOfTen(leftScale - rightScale)
}

const powerOfTen = (exponent: number) => powersOfTen[exponent] ?? 10 ** exponent
