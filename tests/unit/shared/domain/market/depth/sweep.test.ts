import { describe, expect, it } from 'vitest'
import { formatDecimal, parseDecimal, type Decimal } from '#shared/domain/base/decimal'
import { Book, type Side } from '#shared/domain/market/book/index'
import { type Sweep, sweepCost, sweepSize } from '#shared/domain/market/depth/index'
import { sides } from '../expect-book'
import { typical, Feed, type Habits } from '../feed'
import { OracleBook, type OracleLevel, oracleScale, oracleUnits } from '../oracle'
import { floorOf, ratioOf } from './rational'

const one = 10n ** BigInt(oracleScale)
const decimal = (text: string) => parseDecimal(text)!

function takeSize(levels: readonly OracleLevel[], wanted: bigint): OracleLevel[] {
  const taken: OracleLevel[] = []
  let left = wanted
  for (const { price, amount } of levels) {
    if (left <= 0n) break
    taken.push({ price, amount: amount < left ? amount : left })
    left -= amount
  }
  return taken
}

/** The last level is rounded down. */
function takeCost(levels: readonly OracleLevel[], quote: bigint, digits: number): OracleLevel[] {
  const taken: OracleLevel[] = []
  const grain = 10n ** BigInt(oracleScale - digits)
  let left = quote * one
  for (const { price, amount } of levels) {
    if (left <= 0n) break
    const size = amount * price <= left ? amount : floorOf(ratioOf(left, price * grain)) * grain
    if (size > 0n) taken.push({ price, amount: size })
    if (size < amount) break
    left -= amount * price
  }
  return taken
}

const costOf = (levels: readonly OracleLevel[]) =>
  levels.reduce((sum, { price, amount }) => sum + price * amount, 0n)
const sizeOf = (levels: readonly OracleLevel[]) => levels.reduce((sum, { amount }) => sum + amount, 0n)

function expectTaken(found: Sweep, side: Side, taken: OracleLevel[], reference: bigint | undefined): void {
  const size = sizeOf(taken)
  const cost = costOf(taken)
  expect(oracleUnits(found.size)).toBe(size)
  expect(oracleUnits(found.cost) * one).toBe(cost)
  expect(found.levels).toBe(taken.length)
  expect(found.reach && oracleUnits(found.reach)).toBe(taken.at(-1)?.price ?? null)
  if (size === 0n) {
    expect(found.average).toBeNull()
    expect(found.slip).toBeNull()
    return
  }
  expectWithinHalf(found.average!, cost, size * one, 8)
  const from = reference ?? taken[0]!.price
  const worse = (cost - from * size) * (side === 'asks' ? 1n : -1n)
  expectWithinHalf(found.slip!, worse * 10_000n, from * size, 2)
  if (reference === undefined) expect(found.slip!.units >= 0n).toBe(true)
}

/** Within half of the last digit. */
function expectWithinHalf(found: Decimal, over: bigint, under: bigint, digits: number): void {
  expect(found.scale).toBeLessThanOrEqual(digits)
  const away = found.units * under * 10n ** BigInt(digits - found.scale) - over * 10n ** BigInt(digits)
  expect((away < 0n ? -away : away) * 2n <= under).toBe(true)
}

const markets: readonly Habits[] = [
  { ...typical, depth: 2 },
  { ...typical, depth: 300, spacing: 30, padded: 100, strays: 10 },
  { ...typical, depth: 30, long: 200, finer: 30 },
  { ...typical, depth: 80, price: 1_234n, priceScale: 8, amountScale: 2, amountDigits: 12 }
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

describe('sweeping a book', () => {
  it('takes a size and reports the rest', () => {
    atMoments(20, (book, oracle) => {
      for (const side of sides) {
        const levels = oracle[side].levels()
        for (const text of ['0', '0.000000000000001', '0.5', '3.25', '170', '98765432109876543210']) {
          const wanted = decimal(text)
          const taken = takeSize(levels, oracleUnits(wanted))
          const found = sweepSize(book, side, wanted)
          expectTaken(found, side, taken, undefined)
          expect(oracleUnits(found.remaining)).toBe(oracleUnits(wanted) - sizeOf(taken))
        }
        const whole = sizeOf(levels)
        const all = sweepSize(book, side, { units: whole, scale: oracleScale })
        expect(all.levels).toBe(levels.length)
        expect(all.remaining.units).toBe(0n)
      }
    })
  })

  it('never spends more than the amount', () => {
    atMoments(20, (book, oracle) => {
      for (const side of sides) {
        const levels = oracle[side].levels()
        for (const text of [
          '0',
          '0.00000001',
          '12.34',
          '100000',
          '7654321.123456789',
          '2' + '0'.repeat(30)
        ]) {
          for (const sizeDigits of [0, 3, 20]) {
            const quote = decimal(text)
            const taken = takeCost(levels, oracleUnits(quote), sizeDigits)
            const found = sweepCost(book, side, quote, { sizeDigits })
            expectTaken(found, side, taken, undefined)
            expect(oracleUnits(found.remaining) * one).toBe(oracleUnits(quote) * one - costOf(taken))
            expect(found.remaining.units >= 0n).toBe(true)
          }
        }
      }
    })
  })

  it('measures slippage from the reference', () => {
    atMoments(20, (book, oracle) => {
      const reference = decimal('64253.17')
      for (const side of sides) {
        const taken = takeSize(oracle[side].levels(), oracleUnits(decimal('20')))
        expectTaken(sweepSize(book, side, decimal('20'), { reference }), side, taken, oracleUnits(reference))
      }
    })
  })

  it('matches a manual calculation', () => {
    const level = ([price, amount]: [string, string]) => ({ price: decimal(price), amount: decimal(amount) })
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
        ] as [string, string][]
      ).map(level),
      asks: (
        [
          ['100', '1'],
          ['101.0', '1'],
          ['110', '10']
        ] as [string, string][]
      ).map(level)
    })
    const text = ({ size, cost, remaining, levels, reach, average, slip }: Sweep) =>
      [size, cost, remaining, reach, average, slip].map((value) => value && formatDecimal(value)).join(' ') +
      ` ${levels}`
    expect(text(sweepSize(book, 'asks', decimal('3')))).toBe('3 311 0 110 103.66666667 366.67 3')
    expect(text(sweepSize(book, 'bids', decimal('5')))).toBe('4 393 1 98 98.25 75.76 2')
    expect(text(sweepCost(book, 'asks', decimal('256')))).toBe('2.5 256 0 110 102.4 240 3')
    expect(text(sweepCost(book, 'asks', decimal('100'), { sizeDigits: 0 }))).toBe('1 100 0 100 100 0 1')
    expect(text(sweepCost(book, 'asks', decimal('150'), { sizeDigits: 0 }))).toBe('1 100 50 100 100 0 1')
  })
})
