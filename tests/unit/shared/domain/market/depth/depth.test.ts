import { describe, expect, it } from 'vitest'
import {
  canonical,
  compareDecimals,
  type Decimal,
  formatDecimal,
  parseDecimal
} from '#shared/domain/base/decimal'
import { Book, type Side } from '#shared/domain/market/book/index'
import { bestPrices } from '#shared/domain/market/best-prices'
import * as depth from '#shared/domain/market/depth/index'
import { sides } from '../expect-book'
import { typical, Feed, type Habits } from '../feed'
import { OracleBook, oracleScale, oracleUnits } from '../oracle'
import { floorOf, ratioOf, type Rational } from './rational'

const one = 10n ** BigInt(oracleScale)

const rational = (value: Decimal): Rational => ({ over: value.units, under: 10n ** BigInt(value.scale) })

/** The nearest decimal, half away from zero, without trailing zeros. */
function expectNearest(found: Decimal | null, wanted: Rational | null, digits: number, what: string): void {
  if (!wanted || !found) {
    expect(found, what).toBe(wanted)
    return
  }
  const scaled = ratioOf(wanted.over * 10n ** BigInt(digits), wanted.under)
  const negative = scaled.over < 0n
  const size = floorOf(
    ratioOf((negative ? -scaled.over : scaled.over) * 2n + scaled.under, scaled.under * 2n)
  )
  const expected = formatDecimal({ units: negative ? -size : size, scale: digits })
  const text = expected.includes('.') ? expected.replace(/0+$/, '').replace(/\.$/, '') : expected
  expect(formatDecimal(found), what).toBe(text === '-0' ? '0' : text)
}

function expectExactly(found: Decimal | null, wanted: Rational | null, what: string): void {
  if (!wanted || !found) {
    expect(found, what).toBe(wanted)
    return
  }
  const value = rational(found)
  expect(value.over * wanted.under, what).toBe(wanted.over * value.under)
  expect(found.scale === 0 || found.units % 10n !== 0n, `${what} is canonical`).toBe(true)
}

const decimal = (text: string) => parseDecimal(text)!

const markets: readonly Habits[] = [
  { ...typical, depth: 1, snapshots: 100 },
  { ...typical, depth: 60, spacing: 20, strays: 20, padded: 200 },
  { ...typical, depth: 300, tick: 50n, padded: 100 },
  { ...typical, depth: 40, long: 100, finer: 30 },
  { ...typical, depth: 80, price: 1_234n, priceScale: 8, amountScale: 2, amountDigits: 15 }
]

/** Including one-sided and empty books. */
function atMoments(moments: number, check: (book: Book, oracle: OracleBook, turn: number) => void): void {
  for (const [index, habits] of markets.entries()) {
    const feed = new Feed(habits, 77 + index)
    const book = new Book()
    const oracle = new OracleBook()
    for (let turn = 0; turn < moments; turn += 1) {
      if (turn > 0) {
        const said = turn === 3 || turn % 40 === 0 ? feed.snapshot() : feed.next()
        oracle.apply(said)
        if (said.snapshot) book.replaceExact(said)
        else book.updateExact(said)
      }
      check(book, oracle, turn)
    }
  }
}

describe('book figures', () => {
  it('match exact fractions', () => {
    let present = 0
    atMoments(100, (book, oracle) => {
      const bid = oracle.bids.best
      const ask = oracle.asks.best
      const both = bid && ask ? { bid, ask, sum: bid.price + ask.price } : null
      if (both) present += 1
      const best = bestPrices(book)
      expectExactly(
        best && canonical(best.spread),
        both && ratioOf(both.ask.price - both.bid.price, one),
        'spread'
      )
      expectExactly(best?.mid ?? null, both && ratioOf(both.sum, 2n * one), 'mid')
      for (const digits of [0, 2, 7]) {
        const points = both && ratioOf((both.ask.price - both.bid.price) * 20_000n, both.sum)
        const shown = best?.basisPoints(digits) ?? null
        expectNearest(shown && canonical(shown), points, digits, 'basis points')
      }
      for (const levels of [0, 1, 5, 64]) {
        const size = (side: Side) =>
          oracle[side].levels(levels).reduce((sum, level) => sum + level.amount, 0n)
        const all = size('bids') + size('asks')
        const wanted = all === 0n ? null : ratioOf(size('bids') - size('asks'), all)
        expectNearest(depth.imbalance(book, levels, 5), wanted, 5, 'imbalance')
        const quick = depth.quickImbalance(book, levels)
        if (!wanted || book.wide) expect(quick).toBeNaN()
        else if (!Number.isNaN(quick)) {
          const exact = Number((wanted.over * 10n ** 12n) / wanted.under) / 1e12
          expect(Math.abs(quick - exact)).toBeLessThan(1e-11)
        }
      }
    })
    expect(present).toBeGreaterThan(400)
  })

  it('include levels within a percentage', () => {
    atMoments(25, (book, oracle) => {
      for (const side of sides) {
        for (const max of [0, 1, 7, 1e9]) {
          const taken = oracle[side].levels(max)
          const total = depth.depthOfLevels(book, side, max)
          expect(total.levels).toBe(taken.length)
          expectTotals(total, taken, 'depth of levels')
          const rows = depth.cumulative(book, side, max)
          expect(rows.length).toBe(taken.length)
          for (const [index, row] of rows.entries()) {
            if (index > 20 && index < rows.length - 1) continue
            expect(oracleUnits(row.price)).toBe(taken[index]!.price)
            expect(oracleUnits(row.amount)).toBe(taken[index]!.amount)
            expectTotals(row, taken.slice(0, index + 1), 'cumulative')
          }
        }
        const bid = oracle.bids.best
        const ask = oracle.asks.best
        for (const percent of ['0', '0.003', '0.5', '2', '100']) {
          const found = depth.depthWithin(book, side, decimal(percent))
          if (!bid || !ask) {
            expect(found).toBeNull()
            continue
          }
          // price against mid * (1 +- percent / 100), both sides times 2 * 100 * 1000.
          const share = BigInt(Math.round(Number(percent) * 1000))
          const edge = (bid.price + ask.price) * (side === 'bids' ? 100_000n - share : 100_000n + share)
          const within = oracle[side]
            .levels()
            .filter(({ price }) => (side === 'bids' ? price * 200_000n >= edge : price * 200_000n <= edge))
          expect(found!.levels).toBe(within.length)
          expectTotals(found!, within, `within ${percent}`)
        }
      }
    })
  })

  it('include a level on the edge', () => {
    const book = new Book()
    const level = (price: string) => ({ price: decimal(price), amount: decimal('1') })
    book.replaceExact({
      kind: 'book',
      market: 'M',
      snapshot: true,
      time: 0n,
      bids: ['99.9', '99', '98.99'].map(level),
      asks: ['100.1', '101', '101.01'].map(level)
    })
    expect(depth.depthWithin(book, 'bids', decimal('1'))!.levels).toBe(2)
    expect(depth.depthWithin(book, 'asks', decimal('1'))!.levels).toBe(2)
  })
})

function expectTotals(
  found: { size: Decimal; cost: Decimal },
  levels: readonly { price: bigint; amount: bigint }[],
  what: string
): void {
  const size = levels.reduce((sum, level) => sum + level.amount, 0n)
  const cost = levels.reduce((sum, level) => sum + level.amount * level.price, 0n)
  expectExactly(found.size, ratioOf(size, one), `${what}: size`)
  expectExactly(found.cost, ratioOf(cost, one * one), `${what}: cost`)
}

describe('grouping', () => {
  const ticks = ['0.01', '0.03', '0.5', '1', '7', '10', '25', '1000', '0.000000001', '100000000']

  it('never groups into better prices, and matches the drawing', () => {
    let drawn = 0
    atMoments(15, (book, oracle) => {
      for (const side of sides) {
        for (const text of ticks) {
          const tick = decimal(text)
          const wanted = groupedByFractions(oracle, side, oracleUnits(tick))
          const rows = depth.group(book, side, tick, Infinity)
          expect(rows.map(({ price }) => oracleUnits(price))).toEqual(wanted.map(({ price }) => price))
          expect(rows.map(({ amount }) => oracleUnits(amount))).toEqual(wanted.map(({ amount }) => amount))
          let seen: { price: bigint; amount: bigint }[] = []
          for (const [index, row] of rows.entries()) {
            seen = [...seen, ...wanted[index]!.levels]
            if (index < 5 || index === rows.length - 1) expectTotals(row, seen, 'grouped')
          }
          expect(depth.group(book, side, tick, 3)).toEqual(rows.slice(0, 3))
          if (expectDrawn(book, side, tick, rows)) drawn += 1
        }
      }
    })
    expect(drawn).toBeGreaterThan(600)
  })

  it('reports sums that are too long, and still groups', () => {
    const book = new Book()
    const level = (price: string, amount: string) => ({ price: decimal(price), amount: decimal(amount) })
    book.replaceExact({
      kind: 'book',
      market: 'M',
      snapshot: true,
      time: 0n,
      bids: [level('2', '9007199254740990'), level('1', '1')],
      asks: [level('3', '9007199254740990'), level('4', '2')]
    })
    const rows = room(4)
    expect(book.wide).toBe(false)
    expect(depth.readRows(book, 'bids', 1, 4, rows)).toBe(2)
    expect(depth.readRows(book, 'asks', 1, 1, rows)).toBe(1)
    expect(depth.readRows(book, 'asks', 1, 4, rows)).toBe(depth.tooLong)
    expect(depth.quickImbalance(book, 2)).toBeNaN()
    const grouped = depth.group(book, 'asks', decimal('10'), 4)
    expect(formatDecimal(grouped[0]!.amount)).toBe('9007199254740992')
  })

  it('refuses ticks of zero and below', () => {
    const book = new Book()
    expect(() => depth.group(book, 'bids', decimal('0.0'), 1)).toThrow(RangeError)
    expect(depth.tickUnits(book, decimal('0'))).toBeNaN()
    expect(depth.tickUnits(book, decimal('-1'))).toBeNaN()
  })
})

const room = (count: number) => ({
  prices: new Float64Array(count),
  amounts: new Float64Array(count),
  sums: new Float64Array(count)
})

function groupedByFractions(oracle: OracleBook, side: Side, tick: bigint) {
  const rows: { price: bigint; amount: bigint; levels: { price: bigint; amount: bigint }[] }[] = []
  for (const level of oracle[side].levels()) {
    const below = floorOf(ratioOf(level.price, tick)) * tick
    const price = side === 'bids' || below === level.price ? below : below + tick
    const last = rows.at(-1)
    if (last?.price === price) {
      last.amount += level.amount
      last.levels.push(level)
    } else rows.push({ price, amount: level.amount, levels: [level] })
  }
  return rows
}

function expectDrawn(book: Book, side: Side, tick: Decimal, wanted: depth.CumulativeLevel[]): boolean {
  const units = depth.tickUnits(book, tick)
  if (Number.isNaN(units)) return false
  const rows = room(wanted.length + 1)
  const count = depth.readRows(book, side, units, wanted.length + 1, rows)
  if (book.wide) {
    expect(count).toBe(depth.tooLong)
    return false
  }
  if (count === depth.tooLong) {
    const sum = wanted.at(-1)!.size
    const longest = { units: BigInt(Number.MAX_SAFE_INTEGER), scale: book.amountScale }
    expect(compareDecimals(sum, longest)).toBe(1)
    return false
  }
  const text = (value: number, scale: number) => oracleUnits({ units: BigInt(value), scale })
  expect(count).toBe(wanted.length)
  expect(wanted.map(({ price }) => oracleUnits(price))).toEqual(
    Array.from(rows.prices.subarray(0, count), (value) => text(value, book.priceScale))
  )
  expect(wanted.map(({ amount }) => oracleUnits(amount))).toEqual(
    Array.from(rows.amounts.subarray(0, count), (value) => text(value, book.amountScale))
  )
  expect(wanted.map(({ size }) => oracleUnits(size))).toEqual(
    Array.from(rows.sums.subarray(0, count), (value) => text(value, book.amountScale))
  )
  return true
}
