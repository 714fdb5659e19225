import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  activate,
  boxes,
  edges,
  insert,
  isSound,
  move,
  panelsOf,
  remove,
  resize,
  roomiest,
  minShare,
  tabsOf,
  tabsWith,
  type Layout
} from '#shared/domain/workspace/index'
import { anyLayout, anyMove, grown, liesAt, rounding, sorted, spotAmong } from './layouts'

const sharesOf = (layout: Layout): number[] =>
  layout.kind === 'tabs' ? [] : [...layout.shares, ...layout.parts.flatMap(sharesOf)]

/** Independent of `isSound`. */
function expectSound(layout: Layout | null): void {
  if (!layout) return
  expect(new Set(panelsOf(layout)).size).toBe(panelsOf(layout).length)
  const visit = (part: Layout, within: string | null) => {
    if (part.kind === 'tabs') {
      expect(part.panels.length).toBeGreaterThan(0)
      expect(part.panels).toContain(part.active)
      return
    }
    expect(part.direction).not.toBe(within)
    expect(part.parts.length).toBeGreaterThan(1)
    expect(part.shares).toHaveLength(part.parts.length)
    for (const share of part.shares) expect(share).toBeGreaterThan(0)
    expect(part.shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9)
    part.parts.forEach((child) => visit(child, part.direction))
  }
  visit(layout, null)
  expect(isSound(layout)).toBe(true)
}

test('inserts exactly one active panel', () => {
  fc.assert(
    fc.property(anyMove, ({ layout, spot }) => {
      const after = insert(layout, 'new', spot)
      expectSound(after)
      expect(sorted(after)).toEqual([...panelsOf(layout), 'new'].sort())
      expect(tabsWith(after, 'new')?.active).toBe('new')
      expect(sorted(remove(after, 'new'))).toEqual(sorted(layout))
    })
  )
})

test('inserts at the given side or tab', () => {
  fc.assert(
    fc.property(anyMove, ({ layout, spot }) => {
      const after = insert(layout, 'new', spot)
      if ('among' in spot) {
        const tabs = tabsWith(after, spot.among)!
        expect(tabs.panels.indexOf('new')).toBe(Math.min(spot.index, tabs.panels.length - 1))
        return
      }
      const all = boxes(after)
      const own = all.get('new')!
      const others = spot.beside === null ? panelsOf(layout) : [spot.beside]
      for (const other of others) expect(liesAt(own, all.get(other)!, spot.edge)).toBe(true)
    })
  )
})

test('removes exactly one panel', () => {
  fc.assert(
    fc.property(anyMove, ({ layout, panel }) => {
      const after = remove(layout, panel)
      expectSound(after)
      expect(sorted(after)).toEqual(sorted(layout).filter((each) => each !== panel))
      expect(remove(layout, 'nobody')).toBe(layout)
    })
  )
})

test('moves keep every panel once', () => {
  fc.assert(
    fc.property(anyMove, ({ layout, panel, spot }) => {
      const after = move(layout, panel, spot)
      expectSound(after)
      expect(sorted(after)).toEqual(sorted(layout))
    })
  )
})

test('ignores a move to the same position', () => {
  fc.assert(
    fc.property(anyMove, ({ layout, panel }) => {
      const index = tabsWith(layout, panel)!.panels.indexOf(panel)
      const shown = activate(layout, panel)
      expect(move(layout, panel, { among: panel, index })).toEqual(shown)
      for (const edge of edges) {
        if (tabsWith(layout, panel)!.panels.length > 1) continue
        expect(move(layout, panel, { beside: panel, edge })).toEqual(layout)
        const [, next] = tabsWith(layout, panel)!.panels
        expect(next).toBeUndefined()
      }
    })
  )
  const pair = resize(insert(tabsOf('one'), 'two', { beside: 'one', edge: 'right' }), [], [0.3, 0.7])
  expect(move(pair, 'one', { beside: 'two', edge: 'left' })).toBe(pair)
})

test('drags a panel out of its tabs', () => {
  const tabs = insert(tabsOf('one'), 'two', { among: 'one', index: 1 })
  expect(move(tabs, 'one', { beside: 'one', edge: 'left' })).toMatchObject({
    direction: 'row',
    parts: [{ panels: ['one'] }, { panels: ['two'] }]
  })
})

test('resizes within the minimum, or not at all', () => {
  const shares = fc.array(fc.double({ min: 0.0001, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(anyLayout(), fc.array(fc.nat(3), { maxLength: 4 }), shares, (layout, path, wanted) => {
      const after = resize(layout, path, wanted)
      expectSound(after)
      expect(sorted(after)).toEqual(sorted(layout))
      let part: Layout | undefined = layout
      let found: Layout | undefined = after
      for (const step of path) {
        part = part?.kind === 'split' ? part.parts[step] : undefined
        found = found?.kind === 'split' ? found.parts[step] : undefined
      }
      if (part?.kind !== 'split' || part.parts.length !== wanted.length) {
        expect(after).toEqual(layout)
        return
      }
      const sum = wanted.reduce((total, share) => total + share, 0)
      const inRoom = wanted.every((share) => share / sum >= minShare)
      if (found?.kind !== 'split') throw new Error('The split is gone.')
      found.shares.forEach((share, index) => {
        if (inRoom) expect(share).toBeCloseTo(wanted[index]! / sum, 9)
        expect(share).toBeGreaterThanOrEqual(minShare - rounding)
      })
    })
  )
})

test('keeps minimum sizes and proportions', () => {
  const wanted = fc.array(fc.double({ min: 1e-6, max: 1, noNaN: true }), { minLength: 2, maxLength: 40 })
  fc.assert(
    fc.property(wanted, (shares) => {
      const parts = shares.map((_, index) => tabsOf(`p${index}`))
      const even = shares.map(() => 1 / shares.length)
      const after = resize({ kind: 'split', direction: 'row', parts, shares: even }, [], shares)
      expectSound(after)
      const found = sharesOf(after)
      for (const share of found) expect(share).toBeGreaterThanOrEqual(minShare - rounding)
      const roomy = found.flatMap((share, index) =>
        share > minShare + rounding ? [share / shares[index]!] : []
      )
      for (const scale of roomy) expect(scale / roomy[0]!).toBeCloseTo(1, 6)
    })
  )
})

test('never creates parts below the minimum', () => {
  fc.assert(
    fc.property(grown, (layout) => {
      expectSound(layout)
      for (const share of sharesOf(layout)) expect(share).toBeGreaterThanOrEqual(minShare - rounding)
    })
  )
})

test('activates without other changes', () => {
  fc.assert(
    fc.property(anyMove, ({ layout, panel }) => {
      const after = activate(layout, panel)
      expect(tabsWith(after, panel)!.active).toBe(panel)
      expect(boxes(after)).toEqual(boxes(layout))
      expect(activate(after, panel)).toBe(after)
    })
  )
})

test('defaults to the side of the largest panel', () => {
  fc.assert(
    fc.property(anyLayout(), fc.double({ min: 0.3, max: 3, noNaN: true }), (layout, aspect) => {
      const spot = roomiest(layout, aspect)
      if (!('beside' in spot) || spot.beside === null) throw new Error('There is room beside something.')
      const all = boxes(layout)
      const own = all.get(spot.beside)!
      for (const box of all.values())
        expect(own.width * own.height).toBeGreaterThan(box.width * box.height - rounding)
      expect(spot.edge).toBe(own.width * aspect >= own.height ? 'right' : 'bottom')
    })
  )
  expect(insert(null, 'one', roomiest(null, 1))).toEqual(tabsOf('one'))
})

test('detects invalid layouts', () => {
  fc.assert(
    fc.property(anyLayout(), (layout) => {
      expect(isSound(layout)).toBe(true)
      expect(isSound({ kind: 'split', direction: 'row', parts: [layout], shares: [1] })).toBe(false)
      expect(isSound({ kind: 'split', direction: 'row', parts: [layout, layout], shares: [0.5, 0.5] })).toBe(
        false
      )
      expect(
        isSound({ kind: 'split', direction: 'row', parts: [layout, tabsOf('x')], shares: [0.5, 0.6] })
      ).toBe(false)
    })
  )
  expect(isSound({ kind: 'tabs', panels: ['a'], active: 'b' })).toBe(false)
  expect(isSound(null)).toBe(true)
})

test('defaults to the right edge', () => {
  fc.assert(
    fc.property(anyLayout(), fc.boolean(), spotAmong(['nobody']), (layout, _tabbed, spot) => {
      if ('beside' in spot && spot.beside === null) return
      expect(insert(layout, 'new', spot)).toEqual(insert(layout, 'new', { beside: null, edge: 'right' }))
    })
  )
})
