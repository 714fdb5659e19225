import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { edgeWithin } from '#engine/market/alerts/judges/edge'
import { PriceWindow } from '#engine/market/alerts/judges/price-window'
import { Threshold } from '#engine/market/alerts/judges/threshold'
import { TradedWindow } from '#engine/market/alerts/judges/traded-window'
import { compareDecimals, type Decimal } from '#shared/domain/base/decimal'
import { Book } from '#shared/domain/market/book/index'

const one = { units: 1n, scale: 0 }
const decimal = (max: bigint, finest: number): fc.Arbitrary<Decimal> =>
  fc.record({ units: fc.bigInt({ min: 1n, max: max }), scale: fc.integer({ min: 0, max: finest }) })

describe('the edge at a distance from the mid', () => {
  it('is the last whole price within it, for any numbers', () => {
    const price = fc.oneof(fc.integer({ min: 2, max: 1000 }), fc.integer({ min: 2, max: 2 ** 52 }))
    const percent = fc.record({
      units: fc.bigInt({ min: 1n, max: 1000n }),
      scale: fc.integer({ min: 1, max: 8 })
    })
    fc.assert(
      fc.property(
        price,
        price,
        percent,
        fc.constantFrom('bids' as const, 'asks' as const),
        (a, b, share, side) => {
          const [bid, ask] = a < b ? [a, b] : [b, a]
          const book = new Book()
          const level = (units: number) => ({ price: { units: BigInt(units), scale: 0 }, amount: one })
          const levels = { bids: [level(bid)], asks: [level(ask)] }
          book.replaceExact({ kind: 'book', market: 'A', snapshot: true, time: 0n, ...levels })
          const edge = edgeWithin(book, side, share)
          const sum = BigInt(bid) + BigInt(ask)
          // Doubled, in percent of the mid.
          const within = (units: number) => {
            const twice = 2n * BigInt(units)
            const distance = side === 'bids' ? sum - twice : twice - sum
            return distance * 100n * 10n ** BigInt(share.scale) <= share.units * sum
          }
          const outwards = side === 'bids' ? -1 : 1
          expect([within(edge), within(edge + outwards)]).toEqual([true, false])
        }
      )
    )
  })
})

describe('a threshold', () => {
  it('compares units of any scale as decimals', () => {
    fc.assert(
      fc.property(
        decimal(10n ** 20n, 12),
        fc.integer({ min: 0, max: 2 ** 53 - 1 }),
        fc.integer({ min: 0, max: 15 }),
        (value, units, scale) => {
          const threshold = new Threshold(value)
          const seen = { units: BigInt(units), scale }
          expect(Math.sign(threshold.compare(units, scale))).toBe(compareDecimals(seen, value))
          const min = threshold.min(scale)
          if (min < 2 ** 53) expect(compareDecimals({ units: BigInt(min), scale }, value)).not.toBe(-1)
          if (min > 0) expect(threshold.compare(min - 1, scale)).toBeLessThan(0)
          const same = threshold.at(scale)
          if (!Number.isNaN(same)) expect(compareDecimals({ units: BigInt(same), scale }, value)).toBe(0)
        }
      )
    )
  })
})

describe('the size traded in a period', () => {
  const trade = fc.record({
    // Coarse, to test the edges of the window.
    after: fc.constantFrom(0, 1, 250, 999, 1000, 1001, 3000),
    amount: fc.oneof(decimal(1000n, 3), decimal(10n ** 30n, 25))
  })

  it('is the exact sum of trades within it', () => {
    fc.assert(
      fc.property(fc.array(trade, { maxLength: 200 }), fc.integer({ min: 1, max: 5 }), (trades, length) => {
        const window = new TradedWindow(length)
        let now = 0
        const times = trades.map(({ after }) => (now += after))
        for (const [index, { amount }] of trades.entries()) {
          window.add(times[index]!, amount)
          const within = trades
            .slice(0, index + 1)
            .filter((_, at) => times[at]! > times[index]! - length * 1000)
          expect(window.count).toBe(within.length)
          const units = ({ units: whole, scale }: Decimal) => whole * 10n ** BigInt(25 - scale)
          expect(units(window.sum)).toBe(within.reduce((sum, each) => sum + units(each.amount), 0n))
        }
      })
    )
  })
})

describe('the extreme prices of a period', () => {
  const step = fc.record({
    // Coarse, to test the edges of the window.
    after: fc.constantFrom(0, 1, 250, 999, 1000, 1001, 3000),
    price: fc.option(fc.integer({ min: 1, max: 12 }), { freq: 5 }),
    clears: fc.constantFrom(...Array.from({ length: 20 }, () => false), true)
  })

  it('are those of all prices that were in force in it', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const window = new PriceWindow(1000)
        let all: { price: number; until: number }[] = []
        let now = 0
        for (const { after, price, clears } of steps) {
          now += after
          const current = all.at(-1)
          if (current) current.until = Math.min(current.until, now)
          if (price === null) {
            window.end(now)
            continue
          }
          window.add({ units: BigInt(price), scale: 0 }, now)
          all.push({ price, until: Infinity })
          const inForce = all.filter(({ until }) => until > now - 1000).map((each) => each.price)
          expect(Number(window.lowest!.price.units)).toBe(Math.min(...inForce))
          expect(Number(window.highest!.price.units)).toBe(Math.max(...inForce))
          if (!clears) continue
          window.clear()
          all = all.slice(-1)
        }
      })
    )
  })
})
