import { describe, expect, it } from 'vitest'
import { formatDecimal, parseDecimal, type Decimal } from '#shared/domain/base/decimal'
import { Book } from '#shared/domain/market/book/index'
import { costOf, sizeUnits, type SizeUnit } from '#shared/domain/market/depth/index'
import { sides } from '../expect-book'
import { Feed, typical, type Habits } from '../feed'
import { OracleBook, oracleScale, type OracleLevel } from '../oracle'
import { expectCost } from './cost-oracle'

const one = 10n ** BigInt(oracleScale)
const decimal = (text: string) => parseDecimal(text)!

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
          for (const wanted of [...sizes, ...edges]) {
            const sides = { bids: oracle.bids.levels(), asks: oracle.asks.levels() }
            expectCost(costOf(book, side, wanted, unit), sides, side, { wanted, unit }, book)
          }
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
