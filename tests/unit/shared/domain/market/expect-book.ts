import { expect } from 'vitest'
import type { Decimal } from '#shared/domain/base/decimal'
import type { Book, Side } from '#shared/domain/market/book/index'
import { type OracleBook, oracleScale, oracleUnits } from './oracle'

export const sides = ['bids', 'asks'] as const

const isCanonical = ({ units, scale }: Decimal) => scale === 0 || units % 10n !== 0n

const atOracle = (units: number, scale: number) => BigInt(units) * 10n ** BigInt(oracleScale - scale)

/** Cheap checks after each change; compared before expecting for speed. */
export function expectSameTop(book: Book, oracle: OracleBook, position: string): void {
  for (const side of sides) {
    const best = book.best(side)
    const wanted = oracle[side].best
    const same = best
      ? wanted !== null &&
        oracleUnits(best.price) === wanted.price &&
        oracleUnits(best.amount) === wanted.amount &&
        isCanonical(best.price) &&
        isCanonical(best.amount)
      : wanted === null
    if (!same) expect(best, `best of the ${side} ${position}`).toEqual(wanted)
    if (book.count(side) !== oracle[side].count) {
      expect(book.count(side), `levels of the ${side} ${position}`).toBe(oracle[side].count)
    }
    const quick = side === 'bids' ? book.bestBidUnits : book.bestAskUnits
    const sameQuick =
      book.wide || !wanted ? Number.isNaN(quick) : atOracle(quick, book.priceScale) === wanted.price
    if (!sameQuick) expect(quick, `quick best of the ${side} ${position}`).toBe(wanted?.price ?? NaN)
  }
  if (book.crossed() !== oracle.crossed) expect(book.crossed(), `crossed ${position}`).toBe(oracle.crossed)
}

export function expectSameBook(book: Book, oracle: OracleBook, position: string): void {
  expectSameTop(book, oracle, position)
  for (const side of sides) {
    const levels = book.levels(side, Infinity)
    const wrong = levels.findIndex(({ price, amount }, index) => {
      const wanted = oracle[side].at(index)
      return (
        oracleUnits(price) !== wanted?.price || oracleUnits(amount) !== wanted.amount || !isCanonical(price)
      )
    })
    if (wrong >= 0)
      expect(levels[wrong], `${side}, level ${wrong}, ${position}`).toEqual(oracle[side].at(wrong))
    expect(levels.length, `levels of the ${side} ${position}`).toBe(oracle[side].count)
    expectSameUnits(book, oracle, side, position)
  }
}

/** In parts, like a resumed read. */
function expectSameUnits(book: Book, oracle: OracleBook, side: Side, position: string): void {
  const piece = 97
  const prices = new Float64Array(piece)
  const amounts = new Float64Array(piece)
  let seen = 0
  let count = book.read(side, piece, prices, amounts)
  if (book.wide) {
    expect(count, position).toBe(-1)
    expect(book.amountAt(side, 1), position).toBeNaN()
    return
  }
  while (count > 0) {
    for (let index = 0; index < count; index += 1) {
      const wanted = oracle[side].at(seen + index)
      const same =
        atOracle(prices[index]!, book.priceScale) === wanted?.price &&
        atOracle(amounts[index]!, book.amountScale) === wanted.amount
      const isFound = book.amountAt(side, prices[index]!) === amounts[index]
      // Half a unit from any level; larger doubles have no halves.
      const isEmpty = prices[index]! > 2 ** 51 || book.amountAt(side, prices[index]! + 0.5) === 0
      if (!isFound || !isEmpty)
        expect([isFound, isEmpty], `what rests at ${prices[index]} of the ${side}`).toBe(null)
      if (!same)
        expect(prices[index], `${side}, level ${seen + index} in units, ${position}`).toBe(wanted?.price)
    }
    seen += count
    count = book.read(side, piece, prices, amounts, prices[count - 1]!)
  }
  expect(seen, `levels of the ${side} in units ${position}`).toBe(oracle[side].count)
}
