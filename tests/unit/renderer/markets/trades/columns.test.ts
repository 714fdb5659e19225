import fc from 'fast-check'
import { expect, it } from 'vitest'
import { panelSpecs } from '#shared/domain/workspace/index'
import { tapeColumns, type TapeColumns } from '#renderer/lib/tape/columns'
import { headWords } from '#renderer/lib/tape/head'

const figure = (font: number) => font * 0.6
const usual: Parameters<typeof tapeColumns>[1] = {
  priceLength: '64,183.39'.length,
  sizeLength: '0.03762280'.length,
  valueLength: '12,345.67'.length,
  grouping: 'price'
}
const shown = ({ time, sideLeft, valueRight }: TapeColumns) =>
  [
    ['', 'mm:ss', 'hh:mm:ss', 'hh:mm:ss.mmm'].find((text) => text.length === time.length),
    sideLeft === null ? '' : 'side',
    valueRight === null ? '' : 'value'
  ]
    .filter(Boolean)
    .join(' ')

it('shows hour, price and size at the minimum width', () => {
  for (let { width } = panelSpecs.trades.minRoom; width < 900; width += 1) {
    const columns = tapeColumns(width, usual, figure)
    expect(columns.time).toMatchObject({ from: 0 })
    expect(columns.time.length).toBeGreaterThanOrEqual('hh:mm:ss'.length)
    expect(columns.sizeLength).toBeGreaterThanOrEqual(usual.sizeLength)
  }
})

it('drops value, side, milliseconds, hour and time in order', () => {
  const seen: string[] = []
  for (let width = 900; width > 60; width -= 1) {
    const what = shown(tapeColumns(width, usual, figure))
    if (seen.at(-1) !== what) seen.push(what)
  }
  expect(seen).toEqual([
    'hh:mm:ss.mmm side value',
    'hh:mm:ss.mmm side',
    'hh:mm:ss.mmm',
    'hh:mm:ss',
    'mm:ss',
    ''
  ])
})

it('separates columns and centers wide ones', () => {
  const lengths = fc.record({
    priceLength: fc.integer({ min: 4, max: 20 }),
    sizeLength: fc.integer({ min: 4, max: 20 }),
    valueLength: fc.oneof(fc.constant(0), fc.integer({ min: 9, max: 16 })),
    grouping: fc.constantFrom('none', 'price', 'second')
  })
  fc.assert(
    fc.property(lengths, fc.integer({ min: 300, max: 3000 }), (widths, width) => {
      const columns = tapeColumns(width, widths, figure)
      const one = figure(columns.font)
      const price = columns.priceRight - widths.priceLength * one - 10
      expect(price).toBeCloseTo(columns.markLeft)
      const size = columns.sizeRight - Math.min(widths.sizeLength, columns.sizeLength) * one
      expect(columns.sizeLength).toBeGreaterThanOrEqual(Math.min(6, widths.sizeLength))
      const value = columns.valueRight === null ? Infinity : columns.valueRight - widths.valueLength * one
      const ends = [columns.left + columns.time.length * one, columns.sideLeft && columns.sideLeft + 92]
      for (const end of ends) if (end !== null) expect(end).toBeLessThan(columns.markLeft)
      expect(columns.priceRight).toBeLessThan(size + 1e-6)
      expect(columns.sizeRight).toBeLessThan(value)
      expect(columns.start).toBeGreaterThanOrEqual(0)
      expect(columns.right).toBeLessThanOrEqual(width)
      expect(columns.right - columns.start).toBeLessThan(900)
      expect(Math.abs(columns.start - (width - columns.right))).toBeLessThan(2)
      if (widths.valueLength === 0) expect(columns.valueRight).toBeNull()
    })
  )
})

it('marks the side as inferred at any width', () => {
  const widthOf = (text: string) => text.length * 5.5
  const titles = { zone: 'UTC', base: 'BTC', quote: 'USD', isMean: false }
  for (let width = 150; width < 1200; width += 1) {
    const words = headWords(tapeColumns(width, usual, figure), titles, widthOf)
    expect(words.map(({ text }) => text).join(' ')).toMatch(/inferred|\*/)
    const spans = words
      .map(({ text, at, align }) => (align === 'left' ? [at, at + widthOf(text)] : [at - widthOf(text), at]))
      .sort(([one], [other]) => one! - other!)
    spans.forEach(([from], index) => {
      if (index > 0) expect(from).toBeGreaterThanOrEqual(spans[index - 1]![1]!)
    })
    if (width >= panelSpecs.trades.minRoom.width)
      expect(words.map(({ text }) => text).join(' ')).toContain('inferred')
  }
})
