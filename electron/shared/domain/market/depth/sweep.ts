import { canonical, type Decimal, divideDecimals, divideUnits } from '../../base/decimal'
import type { Book, Side } from '../book'
import { walk } from './walk'

/** The result of sweeping a side: asks for a buyer, bids for a seller. */
export interface Sweep {
  readonly size: Decimal
  /** In quote currency. */
  readonly cost: Decimal
  /** The unfilled size or quote amount. */
  readonly remaining: Decimal
  /** Including a partly filled one. */
  readonly levels: number
  /** The worst price. */
  readonly reach: Decimal | null
  readonly average: Decimal | null
  /** Slippage from the reference in basis points; negative if better. */
  readonly slip: Decimal | null
}

export interface SweepOptions {
  /** The reference of the slippage; the best price by default. */
  readonly reference?: Decimal
  /** Fraction digits of the average. */
  readonly averageDigits?: number
  readonly slipDigits?: number
  /** Fraction digits of the size, which is rounded down. */
  readonly sizeDigits?: number
}

/** Up to a size. */
export function sweepSize(book: Book, side: Side, wanted: Decimal, options: SweepOptions = {}): Sweep {
  const taken = new Taken(book, side, Math.max(book.amountScale, wanted.scale))
  let left = wanted.units * 10n ** BigInt(taken.sizeScale - wanted.scale)
  for (const { price, amount } of walk(book, side)) {
    if (left <= 0n) break
    const here = amount * taken.finer
    const size = here < left ? here : left
    taken.take(price, size)
    left -= size
  }
  return taken.result({ units: left, scale: taken.sizeScale }, options)
}

/** Up to an amount of quote currency spent or received. */
export function sweepCost(book: Book, side: Side, quote: Decimal, options: SweepOptions = {}): Sweep {
  const { sizeDigits = Math.max(8, book.amountScale) } = options
  const taken = new Taken(book, side, Math.max(book.amountScale, sizeDigits))
  const scale = Math.max(taken.costScale, quote.scale)
  const finer = 10n ** BigInt(scale - taken.costScale)
  const grain = 10n ** BigInt(taken.sizeScale - sizeDigits)
  let left = quote.units * 10n ** BigInt(scale - quote.scale)
  for (const { price, amount } of walk(book, side)) {
    if (left <= 0n) break
    const here = amount * taken.finer
    if (here * price * finer <= left) {
      taken.take(price, here)
      left -= here * price * finer
      continue
    }
    const size = divideUnits(left, price * finer * grain, 'down') * grain
    if (size > 0n) taken.take(price, size)
    left -= size * price * finer
    break
  }
  return taken.result({ units: left, scale }, options)
}

class Taken {
  readonly sizeScale: number
  readonly costScale: number
  /** The scale factor of size units. */
  readonly finer: bigint
  #size = 0n
  #cost = 0n
  #levels = 0
  #reach: bigint | null = null
  readonly #priceScale: number
  readonly #best: Decimal | null

  constructor(
    book: Book,
    readonly side: Side,
    sizeScale: number
  ) {
    this.sizeScale = sizeScale
    this.costScale = book.priceScale + sizeScale
    this.finer = 10n ** BigInt(sizeScale - book.amountScale)
    this.#priceScale = book.priceScale
    this.#best = book.best(side)?.price ?? null
  }

  take(price: bigint, size: bigint): void {
    this.#size += size
    this.#cost += price * size
    this.#levels += 1
    this.#reach = price
  }

  result(remaining: Decimal, { reference, averageDigits = 8, slipDigits = 2 }: SweepOptions): Sweep {
    const size = { units: this.#size, scale: this.sizeScale }
    const cost = { units: this.#cost, scale: this.costScale }
    const from = reference ?? this.#best
    return {
      size: canonical(size),
      cost: canonical(cost),
      remaining: canonical(remaining),
      levels: this.#levels,
      reach: this.#reach === null ? null : canonical({ units: this.#reach, scale: this.#priceScale }),
      average: size.units === 0n ? null : canonical(divideDecimals(cost, size, averageDigits)),
      slip: from && this.#slip(size, cost, from, slipDigits)
    }
  }

  /** From the exact average: (cost - size * from) / (size * from). */
  #slip(size: Decimal, cost: Decimal, from: Decimal, digits: number): Decimal | null {
    if (size.units === 0n || from.units <= 0n) return null
    const scale = Math.max(cost.scale, size.scale + from.scale)
    const base = size.units * from.units * 10n ** BigInt(scale - size.scale - from.scale)
    const paid = cost.units * 10n ** BigInt(scale - cost.scale)
    const worse = this.side === 'asks' ? paid - base : base - paid
    return canonical(divideDecimals({ units: worse * 10_000n, scale: 0 }, { units: base, scale: 0 }, digits))
  }
}
