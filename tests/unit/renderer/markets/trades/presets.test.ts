import fc from 'fast-check'
import { expect, it } from 'vitest'
import { maxPresetName, maxPresets, tapeSides, type TapeFilter } from '#shared/contract/market/panels/trades'
import {
  everything,
  isSameFilter,
  presetOfText,
  presetsOf,
  textOfPreset,
  withoutPreset,
  withPreset
} from '#renderer/panels/trades/presets'

const size = fc.nat(1_000_000).map((units) => (units / 100).toFixed(2))
const max = fc.option(size, { nil: null })
const filters: fc.Arbitrary<TapeFilter> = fc.record({
  sides: fc.subarray([...tapeSides], { minLength: 1 }),
  atLeast: size,
  atMost: max,
  valueAtLeast: size,
  valueAtMost: max,
  together: fc.constant(true),
  perSecond: fc.boolean()
})
const names = fc
  .string({ minLength: 1, maxLength: maxPresetName })
  .filter((name) => !/\s/.test(name) && name !== '')

it('are the same after they were saved as text', () => {
  fc.assert(
    fc.property(names, filters, (name, filter) => {
      const saved = presetOfText(textOfPreset({ name, filter }))!
      expect(saved).toEqual({ name, filter })
      expect(isSameFilter(saved.filter, filter)).toBe(true)
    })
  )
  expect(isSameFilter(everything, { ...everything, sides: ['unknown', 'sell', 'buy'] })).toBe(true)
  expect(isSameFilter(everything, { ...everything, atMost: '5' })).toBe(false)
})

it('replace one of the same name, are limited and can be removed', () => {
  const large = { name: 'Large', filter: { ...everything, atLeast: '5' } }
  let texts = withPreset([], large)!
  texts = withPreset(texts, { ...large, filter: { ...everything, atLeast: '10' } })!
  expect(presetsOf(texts).map(({ filter }) => filter.atLeast)).toEqual(['10'])
  for (let count = 1; count < maxPresets; count += 1)
    texts = withPreset(texts, { ...large, name: `${count}` })!
  expect(withPreset(texts, { ...large, name: 'one more' })).toBeNull()
  expect(withPreset(texts, large)).toHaveLength(maxPresets)
  expect(presetsOf(withoutPreset(texts, 'Large')).some(({ name }) => name === 'Large')).toBe(false)
})

it('leave out what is no preset', () => {
  fc.assert(fc.property(fc.string(), (text) => void presetsOf([text])))
  expect(presetsOf(['', 'a name alone', `${'x'.repeat(50)}\tbuy\t0\t\t0\t\tprice`])).toEqual([])
})
