import { canonical, type Decimal, divideDecimals } from '../../base/decimal'
import type { Book, Side } from '../book'
import { depthWithin } from './totals'
import { bestUnits, walk } from './walk'

export const sizeUnits = ['base', 'quote'] as const
/** Base: bought or sold. Quote: spent or received. */
export type SizeUnit = (typeof sizeUnits)[number]

/** The cost of taking a size at once from one side: asks for a buyer, bids for a seller. */
export interface SizeCost {
  /** Including a partly filled one. */
  readonly levels: number
  /** Whether the side has the size; otherwise the figures are those of the whole side. */
  readonly complete: boolean
  /** Filled, rounded down. */
  readonly size: Decimal
  /** In quote currency. */
  readonly cost: Decimal
  readonly worst: Decimal
  readonly average: Decimal
  /** Slippage of the average from the mid, in basis points and in quote currency; null without a mid. */
  readonly basisPoints: Decimal | null
  readonly slippage: Decimal | null
}

const basisPointDigits = 4
const fractionDigits = 8
/** Below one. */
const smallDigits = 12

/** Null if the side is empty or the size is not above zero. */
export function costOf(book: Book, side: Side, wanted: Decimal, unit: SizeUnit): SizeCost | null {
  const taken = wanted.units > 0n ? take(book, side, wanted, unit) : null
  if (!taken || taken.levels === 0) return null
  const { size, divisor, cost, sizeScale, levels, complete, worst } = taken
  const { priceScale } = book
  const costScale = sizeScale + priceScale
  const sizeDigits = Math.max(fractionDigits, sizeScale)
  const slip = slipOf(book, side, taken)
  return {
    levels,
    complete,
    size: canonical(divideDecimals({ units: size, scale: sizeScale }, whole(divisor), sizeDigits, 'down')),
    cost: money({ units: cost, scale: costScale }, 1n),
    worst: canonical({ units: worst, scale: priceScale }),
    average: canonical(
      divideDecimals({ units: cost * divisor, scale: priceScale }, whole(size), priceScale + 2)
    ),
    basisPoints:
      slip && canonical(divideDecimals(whole(slip.worse * 10_000n), whole(slip.value), basisPointDigits)),
    slippage: slip && money({ units: slip.worse, scale: costScale }, 2n * divisor)
  }
}

/** Whether the average is at least that far from the mid, or the side lacks the size; null without a mid. */
export function costsAtLeast(
  book: Book,
  side: Side,
  wanted: Decimal,
  unit: SizeUnit,
  basisPoints: Decimal
): boolean | null {
  const taken = take(book, side, wanted, unit)
  const slip = slipOf(book, side, taken)
  if (!slip) return null
  const limit = basisPoints.units * slip.value
  return !taken.complete || slip.worse * 10_000n * 10n ** BigInt(basisPoints.scale) >= limit
}

interface Taken {
  readonly levels: number
  readonly complete: boolean
  /** In price units. */
  readonly worst: bigint
  /** The size is `size` / `divisor` at `sizeScale`, because an amount of quote currency may end within a level. */
  readonly size: bigint
  readonly divisor: bigint
  readonly sizeScale: number
  /** At the scales of sizes and prices together. */
  readonly cost: bigint
}

function take(book: Book, side: Side, wanted: Decimal, unit: SizeUnit): Taken {
  const { priceScale, amountScale } = book
  const isBase = unit === 'base'
  const sizeScale = Math.max(amountScale, isBase ? wanted.scale : wanted.scale - priceScale)
  const finer = 10n ** BigInt(sizeScale - amountScale)
  let left = wanted.units * 10n ** BigInt(sizeScale + (isBase ? 0 : priceScale) - wanted.scale)
  let [levels, worst, size, cost] = [0, 0n, 0n, 0n]
  for (const { price, amount } of walk(book, side)) {
    const here = amount * finer
    const counted = isBase ? here : here * price
    levels += 1
    worst = price
    if (counted >= left) {
      const last = isBase
        ? { size: size + left, divisor: 1n, cost: cost + left * price }
        : { size: size * price + left, divisor: price, cost: cost + left }
      return { levels, worst, complete: true, sizeScale, ...last }
    }
    left -= counted
    size += here
    cost += here * price
  }
  return { levels, worst, complete: false, sizeScale, size, divisor: 1n, cost }
}

/** Everything twice and times the divisor, so that the mid and the size are whole. */
function slipOf(book: Book, side: Side, { size, divisor, cost }: Taken) {
  const bid = bestUnits(book, 'bids')
  const ask = bestUnits(book, 'asks')
  if (!bid || !ask || bid.price + ask.price <= 0n) return null
  const value = size * (bid.price + ask.price)
  const paid = 2n * divisor * cost
  return { value, worse: side === 'asks' ? paid - value : value - paid }
}

/** Smaller amounts need more digits. */
function money(sum: Decimal, divisor: bigint): Decimal {
  const isSmall = (sum.units < 0n ? -sum.units : sum.units) < divisor * 10n ** BigInt(sum.scale)
  const digits = isSmall ? Math.max(smallDigits, sum.scale + 1) : fractionDigits
  return canonical(divideDecimals(sum, whole(divisor), digits))
}

/** The value of what rests within basis points of the mid, in quote currency; null without a mid. */
export function valueWithin(book: Book, side: Side, basisPoints: number): Decimal | null {
  const total = depthWithin(book, side, { units: BigInt(basisPoints), scale: 2 })
  return total && money(total.cost, 1n)
}

const whole = (units: bigint): Decimal => ({ units, scale: 0 })
