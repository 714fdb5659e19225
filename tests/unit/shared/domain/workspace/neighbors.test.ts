import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  boxes,
  edges,
  neighbour,
  panelsOf,
  tabsOf,
  tabsWith,
  type Edge,
  type Layout
} from '#shared/domain/workspace/index'
import { anyLayout, grown, liesAt, rounding, sorted } from './layouts'

const opposite: Readonly<Record<Edge, Edge>> = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' }

test('tiles the window without overlap', () => {
  fc.assert(
    fc.property(fc.oneof(anyLayout(), grown), (layout) => {
      const all = boxes(layout)
      expect([...all.keys()].sort()).toEqual(sorted(layout))
      const seen = [...all].filter(([panel]) => tabsWith(layout, panel)!.active === panel)
      const area = seen.reduce((sum, [, box]) => sum + box.width * box.height, 0)
      expect(area).toBeCloseTo(1, 9)
      for (const [one, a] of seen) {
        for (const edge of edges) expect(liesAt(a, a, edge)).toBe(false)
        for (const [other, b] of seen)
          if (one !== other) expect(edges.some((edge) => liesAt(a, b, edge))).toBe(true)
      }
    })
  )
})

test('finds touching neighbors', () => {
  fc.assert(
    fc.property(grown, fc.constantFrom(...edges), (layout, edge) => {
      const all = boxes(layout)
      const whole = { left: 0, top: 0, width: 1, height: 1 }
      for (const [panel, own] of all) {
        if (tabsWith(layout, panel)!.active !== panel) continue
        const next = neighbour(layout, panel, edge)
        const atBorder =
          edge === 'left' || edge === 'top'
            ? Math.abs(own[edge]) < rounding
            : Math.abs(edge === 'right' ? own.left + own.width - 1 : own.top + own.height - 1) < 1e-6
        expect(next === null).toBe(atBorder)
        if (next === null) continue
        expect(liesAt(all.get(next)!, own, edge)).toBe(true)
        expect(tabsWith(layout, next)!.active).toBe(next)
        expect(neighbour(layout, next, opposite[edge])).not.toBeNull()
      }
      expect(liesAt(whole, whole, edge)).toBe(false)
    })
  )
})

test('returns to the start in a grid', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 2, max: 5 }), (rows, columns) => {
      const row = (number: number): Layout => ({
        kind: 'split',
        direction: 'row',
        parts: Array.from({ length: columns }, (_, column) => tabsOf(`${number}.${column}`)),
        shares: Array.from({ length: columns }, () => 1 / columns)
      })
      const grid: Layout = {
        kind: 'split',
        direction: 'column',
        parts: Array.from({ length: rows }, (_, number) => row(number)),
        shares: Array.from({ length: rows }, () => 1 / rows)
      }
      for (const panel of panelsOf(grid)) {
        for (const edge of edges) {
          const next = neighbour(grid, panel, edge)
          if (next !== null) expect(neighbour(grid, next, opposite[edge])).toBe(panel)
        }
      }
    })
  )
})
