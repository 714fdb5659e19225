import { expect } from 'vitest'
import type { Decimal } from '#shared/domain/base/decimal'
import type { Book, Side } from '#shared/domain/market/book/index'
import type { SizeCost, SizeUnit } from '#shared/domain/market/depth/index'
import { oracleScale, oracleUnits, type OracleLevel } from '../oracle'

const one = 10n ** BigInt(oracleScale)

/** An exact fraction. */
export type Fraction = readonly [over: bigint, under: bigint]

const add = ([a, b]: Fraction, [c, d]: Fraction): Fraction => (b === d ? [a + c, b] : [a * d + c * b, b * d])
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * c, b * d]
const by = ([a, b]: Fraction, [c, d]: Fraction): Fraction => (c < 0n ? [-a * d, -b * c] : [a * d, b * c])
const minus = (a: Fraction, [c, d]: Fraction) => add(a, [-c, d])
const compare = (a: Fraction, b: Fraction) => {
  const [over] = minus(a, b)
  return over < 0n ? -1 : over > 0n ? 1 : 0
}
const fractionOf = ({ units, scale }: Decimal): Fraction => [units, 10n ** BigInt(scale)]
const zero: Fraction = [0n, 1n]

/** One level after the other, with fractions. */
export function truthOf(levels: readonly OracleLevel[], wanted: Fraction, unit: SizeUnit) {
  let [size, cost, left] = [zero, zero, wanted]
  let count = 0
  for (const level of levels) {
    const price: Fraction = [level.price, one]
    const all: Fraction = [level.amount, one]
    const needed = unit === 'base' ? left : by(left, price)
    const taken = compare(all, needed) < 0 ? all : needed
    count += 1
    size = add(size, taken)
    cost = add(cost, times(taken, price))
    left = minus(left, unit === 'base' ? taken : times(taken, price))
    if (compare(left, zero) <= 0) break
  }
  return { size, cost, count, complete: compare(left, zero) <= 0 }
}

function expectClose(found: Decimal, [over, under]: Fraction, digits: number, name: string): void {
  const [difference, divisor] = minus(fractionOf(found), [over, under])
  const away = difference < 0n ? -difference : difference
  expect(away * 2n * 10n ** BigInt(digits) <= divisor, name).toBe(true)
}

/** Eight digits; below one as many as the book and the size have, twelve at least. */
const moneyDigits = ([over, under]: Fraction, scale: number) =>
  (over < 0n ? -over : over) < under ? Math.max(12, scale) : 8

/** Within half of the last digit of exact fractions, which are computed one level after the other. */
export function expectCost(
  found: SizeCost | null,
  sides: Readonly<Record<Side, readonly OracleLevel[]>>,
  side: Side,
  { wanted, unit }: { readonly wanted: Decimal; readonly unit: SizeUnit },
  book: Pick<Book, 'priceScale' | 'amountScale'>
): void {
  const levels = sides[side]
  if (levels.length === 0 || wanted.units === 0n) return expect(found).toBeNull()
  const truth = truthOf(levels, fractionOf(wanted), unit)
  const { size, complete, levels: count, worst } = found!
  expect([count, complete]).toEqual([truth.count, truth.complete])
  expect(oracleUnits(worst)).toBe(levels[truth.count - 1]!.price)
  const finest =
    Math.max(book.amountScale + book.priceScale, wanted.scale + (unit === 'base' ? book.priceScale : 0)) + 1
  // Rounded down to the digits of book and size, eight at least.
  const below = minus(truth.size, fractionOf(size))
  expect(compare(below, zero)).toBeGreaterThanOrEqual(0)
  expect(compare(below, [1n, 10n ** BigInt(Math.max(8, book.amountScale))])).toBe(-1)
  const digits = moneyDigits(truth.cost, finest)
  expectClose(found!.cost, truth.cost, digits, 'cost')
  expectClose(found!.average, by(truth.cost, truth.size), book.priceScale + 2, 'average')
  expectSlippage(found!, truth, sides, side, finest)
}

function expectSlippage(
  { basisPoints, slippage }: SizeCost,
  { size, cost }: { size: Fraction; cost: Fraction },
  { bids, asks }: Readonly<Record<Side, readonly OracleLevel[]>>,
  side: Side,
  finest: number
) {
  if (!bids[0] || !asks[0]) return expect([basisPoints, slippage]).toEqual([null, null])
  const mid: Fraction = [bids[0].price + asks[0].price, 2n * one]
  const value = times(size, mid)
  const worse = side === 'asks' ? minus(cost, value) : minus(value, cost)
  expectClose(basisPoints!, times(by(worse, value), [10_000n, 1n]), 4, 'basis points')
  expectClose(slippage!, worse, moneyDigits(worse, finest), 'slippage')
}
