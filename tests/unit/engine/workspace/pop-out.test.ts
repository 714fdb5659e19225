import { expect, test } from 'vitest'
import { mainLayout, panelsOf, sameShape, tabsWith } from '#shared/domain/workspace/index'
import { stateOf } from '#engine/workspace/desk'
import { Hands } from './desk'

test('pops panels out alone or with tabs, and restores them together', () => {
  const hands = new Hands()
  const workspace = hands.first.id
  const [chart, book, trades] = [hands.panel('chart'), hands.panel('book'), hands.panel('trades')]
  hands.act({ do: 'panel.move', workspace, panel: book, frame: mainLayout, spot: { among: chart, index: 1 } })
  const frame = hands.act({ do: 'panel.popOut', workspace, panel: chart, withTabs: true })!
  const root = () => hands.first.frames.find(({ id }) => id === frame)?.root ?? null
  expect(root()).toEqual({ kind: 'tabs', panels: [chart, book], active: chart })
  // It already has its own window.
  expect(hands.act({ do: 'panel.popOut', workspace, panel: book, withTabs: true })).toBe(frame)
  hands.act({ do: 'panel.move', workspace, panel: trades, frame, spot: { beside: chart, edge: 'bottom' } })
  expect(panelsOf(root())).toEqual([chart, book, trades])
  hands.act({ do: 'window.return', workspace, frame })
  expect(hands.first.frames).toHaveLength(1)
  const { root: main } = hands.first.frames[0]!
  expect(tabsWith(main, book)).toEqual({ kind: 'tabs', panels: [chart, book], active: chart })
  expect(tabsWith(main, trades)?.panels).toEqual([trades])
  expect(stateOf(hands.desk).all[0]!.undo).toBe('Return 3 panels')
})

test('restores positions and sizes in any order', () => {
  const hands = new Hands()
  const workspace = hands.first.id
  const rootNow = () => hands.first.frames[0]!.root
  const before = rootNow()
  const popOut = (panel: string) => hands.act({ do: 'panel.popOut', workspace, panel, withTabs: false })!
  const returnToDesk = (frame: string) => hands.act({ do: 'window.return', workspace, frame })
  for (const kind of ['chart', 'book', 'trades', 'watchlist'] as const) {
    returnToDesk(popOut(hands.panel(kind)))
    expect(rootNow()).toEqual(before)
  }
  const [one, other] = [popOut(hands.panel('trades')), popOut(hands.panel('depth'))]
  returnToDesk(one)
  returnToDesk(other)
  expect(sameShape(rootNow()!, before!)).toBe(true)
  const moved = popOut(hands.panel('trades'))
  const [panel, beside] = [hands.panel('chart'), hands.panel('book')]
  hands.act({ do: 'panel.move', workspace, panel, frame: mainLayout, spot: { beside, edge: 'bottom' } })
  returnToDesk(moved)
  expect(new Set(panelsOf(rootNow()))).toEqual(new Set(Object.keys(hands.first.panels)))
})

test('removes a window with its last panel', () => {
  const hands = new Hands()
  const workspace = hands.first.id
  const panel = hands.panel('depth')
  const frame = hands.act({ do: 'panel.popOut', workspace, panel, withTabs: false })!
  hands.act({ do: 'panel.move', workspace, panel, frame: mainLayout, spot: { beside: null, edge: 'bottom' } })
  expect(hands.first.frames.map(({ id }) => id)).toEqual([mainLayout])
  expect(hands.refusal({ do: 'window.return', workspace, frame })).toContain('no longer exists')
})

test('keeps a panel maximized until restored or removed', () => {
  const hands = new Hands()
  const workspace = hands.first.id
  const frame = hands.first.frames[0]!.id
  const fill = (panel: string | null) => hands.act({ do: 'window.fill', workspace, frame, panel })
  const filled = () => hands.first.frames[0]!.filled
  fill(hands.panel('chart'))
  expect(filled()).toBe(hands.panel('chart'))
  hands.act({ do: 'panel.remove', workspace, panel: hands.panel('trades') })
  hands.act({ do: 'undo', workspace })
  expect(filled()).toBe(hands.panel('chart'))
  hands.act({ do: 'workspace.lock', workspace, locked: true })
  fill(null)
  expect('filled' in hands.first.frames[0]!).toBe(false)
  fill(hands.panel('book'))
  hands.act({ do: 'workspace.lock', workspace, locked: false })
  hands.act({ do: 'panel.popOut', workspace, panel: hands.panel('book'), withTabs: false })
  expect(filled()).toBeUndefined()
  // In another layout, or missing.
  fill(hands.panel('book'))
  expect(filled()).toBeUndefined()
})
