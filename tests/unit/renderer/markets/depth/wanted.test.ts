import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DepthSpan } from '#shared/contract/market/panels/depth'
import { maxLevels } from '#shared/contract/market/markets'
import { edgeOf } from '#renderer/panels/depth/scene'
import { firstWanted, nextWanted, reaches, rowsWithin, stepAbove } from '#renderer/panels/depth/wanted'
import { levelsOf, price, type PlainBook } from '../book/books'

const anyBook = fc
  .record({
    counts: fc.tuple(fc.integer({ min: 1, max: 1500 }), fc.integer({ min: 1, max: 1500 })),
    steps: fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 })),
    scale: fc.constantFrom(0, 2, 8)
  })
  .map(({ counts: [bids, asks], steps: [down, up], scale }): PlainBook => {
    const side = (count: number, at: (row: number) => number) =>
      Array.from({ length: count }, (_, row) => [price(at(row), scale), '1'] as const)
    return {
      bids: side(bids, (row) => 100_000 - row * down),
      asks: side(asks, (row) => 100_001 + row * up)
    }
  })
const anySpan = fc.constantFrom<DepthSpan>('0.05', '0.5', '1.5', '10', 'all')

it('reaches the span within a few subscriptions', () => {
  fc.assert(
    fc.property(anyBook, anySpan, (plain, span) => {
      let wanted = firstWanted
      let settled = false
      for (let round = 0; round < 20 && !settled; round += 1) {
        const book = levelsOf(plain, wanted.grouping, wanted.levels)
        const next = nextWanted(book, wanted, edgeOf(book, span)!)
        settled = next === wanted
        wanted = next
        expect(wanted.levels).toBeLessThanOrEqual(maxLevels)
        if (wanted.grouping !== null) expect(wanted.grouping).toMatch(/^\d{1,30}(\.\d{1,30})?$/)
      }
      expect(settled).toBe(true)
      const book = levelsOf(plain, wanted.grouping, wanted.levels)
      const edge = edgeOf(book, span)!
      expect(reaches(book, 'bids', wanted, edge) && reaches(book, 'asks', wanted, edge)).toBe(true)
      const fits = Math.max(plain.bids.length, plain.asks.length) <= maxLevels - 50
      if (fits) expect(wanted.grouping).toBeNull()
    }),
    { numRuns: 60 }
  )
})

it('requests fewer levels for a smaller span', () => {
  const plain: PlainBook = {
    bids: Array.from({ length: 500 }, (_, row) => [price(100_000 - row, 2), '1'] as const),
    asks: Array.from({ length: 500 }, (_, row) => [price(100_001 + row, 2), '1'] as const)
  }
  const book = levelsOf(plain)
  const edge = edgeOf(book, '0.05')!
  expect(rowsWithin(book, 'bids', edge)).toBeLessThan(60)
  expect(nextWanted(book, { levels: 500, grouping: null }, edge).levels).toBeLessThanOrEqual(250)
})

it('returns the next coarser step', () => {
  expect([0.0000003, 0.02, 0.021, 1, 3, 70].map(stepAbove)).toEqual([
    '0.0000005',
    '0.02',
    '0.05',
    '1',
    '5',
    '100'
  ])
})
