import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boxes, move, panelsOf, resize, type Edge } from '#shared/domain/workspace/index'
import { cellsOf } from '#renderer/desk/cells'
import { groupsOf, linesOf } from '#renderer/desk/groups'
import { evened, growing, shifted } from '#renderer/desk/sizes'
import { opposite, stepTo } from '#renderer/desk/steps'
import { layouts } from './layouts'

const close = 9
const edges = fc.constantFrom<Edge>('left', 'right', 'top', 'bottom')
const shares = fc
  .array(fc.double({ min: 0.05, max: 1, noNaN: true }), { minLength: 2, maxLength: 6 })
  .map((parts) => parts.map((part) => part / parts.reduce((sum, each) => sum + each, 0)))

describe('the visible layout', () => {
  it('has each group and one separator fewer than parts', () => {
    fc.assert(
      fc.property(layouts, (layout) => {
        const all = boxes(layout)
        const groups = groupsOf(layout)
        expect(groups.flatMap(({ tabs }) => tabs.panels)).toEqual(panelsOf(layout))
        for (const { tabs, box } of groups)
          for (const [name, value] of Object.entries(box))
            expect(all.get(tabs.active)![name as keyof typeof box]).toBeCloseTo(value, close)
        expect(linesOf(layout)).toHaveLength(groups.length - 1)
      })
    )
  })

  it('contains one panel per group, or the maximized one', () => {
    fc.assert(
      fc.property(layouts, fc.nat(), (layout, which) => {
        const ids = panelsOf(layout)
        const panels = Object.fromEntries(
          ids.map((id) => [id, { id, kind: 'book', link: null, market: null, settings: {} } as const])
        )
        const shown = cellsOf(layout, panels, null).flatMap(({ panel }) => panel?.id ?? [])
        expect(shown).toEqual(groupsOf(layout).map(({ tabs }) => tabs.active))
        const big = ids[which % ids.length]!
        expect(cellsOf(layout, panels, big).map(({ key }) => key)).toEqual([big])
      })
    )
  })

  it('moves only the border of a separator', () => {
    fc.assert(
      fc.property(shares, fc.nat(), fc.double({ min: -1, max: 1, noNaN: true }), (before, which, by) => {
        const index = which % (before.length - 1)
        const after = shifted(before, index, by, [0.02, 0.02])
        expect(after.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, close)
        after.forEach((share, at) => {
          if (at !== index && at !== index + 1) expect(share).toBe(before[at])
          // Existing smaller sizes are kept.
          else expect(share).toBeGreaterThanOrEqual(Math.min(0.02, before[at]!) - 1e-9)
        })
        const even = evened(before, index)
        expect(even[index]).toBeCloseTo(even[index + 1]!, close)
      })
    )
  })

  it('grows a panel in a direction if possible', () => {
    fc.assert(
      fc.property(layouts, fc.nat(), fc.constantFrom('row', 'column'), (layout, which, direction) => {
        const ids = panelsOf(layout)
        const panel = ids[which % ids.length]!
        const side = direction === 'row' ? 'width' : 'height'
        const line = growing(layout, panel, direction)
        const own = boxes(layout).get(panel)![side]
        // It already spans that side.
        if (!line) {
          expect(own).toBeCloseTo(1, close)
          return
        }
        const by = (line.sign * 0.01) / line.room
        const next = shifted(line.shares, line.index, by, [0.001, 0.001])
        const grown = boxes(resize(layout, line.path, next)).get(panel)![side]
        expect(grown).toBeGreaterThan(own)
      })
    )
  })
})

describe('moving a panel by keys', () => {
  it('keeps all panels and reaches the edge', () => {
    fc.assert(
      fc.property(layouts, fc.nat(), edges, (layout, which, edge) => {
        const ids = panelsOf(layout)
        const panel = ids[which % ids.length]!
        let now = layout
        for (let steps = 0; steps <= ids.length * 2 + 2; steps += 1) {
          const drop = stepTo(now, panel, edge)
          if (!drop) break
          now = move(now, panel, drop.spot)
        }
        expect(stepTo(now, panel, edge)).toBeNull()
        expect(panelsOf(now).toSorted()).toEqual(ids.toSorted())
        const { left, top, width, height } = boxes(now).get(panel)!
        const gap = { left, top, right: 1 - left - width, bottom: 1 - top - height }[edge]
        expect(gap).toBeCloseTo(0, close)
        expect(opposite[opposite[edge]]).toBe(edge)
      })
    )
  })
})
