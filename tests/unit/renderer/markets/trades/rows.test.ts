import fc from 'fast-check'
import { tradeWidth } from '#shared/contract/market/market-news'
import { describe, expect, it } from 'vitest'
import { type GapRow, buildRows, type RowOptions, type TapeRow } from '#renderer/lib/tape/rows'
import { breakText } from '#renderer/lib/tape/paint-tape'
import { gapsOf } from '#renderer/lib/tape/gaps'
import { anyPrint, filterWith, newsOf, tapeOf, type Print } from './trade'

const options = (more: Partial<RowOptions> = {}): RowOptions => ({
  grouping: 'price',
  filter: filterWith({}),
  isLarge: () => false,
  since: -1,
  ...more
})
const prints = fc.array(anyPrint, { maxLength: 60 })
const source = (all: readonly Print[]) => ({ trades: tapeOf(all).rows, skips: [], gaps: [] })
const units = (text: string) => BigInt(text.replace('.', ''))

interface Known {
  count: number
  units: bigint
}

/** Grouped exactly. */
function grouped(all: readonly Print[]): Map<string, Known> {
  const groups = new Map<string, Known>()
  for (const { millisecond, price, amount, side } of all) {
    const key = `${millisecond} ${price} ${side}`
    const known = groups.get(key) ?? { count: 0, units: 0n }
    groups.set(key, { count: known.count + 1, units: known.units + BigInt(amount) })
  }
  return groups
}

const keyOf = (row: TapeRow) => {
  if (row.kind !== 'trade') throw new Error('no trade')
  const side = { unknown: 0, buy: 1, sell: 2 }[row.trade.aggressor]
  return `${row.at - 1_700_000_000_000} ${units(row.trade.price)} ${side}`
}

const known = (rows: readonly TapeRow[]) =>
  new Map(
    rows.map((row) => [keyOf(row), row.kind === 'trade' && { count: row.count, units: units(row.amount) }])
  )

describe('tape rows', () => {
  it('merge prints of one side, price and millisecond exactly', () => {
    fc.assert(
      fc.property(prints, (all) => {
        const rows = buildRows(source(all), options(), Infinity)
        expect(rows.length).toBe(grouped(all).size)
        expect(known(rows)).toEqual(grouped(all))
      })
    )
  })

  it('leave out rows below the minimum size', () => {
    fc.assert(
      fc.property(prints, fc.integer({ min: 1, max: 80 }), (all, min) => {
        const filter = filterWith({ atLeast: (min / 10_000).toFixed(4) })
        const rows = buildRows(source(all), options({ filter }), Infinity)
        const expected = [...grouped(all)].filter(([, group]) => group.units >= BigInt(min))
        expect(known(rows)).toEqual(new Map(expected))
      })
    )
  })

  it('are sorted newest first, optionally unmerged', () => {
    fc.assert(
      fc.property(prints, fc.constantFrom('none', 'price', 'second'), (all, grouping) => {
        const rows = buildRows(source(all), options({ grouping }), Infinity)
        const times = rows.map((row) => (row.kind === 'trade' ? row.at : NaN))
        expect(times).toEqual([...times].sort((one, other) => other - one))
        if (grouping === 'none') expect(rows.length).toBe(all.length)
      })
    )
  })

  it('start the same for any limit', () => {
    fc.assert(
      fc.property(prints, fc.nat(70), (all, max) => {
        const some = buildRows(source(all), options(), max)
        const whole = buildRows(source(all), options(), Infinity)
        expect(some).toEqual(whole.slice(0, some.length))
        expect(some.length).toBeGreaterThanOrEqual(Math.min(max, whole.length))
      })
    )
  })

  it('add sizes of 18 digits exactly', () => {
    const tape = tapeOf([])
    const one = { millisecond: 0, nanosecond: 0, price: 100, amount: 1, side: 1 }
    const exact = new Map([
      [2, '123456789012345678.000000000000000001'],
      [2 + tradeWidth, '0.000000000000000002']
    ])
    tape.apply(newsOf([one, one], 0, { exact }))
    const [row] = buildRows({ trades: tape.rows, skips: [], gaps: [] }, options(), 1)
    expect(row).toMatchObject({ amount: '123456789012345678.000000000000000003', count: 2 })
  })

  it('mark gaps in the recording', () => {
    const at = (millisecond: number) => ({ millisecond, nanosecond: 0, price: 100, amount: 1, side: 1 })
    const trades = tapeOf([at(0), at(2000), at(9000)]).rows
    const gaps = [{ from: 1_700_000_002_500, to: 1_700_000_008_000, step: null }]
    const rows = buildRows({ trades, skips: [{ after: 0, count: 37 }], gaps }, options(), Infinity)
    expect(rows.map(({ kind }) => kind)).toEqual(['trade', 'gap', 'trade', 'skipped', 'trade'])
    const open = buildRows(
      { trades, skips: [], gaps: [{ from: 1_700_000_009_500, to: null, step: null }] },
      options(),
      9
    )
    expect(open[0]).toEqual({
      kind: 'gap',
      from: 1_700_000_009_500,
      to: null,
      step: null,
      count: 1,
      lasted: 0
    })
  })

  it('show a gap of any length', () => {
    const spans = Float64Array.of(0, 100, 101, 5000, 5001, Infinity)
    expect(gapsOf(spans, new Float64Array())).toEqual([
      { from: 5000, to: 5001, step: null },
      { from: 100, to: 101, step: null }
    ])
  })

  it('merge consecutive gaps with a count', () => {
    const at = (millisecond: number) => ({ millisecond, nanosecond: 0, price: 100, amount: 1, side: 1 })
    const trades = tapeOf([at(0), at(60_000)]).rows
    const gaps = [7, 6, 5, 4, 3, 2, 1].map((second) => ({
      from: 1_700_000_000_000 + second * 5000,
      to: 1_700_000_000_000 + second * 5000 + 1500,
      step: null
    }))
    const rows = buildRows({ trades, skips: [], gaps }, options(), Infinity)
    expect(rows.map(({ kind }) => kind)).toEqual(['trade', 'gap', 'trade'])
    expect(rows[1]).toEqual({
      kind: 'gap',
      from: 1_700_000_005_000,
      to: 1_700_000_036_500,
      step: null,
      count: 7,
      lasted: 10_500
    })
    expect(breakText(rows[1] as GapRow, { clock: 'utc', numbers: '1,234.56' })).toBe(
      '7 interruptions, not recorded 10 s'
    )
  })
})
