import fc from 'fast-check'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { tapeFilter, tapeSides, type TapeFilter } from '#shared/contract/market/panels/trades'
import { formatDecimal } from '#shared/domain/base/decimal'
import { meanPrice } from '#renderer/lib/tape/row-text'
import { buildRows } from '#renderer/lib/tape/rows'
import { groupingOf, type Grouping } from '#renderer/lib/tape/trade-row'
import { valueOf } from '#renderer/lib/tape/value'
import { amountScale, anyPrint, filterWith, priceScale, tapeOf, type Print } from './trade'

const start = 1_700_000_000
const sideOf = ({ side }: Print) => (['unknown', 'buy', 'sell'] as const)[side]!
/** Some in the same second, some not. */
const prints = fc.array(
  fc.record({
    ...{ nanosecond: fc.constantFrom(0, 999_999), price: fc.integer({ min: 9_990, max: 10_010 }) },
    ...{ amount: fc.integer({ min: 1, max: 40 }), side: fc.constantFrom(0, 1, 2) },
    millisecond: fc.integer({ min: 0, max: 3500 })
  }),
  { maxLength: 50 }
)

interface Group {
  readonly side: string
  count: number
  /** In units of the last digits of prices times amounts. */
  amount: bigint
  value: bigint
}

/** Plain sums in units, by what makes a row. */
function groupsOf(all: readonly Print[], grouping: Grouping): Group[] {
  const groups = new Map<string, Group>()
  all.forEach((print, at) => {
    const { millisecond, price } = print
    const side = sideOf(print)
    const key = {
      none: `${at}`,
      price: `${millisecond} ${price} ${side}`,
      second: `${Math.floor(millisecond / 1000)} ${side}`
    }[grouping]
    const group = groups.get(key) ?? { side, count: 0, amount: 0n, value: 0n }
    groups.set(key, group)
    group.count += 1
    group.amount += BigInt(print.amount)
    group.value += BigInt(print.amount) * BigInt(print.price)
  })
  return [...groups.values()]
}

const text = (units: number, scale: number) => formatDecimal({ units: BigInt(units), scale })
const inUnits = (decimal: { readonly units: bigint; readonly scale: number }, scale: number) =>
  decimal.units * 10n ** BigInt(scale - decimal.scale)

const valueScale = priceScale + amountScale
const limit = fc.option(fc.integer({ min: 0, max: 120 }), { nil: null })
const filters = fc.record({
  sides: fc.uniqueArray(fc.constantFrom(...tapeSides), { minLength: 1 }),
  size: fc.tuple(limit, limit),
  value: fc.tuple(limit, limit),
  grouping: fc.constantFrom('none', 'price', 'second')
})

it('shows the rows that a plain count shows, with totals to the last digit', () => {
  fc.assert(
    fc.property(prints, filters, (all, { sides, size, value, grouping }) => {
      const [minSize, maxSize] = size
      const [minValue, maxValue] = value.map((thousands) => thousands && thousands * 10_000)
      const filter = filterWith({
        sides,
        atLeast: text(minSize ?? 0, amountScale),
        atMost: maxSize === null ? null : text(maxSize, amountScale),
        valueAtLeast: text(minValue ?? 0, valueScale),
        valueAtMost: maxValue === null ? null : text(maxValue!, valueScale)
      })
      const rows = buildRows(
        { trades: tapeOf(all).rows, skips: [], gaps: [] },
        { grouping, filter, isLarge: () => false, since: -1 },
        Infinity
      )
      const expected = groupsOf(all, grouping).filter(
        (group) =>
          (sides as string[]).includes(group.side) &&
          group.amount >= BigInt(minSize ?? 0) &&
          (maxSize === null || group.amount <= BigInt(maxSize)) &&
          group.value >= BigInt(minValue ?? 0) &&
          (maxValue === null || group.value <= BigInt(maxValue!))
      )
      const shown = rows.map((row) => {
        if (row.kind !== 'trade') throw new Error('no trade')
        const value = inUnits(valueOf(row), valueScale)
        const [whole = '', fraction = ''] = row.amount.split('.')
        return {
          side: row.trade.aggressor,
          count: row.count,
          amount: BigInt(whole + fraction.padEnd(amountScale, '0')),
          value
        }
      })
      const inOrder = (groups: readonly Group[]) =>
        groups.map(({ side, count, amount, value }) => `${side} ${count} ${amount} ${value}`).sort()
      expect(inOrder(shown)).toEqual(inOrder(expected))
    })
  )
})

it('shows the exact mean price of a second, rounded two digits after those of prices', () => {
  fc.assert(
    fc.property(prints, (all) => {
      const rows = buildRows(
        { trades: tapeOf(all).rows, skips: [], gaps: [] },
        { grouping: 'second', filter: filterWith({}), isLarge: () => false, since: -1 },
        Infinity
      )
      for (const row of rows) {
        if (row.kind !== 'trade') throw new Error('no trade')
        const inRow = all.filter(
          (print) =>
            sideOf(print) === row.trade.aggressor &&
            start + Math.floor(print.millisecond / 1000) === Math.floor(row.at / 1000)
        )
        const size = inRow.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
        const value = inRow.reduce((sum, { amount, price }) => sum + BigInt(amount) * BigInt(price), 0n)
        if (new Set(inRow.map(({ price }) => price)).size === 1) {
          expect(Number(meanPrice(row))).toBe(inRow[0]!.price / 100)
          continue
        }
        const hundredths = (2n * value * 100n + size) / (2n * size)
        expect(BigInt(meanPrice(row, priceScale).replace('.', ''))).toBe(hundredths)
      }
    })
  )
})

it('keeps what is valid of damaged settings, and shows every trade by default', () => {
  const damaged = { sides: [], atLeast: '-1', atMost: 'x', valueAtMost: 7, together: 1 }
  const kept: TapeFilter = v.parse(tapeFilter, { ...damaged, perSecond: true })
  expect(kept).toEqual({
    sides: [...tapeSides],
    atLeast: '0',
    atMost: null,
    valueAtLeast: '0',
    valueAtMost: null,
    together: true,
    perSecond: true
  })
  expect([kept, v.parse(tapeFilter, { together: false })].map(groupingOf)).toEqual(['second', 'none'])
  fc.assert(
    fc.property(fc.array(anyPrint), (all) => {
      const options = { grouping: 'none', filter: filterWith({}), isLarge: () => false, since: -1 } as const
      const rows = buildRows({ trades: tapeOf(all).rows, skips: [], gaps: [] }, options, Infinity)
      expect(rows).toHaveLength(all.length)
    })
  )
})
