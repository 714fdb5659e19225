import { describe, expect, it } from 'vitest'
import { formatDecimal, parseDecimal, type Decimal } from '#shared/domain/base/decimal'
import { Book } from '#shared/domain/market/book/index'
import { costOf, sizeUnits, type SizeCost, type SizeUnit } from '#shared/domain/market/depth/index'
import { sides } from '../expect-book'
import { Feed, typical, type Habits } from '../feed'
import { OracleBook, oracleScale, oracleUnits, type OracleLevel } from '../oracle'

const one = 10n ** BigInt(oracleScale)
const decimal = (text: string) => parseDecimal(text)!

/** An exact fraction. */
type Fraction = readonly [over: bigint, under: bigint]

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
function truthOf(levels: readonly OracleLevel[], wanted: Fraction, unit: SizeUnit) {
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

function expectCost(book: Book, oracle: OracleBook, side: 'bids' | 'asks', wanted: Decimal, unit: SizeUnit) {
  const found = costOf(book, side, wanted, unit)
  const levels = oracle[side].levels()
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
  expectSlippage(found!, truth, oracle, side, finest)
}

function expectSlippage(
  { basisPoints, slippage }: SizeCost,
  { size, cost }: { size: Fraction; cost: Fraction },
  { bids, asks }: OracleBook,
  side: 'bids' | 'asks',
  finest: number
) {
  if (!bids.best || !asks.best) return expect([basisPoints, slippage]).toEqual([null, null])
  const mid: Fraction = [bids.best.price + asks.best.price, 2n * one]
  const value = times(size, mid)
  const worse = side === 'asks' ? minus(cost, value) : minus(value, cost)
  expectClose(basisPoints!, times(by(worse, value), [10_000n, 1n]), 4, 'basis points')
  expectClose(slippage!, worse, moneyDigits(worse, finest), 'slippage')
}

const markets: readonly Habits[] = [
  { ...typical, depth: 2 },
  { ...typical, depth: 300, spacing: 30, padded: 100, strays: 10 },
  { ...typical, depth: 30, long: 200, finer: 30 },
  { ...typical, depth: 80, price: 1_234n, priceScale: 8, amountScale: 2, amountDigits: 12 },
  // Prices beyond 2^53, amounts with 18 decimals.
  {
    ...typical,
    depth: 20,
    price: 9_007_199_254_740_993_000n,
    priceScale: 18,
    amountScale: 18,
    amountDigits: 22
  }
]

function atMoments(moments: number, check: (book: Book, oracle: OracleBook) => void): void {
  for (const [index, habits] of markets.entries()) {
    const feed = new Feed(habits, 500 + index)
    const book = new Book()
    const oracle = new OracleBook()
    check(book, oracle)
    for (let turn = 0; turn < moments; turn += 1) {
      const said = turn === 2 || turn % 30 === 29 ? feed.snapshot() : feed.next()
      oracle.apply(said)
      if (said.snapshot) book.replaceExact(said)
      else book.updateExact(said)
      check(book, oracle)
    }
  }
}

/** The size of the first levels, and a little less and more. */
function edgesOf(levels: readonly OracleLevel[], unit: SizeUnit): readonly Decimal[] {
  const first = levels.slice(0, 3)
  const edge = first.reduce(
    (sum, { price, amount }) => sum + (unit === 'base' ? amount * one : price * amount),
    0n
  )
  const smallest = 10n ** BigInt(2 * oracleScale - 40)
  return first.length === 0
    ? []
    : [edge - smallest, edge, edge + smallest].map((units) => ({ units: units / smallest, scale: 40 }))
}

describe('the cost of a size', () => {
  it('is what the levels give, in exact fractions', () => {
    const sizes = ['0', '0.000000000000000001', '0.5', '3.25', '170', '100000', '98765432109876543210'].map(
      decimal
    )
    atMoments(20, (book, oracle) => {
      for (const side of sides) {
        for (const unit of sizeUnits) {
          const edges = edgesOf(oracle[side].levels(), unit)
          for (const wanted of [...sizes, ...edges]) expectCost(book, oracle, side, wanted, unit)
        }
      }
    })
  })

  it('matches a manual calculation', () => {
    const level = ([price, amount]: readonly [string, string]) => ({
      price: decimal(price),
      amount: decimal(amount)
    })
    const book = new Book()
    book.replaceExact({
      kind: 'book',
      market: 'M',
      snapshot: true,
      time: 0n,
      bids: (
        [
          ['99', '1.00'],
          ['98', '3']
        ] as const
      ).map(level),
      asks: (
        [
          ['101', '1'],
          ['102.0', '1'],
          ['110', '10']
        ] as const
      ).map(level)
    })
    const text = (side: 'bids' | 'asks', size: string, unit: SizeUnit) => {
      const found = costOf(book, side, decimal(size), unit)!
      const figures = [
        found.size,
        found.cost,
        found.worst,
        found.average,
        found.basisPoints!,
        found.slippage!
      ]
      return `${figures.map(formatDecimal).join(' ')} ${found.levels} ${found.complete}`
    }
    // The mid is 100.
    expect(text('asks', '2', 'base')).toBe('2 203 102 101.5 150 3 2 true')
    expect(text('asks', '203', 'quote')).toBe('2 203 102 101.5 150 3 2 true')
    expect(text('asks', '258', 'quote')).toBe('2.5 258 110 103.2 320 8 3 true')
    expect(text('bids', '5', 'base')).toBe('4 393 98 98.25 175 7 2 false')
  })
})
