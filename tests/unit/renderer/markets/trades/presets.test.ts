import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as v from 'valibot'
import { tapeSettings, tapeSides, type TapeFilter } from '#shared/contract/market/panels/trades'
import type { SavedPanel } from '#shared/contract/workspace/templates'
import { presetMenu } from '#renderer/panels/trades/preset-menu'
import { everything, isSameFilter, presetsOf } from '#renderer/panels/trades/presets'

const size = fc.nat(1_000_000).map((units) => (units / 100).toFixed(2))
const max = fc.option(size, { nil: null })
const filters: fc.Arbitrary<TapeFilter> = fc.record({
  sides: fc.subarray([...tapeSides], { minLength: 1 }),
  atLeast: size,
  atMost: max,
  valueAtLeast: size,
  valueAtMost: max,
  together: fc.boolean(),
  perSecond: fc.boolean()
})
const savedAs = (settings: SavedPanel['settings'], kind: SavedPanel['kind'] = 'trades'): SavedPanel => ({
  ...{ id: '1', name: 'Large', kind, settings }
})

it('are the filters of saved tapes', () => {
  fc.assert(
    fc.property(filters, filters, (filter, other) => {
      const [preset] = presetsOf([savedAs({ ...filter, sound: true })])
      expect(preset).toEqual({ id: '1', name: 'Large', filter })
      const isEqual = (key: keyof TapeFilter) =>
        JSON.stringify(filter[key]?.toString().split(',').sort()) ===
        JSON.stringify(other[key]?.toString().split(',').sort())
      const keys = Object.keys(everything) as (keyof TapeFilter)[]
      expect(isSameFilter(filter, other)).toBe(keys.every(isEqual))
    })
  )
  expect(isSameFilter(everything, { ...everything, sides: ['unknown', 'sell', 'buy'] })).toBe(true)
  expect(presetsOf([savedAs({}, 'chart')])).toEqual([])
  expect(presetsOf([savedAs({ sides: 'all', atLeast: 'much' })])[0]!.filter).toEqual(everything)
})

const menu = (market: string, settings: Partial<TapeFilter> = {}, saved: readonly SavedPanel[] = []) => {
  const changes: unknown[] = []
  const set = (changed: unknown) => void changes.push(changed)
  const parts = { market, numbers: '1,234.56', saved, set, edit: () => undefined } as const
  const items = presetMenu(v.parse(tapeSettings, settings), parts)[0]!.items
  return { items, labels: items.map(({ label }) => label), changes }
}

it('begin with sizes that suit the market, and rows of a second', () => {
  const { items, labels, changes } = menu('BTCUSD', { valueAtLeast: '50000' }, [savedAs({ atMost: '2' })])
  expect(labels).toEqual([
    ...['All trades', 'Per second', 'From 10k USD', 'From 50k USD', 'From 250k USD', 'Large']
  ])
  expect(items.filter(({ checked }) => checked).map(({ label }) => label)).toEqual(['From 50k USD'])
  for (const { run } of items.slice(4)) run!()
  expect(changes).toEqual([
    { ...everything, valueAtLeast: '250000' },
    { ...everything, atMost: '2' }
  ])
  expect(menu('ETHBTC').labels).toContain('From 0.5 BTC')
  expect(menu('WHAT').labels).toContain('From 10 base')
})
