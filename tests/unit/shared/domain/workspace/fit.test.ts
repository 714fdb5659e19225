import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  boxes,
  fitted,
  isSound,
  panelSpecs,
  needOf,
  panelKinds,
  panelsOf,
  sameShape,
  splitOf,
  tabsOf,
  type Layout,
  type Panel
} from '#shared/domain/workspace/index'
import { anyLayout } from './layouts'

const panelsFor = (layout: Layout, kinds: readonly number[]): Readonly<Record<string, Panel>> =>
  Object.fromEntries(
    panelsOf(layout).map((id, index) => [
      id,
      {
        id,
        kind: panelKinds[(kinds[index % kinds.length] ?? 0) % panelKinds.length]!,
        link: null,
        market: null,
        settings: {}
      }
    ])
  )

const laid = fc.record({
  layout: anyLayout(),
  kinds: fc.array(fc.nat(20), { minLength: 1, maxLength: 12 }),
  width: fc.integer({ min: 1, max: 4000 }),
  height: fc.integer({ min: 1, max: 2200 })
})

it('gives every panel its minimum if possible', () => {
  fc.assert(
    fc.property(laid, ({ layout, kinds, width, height }) => {
      const panels = panelsFor(layout, kinds)
      const shown = fitted(layout, panels, { width, height })
      expect(isSound(shown)).toBe(true)
      expect(sameShape(shown, layout)).toBe(true)
      expect(fitted(layout, panels, { width: 0, height })).toBe(layout)
      const need = needOf(layout, panels)
      for (const [id, box] of boxes(shown)) {
        const min = panelSpecs[panels[id]!.kind].minRoom
        expect(box.width).toBeGreaterThan(0)
        if (need.width <= width) expect(box.width * width).toBeGreaterThan(min.width - 1e-3)
        if (need.height <= height) expect(box.height * height).toBeGreaterThan(min.height - 1e-3)
      }
    })
  )
})

it('keeps a fitting layout unchanged', () => {
  fc.assert(
    fc.property(laid, ({ layout, kinds, width, height }) => {
      const panels = panelsFor(layout, kinds)
      const enough = [...boxes(layout)].every(([id, box]) => {
        const min = panelSpecs[panels[id]!.kind].minRoom
        return box.width * width >= min.width && box.height * height >= min.height
      })
      const shown = fitted(layout, panels, { width, height })
      if (enough) expect(shown).toBe(layout)
      const again = boxes(fitted(shown, panels, { width, height }))
      for (const [id, box] of boxes(shown)) {
        expect(again.get(id)!.left).toBeCloseTo(box.left, 6)
        expect(again.get(id)!.width).toBeCloseTo(box.width, 6)
      }
    })
  )
})

it('takes space in proportion', () => {
  const panels = panelsFor(
    splitOf(
      'row',
      ['p0', 'p1', 'p2'].map((id) => ({ part: tabsOf(id), share: 1 }))
    )!,
    [panelKinds.indexOf('watchlist'), panelKinds.indexOf('chart'), panelKinds.indexOf('book')]
  )
  const row = (...shares: readonly number[]) =>
    splitOf(
      'row',
      shares.map((share, index) => ({ part: tabsOf(`p${index}`), share }))
    )!
  const widths = (layout: Layout, width: number) =>
    [...boxes(fitted(layout, panels, { width, height: 700 })).values()].map((box) =>
      Math.round(box.width * width)
    )
  expect(widths(row(0.16, 0.64, 0.2), 2000)).toEqual([320, 1280, 400])
  // The chart gives space to watchlist and ladder.
  expect(widths(row(0.16, 0.64, 0.2), 1000)).toEqual([230, 535, 235])
  // All shrink equally.
  expect(widths(row(0.16, 0.64, 0.2), 306)).toEqual([113, 78, 115])
})
