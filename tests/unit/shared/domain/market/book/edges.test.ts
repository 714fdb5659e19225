import { describe, expect, it } from 'vitest'
import { formatDecimal, parseDecimal } from '#shared/domain/base/decimal'
import { Book } from '#shared/domain/market/book/index'
import type { Level } from '#shared/domain/market/messages'
import { packMessage } from '#shared/domain/market/pack'
import { PackedMessage } from '#shared/domain/market/packed'
import { expectSameBook, sides } from '../expect-book'
import { OracleBook } from '../oracle'

type Pair = readonly [price: string, amount: string]

const levelOf = ([price, amount]: Pair): Level => ({
  price: parseDecimal(price)!,
  amount: parseDecimal(amount)!
})

/** A book and its oracle. */
class Both {
  readonly book = new Book()
  readonly oracle = new OracleBook()
  readonly #message = new PackedMessage()

  apply(snapshot: boolean, bids: readonly Pair[], asks: readonly Pair[]): void {
    const said = {
      kind: 'book' as const,
      market: 'M',
      snapshot,
      time: 0n,
      bids: bids.map(levelOf),
      asks: asks.map(levelOf)
    }
    this.oracle.apply(said)
    const packed = packMessage(said, 0, this.#message)
    if (snapshot) {
      if (packed) this.book.replace(this.#message)
      else this.book.replaceExact(said)
    } else if (packed) this.book.update(this.#message)
    else this.book.updateExact(said)
  }

  check(what: string): void {
    expectSameBook(this.book, this.oracle, what)
  }
}

describe('book edges', () => {
  it.each([1, 5, 50])('keeps every price of a moving market in steps of %i', (step) => {
    const both = new Both()
    const middle = 1_000_000
    const at = (ticks: number) => ((middle + ticks * step) / 100).toFixed(2)
    const start = Array.from({ length: 10 }, (_, index) => index + 1)
    both.apply(
      true,
      start.map((ticks) => [at(-ticks), '1'] as const),
      start.map((ticks) => [at(ticks), '1'] as const)
    )
    for (let ticks = 0; ticks < 2500; ticks += 1) {
      both.apply(false, [[at(-ticks), '2']], [[at(ticks), `${ticks + 1}`]])
      if (ticks % 1000 === 0) both.check(`${ticks} ticks away`)
    }
    both.check('outwards')
    for (let ticks = 0; ticks < 2500; ticks += 1) {
      both.apply(false, [[at(ticks), '3']], [[at(-ticks), '3']])
      if (ticks % 1000 === 0) both.check(`${ticks} ticks across`)
    }
    both.check('inwards')
    for (let ticks = -4000; ticks < 2500; ticks += 1)
      both.apply(false, [[at(ticks), '0']], [[at(ticks), '0.0']])
    both.check('all taken away')
    expect(both.book.count('bids') + both.book.count('asks')).toBe(0)
  })

  it('holds numbers up to 2^53 - 1 as doubles, and longer ones exactly', () => {
    const longest = '9007199254740991'
    const both = new Both()
    both.apply(true, [[longest, longest]], [['1', longest]])
    expect(both.book.wide).toBe(false)
    both.check('the longest')
    for (let step = 0; step < 200; step += 1) {
      both.apply(
        false,
        [[`${9007199254740991n - BigInt(step)}`, '7']],
        [[`${step * 45_035_996_273_704}`, '1']]
      )
    }
    both.check('beside the longest')
    both.apply(false, [['9007199254740992', '1']], [])
    expect(both.book.wide).toBe(true)
    expect([both.book.bestBidUnits, both.book.bestAskUnits]).toEqual([NaN, NaN])
    both.check('one more')
    both.apply(false, [['9007199254740992', '0']], [['2.5', '1']])
    both.check('wide and finer')
    both.apply(true, [['2', '1.5']], [])
    expect(both.book.wide).toBe(false)
    both.check('come back')
  })

  it('distinguishes prices that doubles round', () => {
    const both = new Both()
    const round: Pair[] = Array.from({ length: 70 }, (_, index) => [`${200 + index * 10}0000000000000`, '1'])
    both.apply(true, [], round)
    for (const [price] of round) both.apply(false, [], [[`${BigInt(price) + 1n}`, '2']])
    expect(both.book.wide).toBe(false)
    both.check('one unit beside each')
  })

  it('moves past far prices', () => {
    const both = new Both()
    const far = Array.from({ length: 1000 }, (_, index) => `${(index + 1) * 1_000_003}`)
    const near = Array.from({ length: 5000 }, (_, index) => `${index + 1}`)
    both.apply(
      true,
      [],
      [...near, ...far].map((price) => [price, '1'])
    )
    for (const price of far.slice(200, 500)) both.apply(false, [], [[price, '0']])
    both.check('a stretch gone')
    for (const price of far.slice(300, 900)) both.apply(false, [], [[price, '2']])
    for (const price of far.slice(850)) both.apply(false, [], [[price, '0']])
    both.check('partly come again')
  })

  it('drops padding before doubles', () => {
    const both = new Both()
    both.apply(true, [['2.00000000', '1.00000000']], [['3.00000000', '1.00000000']])
    expect([both.book.priceScale, both.book.amountScale]).toEqual([2, 2])
    both.apply(false, [], [['9000000000000000', '9000000000000000']])
    expect(both.book.wide).toBe(false)
    both.check('a long price among short ones')
    both.apply(false, [['2.5', '1']], [])
    expect(both.book.wide).toBe(true)
    both.check('a fraction beside it')
    both.apply(true, [['90071992547409.910000', '1']], [['90071992547409.90', '1']])
    expect([both.book.wide, both.book.priceScale]).toEqual([false, 2])
    both.check('a snapshot with zeros that do not fit')
  })

  it('ignores removed levels for the scale', () => {
    const both = new Both()
    both.apply(true, [['64250.0', '0.50']], [['64251.5', '1.25']])
    expect([both.book.priceScale, both.book.amountScale]).toEqual([1, 2])
    both.apply(false, [['64250.00000000', '0.00000000']], [['64251.500000001', '0']])
    expect([both.book.priceScale, both.book.amountScale]).toEqual([1, 2])
    both.check('taken away')
    both.apply(false, [['64249.75', '0.123456789']], [['64251.5', '1.250000000000']])
    expect([both.book.priceScale, both.book.amountScale]).toEqual([2, 9])
    both.check('refined')
    both.apply(false, [['0', '12345678901234567890.5']], [])
    both.apply(false, [], [['99999999999999999999.99999', '0.0']])
    both.check('wide')
    both.apply(false, [['64249.750', '0.000']], [['64251.49999999999999999999', '0']])
    both.check('taken away where it is wide')
  })

  it('ignores removing an impossible price', () => {
    const both = new Both()
    both.apply(true, [['10', '1']], [['11', '1']])
    both.apply(
      false,
      [
        ['10.5', '0'],
        ['9.999999999999999999', '0']
      ],
      [['18014398509481984', '0']]
    )
    expect(both.book.wide).toBe(false)
    both.check('nothing taken')
    both.apply(
      true,
      [
        ['10', '1'],
        ['10.25', '0']
      ],
      [
        ['11', '1'],
        ['18014398509481984', '0']
      ]
    )
    expect([both.book.wide, both.book.priceScale]).toEqual([false, 0])
    both.check('a snapshot that takes away')
  })

  it('continues reading where it stopped', () => {
    const both = new Both()
    const far: Pair[] = [
      ['1', '1'],
      ['50', '2'],
      ['100', '3'],
      ['101', '4'],
      ['1000000', '5']
    ]
    both.apply(true, [...far].reverse(), far)
    const prices = new Float64Array(5)
    const amounts = new Float64Array(5)
    for (const side of sides) {
      for (const beyond of [0, 1, 2, 50, 99, 100, 101, 102, 999_999, 1_000_000, 2_000_000]) {
        const count = both.book.read(side, 5, prices, amounts, beyond)
        const wanted = both.book
          .levels(side, Infinity)
          .map(({ price }) => Number(formatDecimal(price)))
          .filter((price) => (side === 'bids' ? price < beyond : price > beyond))
        expect(Array.from(prices.subarray(0, count)), `${side} beyond ${beyond}`).toEqual(wanted)
      }
    }
  })

  it('is empty and usable after clear', () => {
    const both = new Both()
    const again: Pair[] = [
      ['1.5', '2'],
      ['99999.5', '1']
    ]
    for (const amount of ['1', '0.1234567890123456789']) {
      both.apply(true, [['3', amount]], again)
      both.book.clear()
      both.oracle.clear()
      both.check('cleared')
      expect([both.book.wide, both.book.priceScale, both.book.amountScale]).toEqual([false, 0, 0])
      both.apply(false, [['2.25', '1']], again)
      both.check('used again')
    }
  })
})
