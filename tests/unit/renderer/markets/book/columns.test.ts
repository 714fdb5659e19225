import fc from 'fast-check'
import { expect, it } from 'vitest'
import { panelSpecs } from '#shared/domain/workspace/index'
import {
  columnNames,
  GrowingLengths,
  layColumns,
  mirrored,
  type Columns,
  type Lengths
} from '#renderer/panels/book/columns'

const characterAt = (type: number) => type * 0.6
const lengths = fc.record({
  traded: fc.oneof(fc.constant(0), fc.integer({ min: 5, max: 14 })),
  price: fc.integer({ min: 5, max: 22 }),
  size: fc.integer({ min: 4, max: 22 }),
  total: fc.oneof(fc.constant(0), fc.integer({ min: 5, max: 24 }))
})
const shown = (columns: Columns) => columnNames.filter((name) => !Number.isNaN(columns.ends[name]))
const widthOf = (columns: Columns, all: Lengths, name: (typeof columnNames)[number]) =>
  all[name] * characterAt(columns.type)

it('reserves space for the longest figure at a readable size', () => {
  fc.assert(
    fc.property(lengths, fc.integer({ min: 160, max: 900 }), fc.boolean(), (all, width, flipped) => {
      const straight = layColumns(all, width, characterAt)
      const columns = flipped ? mirrored(straight, all, width, characterAt(straight.type)) : straight
      expect(columns.type).toBeGreaterThanOrEqual(10)
      expect(columns.type).toBeLessThanOrEqual(12)
      const names = shown(columns)
      expect(names).toContain('price')
      const inOrder = [...names].sort((one, other) => columns.ends[one] - columns.ends[other])
      expect(inOrder).toEqual(flipped ? names.toReversed() : names)
      let end = 0
      for (const name of inOrder) {
        const start = columns.ends[name] - widthOf(columns, all, name)
        if (names.length > 1) expect(start).toBeGreaterThanOrEqual(end)
        end = columns.ends[name]
      }
      expect(end).toBeLessThanOrEqual(width)
      if (columns.bars === 0) return
      const [from, to] = [columns.barsEnd - columns.bars, columns.barsEnd]
      expect(from).toBeGreaterThanOrEqual(0)
      expect(to).toBeLessThanOrEqual(width)
      for (const name of names) {
        const start = columns.ends[name] - widthOf(columns, all, name)
        expect(to <= start || from >= columns.ends[name]).toBe(true)
      }
    })
  )
})

it('drops traded volume first, then totals, then sizes', () => {
  const all = { traded: 10, price: 9, size: 10, total: 11 }
  const seen: string[] = []
  for (let width = 900; width > 20; width -= 1) {
    const columns = layColumns(all, width, characterAt)
    const what = `${columns.bars > 0 ? 'bars ' : ''}${shown(columns).join(' ')}`
    if (seen.at(-1) !== what) seen.push(what)
  }
  expect(seen).toEqual([
    'bars traded price size total',
    'bars price size total',
    'price size total',
    'price size',
    'price'
  ])
})

it('shows price, size and total at the minimum width', () => {
  const all = {
    traded: 10,
    price: '64,183.39'.length,
    size: '5.41946783'.length,
    total: '45.93300491'.length
  }
  expect(shown(layColumns(all, panelSpecs.book.minRoom.width, characterAt))).toEqual([
    'price',
    'size',
    'total'
  ])
})

it('only grows until reset', () => {
  const growing = new GrowingLengths()
  fc.assert(
    fc.property(fc.constantFrom(...columnNames), fc.nat(30), (name, length) => {
      const before = { ...growing.lengths }
      const { version } = growing
      growing.see(name, length)
      expect(growing.lengths[name]).toBe(Math.max(before[name], length))
      expect(growing.version > version).toBe(growing.lengths[name] !== before[name])
    })
  )
  growing.reset()
  expect(growing.lengths.total).toBe(0)
})
