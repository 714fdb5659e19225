import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  addDecimals,
  canonical,
  formatDecimal,
  parseDecimal,
  type Decimal
} from '#shared/domain/base/decimal'
import { spanOf } from '#renderer/panels/book/row-traded'
import { TradedVolume, type TradesSource } from '#renderer/panels/book/traded-volume'
import { price } from './books'

type Trade = TradesSource['rows'][number]
const trades = fc
  .array(
    fc.record({
      units: fc.integer({ min: 9_950, max: 10_050 }),
      amount: fc.integer({ min: 1, max: 99_999 }),
      later: fc.integer({ min: 0, max: 9 }),
      aggressor: fc.constantFrom('buy' as const, 'sell' as const, 'unknown' as const)
    }),
    { maxLength: 60 }
  )
  .map((all) => {
    let seconds = 1000
    return all.map(({ units, amount, later, aggressor }, number): Trade => {
      seconds += later
      return { number, price: price(units, 2), amount: price(amount, 4), seconds, nanoseconds: 0, aggressor }
    })
  })

const sum = (all: readonly Trade[]) =>
  formatDecimal(
    canonical(
      all.reduce((total: Decimal, { amount }) => addDecimals(total, parseDecimal(amount)!), {
        units: 0n,
        scale: 0
      })
    )
  )
const said = (figure: Decimal) => formatDecimal(canonical(figure))
/** A tape that grows. */
const tapeOf = (all: readonly Trade[]) => {
  const tape = source([])
  return (count: number): TradesSource => Object.assign(tape, source(all.slice(0, count)))
}
const source = (rows: readonly Trade[], skipped = 0): TradesSource => ({
  rows,
  skipped,
  last: rows.at(-1) ?? null
})

it('sums each row exactly for any order of trades', () => {
  fc.assert(
    fc.property(
      trades,
      fc.array(fc.nat(60), { maxLength: 4 }),
      fc.nat(300),
      fc.constantFrom(null, '0.05', '0.5', '0.1'),
      fc.constantFrom('asks' as const, 'bids' as const),
      (all, cuts, window, grouping, side) => {
        const volume = new TradedVolume()
        const tape = tapeOf(all)
        const step = grouping === null ? null : parseDecimal(grouping)!
        const size = step === null ? 1 : Number(step.units * 10n ** BigInt(2 - step.scale))
        const rows = Array.from({ length: Math.floor(200 / size) + 1 }, (_, index) => 9_900 + index * size)
        const spans = rows.map((units) => spanOf(parseDecimal(price(units, 2))!, side, step))
        // Parts may be read twice, and sums asked for before they change.
        for (const cut of [...cuts].sort((one, other) => one - other)) {
          volume.read(tape(cut), 1000)
          volume.expire((all[cut - 1]?.seconds ?? 0) - window)
          for (const span of spans) volume.within(span)
        }
        volume.read(tape(all.length), 1000)
        const from = (all.at(-1)?.seconds ?? 0) - window
        volume.expire(from)
        for (const [index, units] of rows.entries()) {
          const held = all.filter(({ price: at, seconds }) => {
            const place = Number(parseDecimal(at)!.units)
            const row = side === 'asks' ? Math.ceil(place / size) * size : Math.floor(place / size) * size
            return seconds >= from && row === units
          })
          const found = volume.within(spans[index]!)
          if (held.length === 0) {
            expect(found).toBeNull()
            continue
          }
          expect(said(found!.total)).toBe(sum(held))
          expect(said(found!.bought)).toBe(sum(held.filter(({ aggressor }) => aggressor === 'buy')))
          expect(said(found!.sold)).toBe(sum(held.filter(({ aggressor }) => aggressor === 'sell')))
        }
      }
    ),
    { numRuns: 60 }
  )
})

const trade = (number: number, seconds: number): Trade => ({
  number,
  price: '100',
  amount: '1',
  seconds,
  nanoseconds: 0,
  aggressor: 'buy'
})

it('counts a late trade once', () => {
  const volume = new TradedVolume()
  const tape = source([trade(1, 10), trade(2, 20)])
  volume.read(tape, 1000)
  Object.assign(tape, source([trade(1, 10), trade(3, 15), trade(2, 20)]))
  volume.read(tape, 1000)
  volume.read(tape, 1000)
  expect(said(volume.within({ low: 100, high: 100, open: null })!.total)).toBe('3')
})

it('knows since when it is complete', () => {
  const whole = new TradedVolume()
  whole.read(source([trade(1, 10)]), 1000)
  expect(whole.since).toBe(-Infinity)
  whole.read(source([trade(1, 10), trade(9, 30)], 5), 1000)
  expect(whole.since).toBe(30)
  const cut = new TradedVolume()
  cut.read(source([trade(6, 10), trade(7, 20)]), 2)
  expect(cut.since).toBe(10)
})
