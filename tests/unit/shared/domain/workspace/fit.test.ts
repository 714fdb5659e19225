import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeTemplate } from '#engine/workspace/templates'
import {
  boxes,
  fitted,
  insert,
  isSound,
  panelSpecs,
  needOf,
  panelKinds,
  panelsOf,
  sameShape,
  splitOf,
  spotFor,
  tabsOf,
  tabsWith,
  type Layout,
  type Panel,
  type PanelKind
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
  expect(widths(row(0.16, 0.64, 0.2), 353)).toEqual([115, 120, 118])
})

it('adds a panel where it leaves all their minimum, or else among tabs', () => {
  let [besides, tabs] = [0, 0]
  fc.assert(
    fc.property(laid, fc.constantFrom(...panelKinds), ({ layout, kinds, width, height }, kind) => {
      const panels = panelsFor(layout, kinds)
      const spot = spotFor(kind, layout, panels, { width, height })
      const next = insert(layout, 'new', spot)
      const withNew = { ...panels, new: { ...panels['p0']!, id: 'new', kind } }
      expect(tabsWith(next, 'new')?.active).toBe('new')
      const need = needOf(next, withNew)
      if ('among' in spot) return void (tabs += 1)
      besides += 1
      expect(need.width).toBeLessThanOrEqual(width)
      expect(need.height).toBeLessThanOrEqual(height)
    })
  )
  expect(Math.min(besides, tabs)).toBeGreaterThan(10)
})

it('makes no sliver of a chart in the first desk of a narrow window', () => {
  let id = 0
  const desk = makeTemplate('deep', { newId: () => `id${(id += 1)}`, markets: ['BTCUSD', 'ETHUSD'] })
  const size = { width: 908, height: 536 }
  let { root } = desk.frames[0]!
  let { panels } = desk
  const sizes = (kind: PanelKind) =>
    [...boxes(fitted(root!, panels, size))]
      .filter(([panel]) => panels[panel]!.kind === kind)
      .map(([, box]) => box)
  for (const kind of ['chart', 'chart', 'book', 'chart', 'depth', 'chart', 'trades'] as const) {
    const panel = `new${Object.keys(panels).length}`
    root = insert(root, panel, spotFor(kind, root, panels, size))
    panels = { ...panels, [panel]: { id: panel, kind, link: null, market: null, settings: {} } }
    for (const box of sizes('chart')) {
      expect(box.width * size.width).toBeGreaterThan(panelSpecs.chart.minRoom.width - 1)
      expect(box.height * size.height).toBeGreaterThan(panelSpecs.chart.minRoom.height - 1)
    }
  }
})
