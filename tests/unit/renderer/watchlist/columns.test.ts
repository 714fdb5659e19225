import fc from 'fast-check'
import { expect, it } from 'vitest'
import { watchColumns } from '#shared/contract/market/panels/watchlist'
import { fitColumns } from '#renderer/panels/watchlist/columns'

const at = (width: number, hidden: Parameters<typeof fitColumns>[1] = [], rooms = {}) =>
  fitColumns(width, hidden, rooms).columns

it('shows more columns in more space', () => {
  for (const width of [200, 222, 250]) expect(at(width)).toEqual(['market', 'last', 'change', 'state'])
  expect(at(262)).toEqual(['market', 'last', 'change', 'spread', 'state'])
  expect(at(900)).toEqual([...watchColumns])
  expect(at(0)).toEqual([...watchColumns])
})

it('shortens names before dropping price and change', () => {
  const rooms = { market: 7, last: 12 }
  const { columns, template } = fitColumns(222, [], rooms)
  expect(columns).toEqual(['market', 'last', 'change', 'state'])
  const [name, last] = [...template.matchAll(/minmax\(([\d.]+)px/g)].map(([, pixels]) => Number(pixels))
  expect(name).toBeLessThan(70)
  expect(last).toBeGreaterThanOrEqual(12 * 7.2)
  const [whole] = [...fitColumns(300, [], rooms).template.matchAll(/minmax\(([\d.]+)px/g)].map(([, pixels]) =>
    Number(pixels)
  )
  expect(whole).toBeGreaterThan(70)
})

it('never exceeds the width', () => {
  const column = fc.constantFrom(...watchColumns)
  const rooms = fc.dictionary(column, fc.integer({ min: 1, max: 60 }))
  const width = fc.integer({ min: 200, max: 1400 })
  fc.assert(
    fc.property(width, fc.nat(300), fc.uniqueArray(column), rooms, (narrow, more, hidden, maxLength) => {
      const fitted = fitColumns(narrow, hidden, maxLength)
      const widths = [...fitted.template.matchAll(/([\d.]+)px/g)].map(([, pixels]) => Number(pixels))
      // Name and state may exceed the width.
      if (fitted.columns.length > 2)
        expect(widths.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(narrow)
      expect(widths).toHaveLength(fitted.columns.length)
      const wider = fitColumns(narrow + more, hidden, maxLength).columns
      for (const kept of fitted.columns) expect(wider).toContain(kept)
      for (const gone of hidden)
        if (gone !== 'market' && gone !== 'state') expect(fitted.columns).not.toContain(gone)
      expect(fitted.columns).toContain('market')
      expect(fitted.columns).toContain('state')
    })
  )
})
