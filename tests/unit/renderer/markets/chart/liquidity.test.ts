import fc from 'fast-check'
import { expect, it } from 'vitest'
import { heatFiguresAt, heatWidth } from '#shared/contract/market/market-news'
import { HeatColumns } from '#renderer/lib/markets/heat'
import { imbalanceOf, Liquidity } from '#renderer/panels/chart/liquidity/liquidity'
import { liquidityCells, liquidityColumns, liquidityValue } from '#renderer/panels/chart/liquidity/texts'
import { gapsOf } from '#renderer/panels/chart/gaps'
import { Slots, type Slot } from '#renderer/panels/chart/slots'

interface Column {
  readonly start: number
  readonly figured: number
  readonly figures: readonly number[]
}

const valuesOf = (columns: readonly Column[]) => {
  const values = new Float64Array(columns.length * heatWidth)
  columns.forEach(({ start, figured, figures }, at) => {
    values.set([start, 1, 1, 0, NaN, NaN], at * heatWidth)
    values.set([figured, ...figures], at * heatWidth + heatFiguresAt - 1)
  })
  return values
}

function slotsOf(starts: readonly number[]): Slots {
  const slots = new Slots()
  for (const start of starts) slots.all.push({ start, candle: null, seen: 'whole', folded: 0 } as Slot)
  Object.defineProperty(slots, 'seconds', { value: 60 })
  return slots
}

const none = [NaN, NaN, NaN, NaN, NaN]
const shown = ['spread', 'depth10', 'depth50', 'imbalance'] as const

it('shows the means of a slot with the share that was recorded', () => {
  const slots = slotsOf([0, 60, 120])
  const liquidity = new Liquidity(slots)
  const heat = new HeatColumns(10, '1m')
  const values = valuesOf([
    { start: 0, figured: 30_000, figures: [0.523456, 12, 8, 40.5, 39.25] },
    { start: 60, figured: 0, figures: none }
  ])
  heat.apply({ interval: '1m', fresh: true, values })
  expect(liquidity.follow({ heat, minutes: null })).toBe(0)
  const model = { liquidity, slots, liquidityShown: shown }
  const texts = (index: number) => shown.map((name) => liquidityValue(model, name, index, '1,234.56'))
  expect(texts(0)).toEqual([
    '0.5235 (50% recorded)',
    '12 × 8 (50% recorded)',
    '40.5 × 39.25 (50% recorded)',
    '+20% (50% recorded)'
  ])
  expect(texts(1)).toEqual(['–', '–', '–', '–'])
  expect(liquidityColumns(model)).toHaveLength(7)
  expect(liquidityCells(model, 0)).toEqual(['0.523456', '12', '8', '40.5', '39.25', '20', '50'])
  expect(liquidityCells(model, 2)).toEqual(['', '', '', '', '', '', ''])
  const isBlind = (index: number) => liquidity.at(index) === null
  expect(gapsOf(slots, 0, 2, isBlind)).toEqual([{ kind: 'gap', from: 1, to: 3, folded: 0 }])
})

it('follows columns as if it read all of them again', () => {
  const figure = fc.double({ min: 0, max: 1e6, noNaN: true })
  const column = fc.record({
    figured: fc.integer({ min: 0, max: 60_000 }),
    figures: fc.tuple(figure, figure, figure, figure, figure)
  })
  fc.assert(
    fc.property(fc.array(column, { minLength: 1, maxLength: 30 }), fc.nat(5), (columns, older) => {
      const all = columns.map((each, index) => ({ start: index * 60, ...each }))
      const slots = slotsOf(all.map(({ start }) => start))
      const followed = new Liquidity(slots)
      const heat = new HeatColumns(100, '1m')
      const known: (ReturnType<Liquidity['at']> | undefined)[] = []
      const look = () => {
        const from = followed.follow({ heat, minutes: null })
        for (let index = from; index < slots.all.length; index += 1) known[index] = followed.at(index)
        expect(known).toEqual(slots.all.map((_, index) => followed.at(index)))
      }
      const own = all.slice(Math.min(older, all.length - 1))
      for (const [index, each] of own.entries()) {
        // A column is sent again while it grows.
        const growing = { ...each, figured: each.figured / 2 }
        heat.apply({ interval: '1m', fresh: index === 0, values: valuesOf([growing]) })
        look()
        heat.apply({ interval: '1m', fresh: false, values: valuesOf([each]) })
        look()
      }
      const values = valuesOf(all.slice(0, all.length - own.length))
      heat.prepend({ heat: { interval: '1m', fresh: false, values }, from: 0, begins: true })
      look()
      expect(known.filter(Boolean)).toHaveLength(columns.filter(({ figured }) => figured > 0).length)
    })
  )
})

it('has no imbalance of nothing', () => {
  const figures = { spread: 1, bids10: 0, asks10: 0, bids50: 1, asks50: 1, recorded: 1 }
  expect(imbalanceOf(figures)).toBeNull()
  expect(imbalanceOf({ ...figures, asks10: 3 })).toBe(-100)
})
