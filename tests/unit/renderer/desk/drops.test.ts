import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyAction } from '#engine/workspace/apply'
import type { Desk } from '#engine/workspace/desk'
import {
  boxes,
  linkGroups,
  panelsOf,
  tabsOf,
  type Layout,
  type LinkMarkets,
  type Panel
} from '#shared/domain/workspace/index'
import { stripHeight } from '#renderer/desk/cells'
import { dropAt } from '#renderer/desk/drops'
import { layouts, point, size } from './layouts'

const links = Object.fromEntries(linkGroups.map((group) => [group, null])) as LinkMarkets
const ports = { newId: () => 'new', now: () => 0, markets: () => [] }

function deskWith(layout: Layout, others: readonly string[] = []): Desk {
  const all = [...panelsOf(layout), ...others]
  const panel = (id: string): Panel => ({ id, kind: 'book', link: null, market: null, settings: {} })
  const frames = [{ id: 'main', root: layout }, ...others.map((id) => ({ id: `of ${id}`, root: tabsOf(id) }))]
  const panels = Object.fromEntries(all.map((id) => [id, panel(id)]))
  return {
    all: [{ id: 'w', name: 'Desk', locked: false, frames, panels, links }],
    links,
    histories: {},
    removed: []
  }
}

/** The result in main. */
function afterDrop(desk: Desk, panel: string, spot: NonNullable<ReturnType<typeof dropAt>>['spot']) {
  const done = applyAction(desk, { do: 'panel.move', workspace: 'w', panel, frame: 'main', spot }, ports)
  return done.desk.all[0]!.frames[0]!.root
}

describe('a drop', () => {
  it('previews exactly the result in main', () => {
    fc.assert(
      fc.property(layouts, fc.nat(), point, (layout, which, at) => {
        const panels = panelsOf(layout)
        const panel = panels[which % panels.length]!
        const drop = dropAt(layout, panel, at, size)
        if (!drop) return
        const after = afterDrop(deskWith(layout), panel, drop.spot)
        expect(boxes(after).get(panel)).toEqual(drop.box)
        expect(panelsOf(after).toSorted()).toEqual(panels.toSorted())
        expect(after).not.toEqual(layout)
      })
    )
  })

  it('previews a panel from another window', () => {
    fc.assert(
      fc.property(layouts, point, (layout, at) => {
        const drop = dropAt(layout, 'stranger', at, size)
        expect(drop).not.toBeNull()
        const after = afterDrop(deskWith(layout, ['stranger']), 'stranger', drop!.spot)
        expect(boxes(after).get('stranger')).toEqual(drop!.box)
      })
    )
  })

  it('has five zones per panel, four at the window edges, and none on itself', () => {
    const two = {
      kind: 'split',
      direction: 'row',
      parts: [tabsOf('a'), tabsOf('b')],
      shares: [0.5, 0.5]
    } as const
    const over = (x: number, y: number, panel = 'a') => dropAt(two, panel, { x, y }, size)?.spot
    expect(over(1200, 450)).toEqual({ among: 'b', index: 1 })
    expect(over(850, 450)).toBeUndefined()
    expect(over(850, 450, 'c')).toEqual({ beside: 'b', edge: 'left' })
    expect(over(1560, 450)).toEqual({ beside: 'b', edge: 'right' })
    expect(over(1200, 60)).toEqual({ beside: 'b', edge: 'top' })
    expect(over(1200, 840)).toEqual({ beside: 'b', edge: 'bottom' })
    expect(over(400, 450)).toBeUndefined()
    expect(over(800, 4)).toEqual({ beside: null, edge: 'top' })
    expect(over(800, 896)).toEqual({ beside: null, edge: 'bottom' })
    expect(over(3, 450)).toBeUndefined()
    expect(over(1597, 450, 'c')).toEqual({ beside: null, edge: 'right' })
    expect(over(-1, 450)).toBeUndefined()
  })

  it('uses the index of the tab under the pointer', () => {
    const tabs = { kind: 'tabs', panels: ['a', 'b', 'c'], active: 'a' } as const
    const high = stripHeight - 8
    expect(dropAt(tabs, 'd', { x: 20, y: high }, size)?.spot).toEqual({ among: 'a', index: 0 })
    expect(dropAt(tabs, 'd', { x: 200, y: high }, size)?.spot).toEqual({ among: 'a', index: 1 })
    expect(dropAt(tabs, 'd', { x: 900, y: high }, size)?.spot).toEqual({ among: 'a', index: 3 })
    expect(dropAt(tabs, 'a', { x: 20, y: high }, size)).toBeNull()
    expect(dropAt(tabs, 'a', { x: 900, y: high }, size)?.spot).toEqual({ among: 'b', index: 2 })
  })

  it('fills an empty window', () => {
    expect(dropAt(null, 'a', { x: 5, y: 5 }, size)?.box).toEqual({ left: 0, top: 0, width: 1, height: 1 })
  })
})
