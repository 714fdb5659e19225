import { expect, test } from 'vitest'
import { withLinks, stateOf } from '#engine/workspace/desk'
import type { WorkspaceAction } from '#shared/contract/workspace/workspaces'
import {
  boxes,
  maxWorkspaceNameLength,
  mainLayout,
  marketOf,
  maxWindowLayouts,
  maxPanels,
  maxWorkspaces,
  panelsOf,
  tabsWith
} from '#shared/domain/workspace/index'
import { Hands } from './desk'

const wordsOf = (hands: Hands) => {
  const { undo, redo } = stateOf(hands.desk).all[0]!
  return { undo, redo }
}

test('refuses layout changes while locked, but allows markets, settings and tabs', () => {
  const hands = new Hands()
  const workspace = hands.first.id
  const chart = hands.panel('chart')
  const book = hands.panel('book')
  hands.act({ do: 'panel.move', workspace, panel: book, frame: mainLayout, spot: { among: chart, index: 1 } })
  const frame = hands.act({ do: 'panel.popOut', workspace, panel: hands.panel('depth'), withTabs: false })!
  hands.act({ do: 'workspace.lock', workspace, locked: true })
  const locked = 'The layout of “BTC desk” is locked. Unlock it to make changes.'
  const refused: readonly WorkspaceAction[] = [
    { do: 'panel.remove', workspace, panel: chart },
    { do: 'panel.move', workspace, panel: chart, frame: mainLayout, spot: { beside: null, edge: 'left' } },
    { do: 'panel.popOut', workspace, panel: chart, withTabs: false },
    { do: 'window.return', workspace, frame },
    { do: 'split.resize', workspace, frame: mainLayout, path: [], shares: [0.5, 0.25, 0.25] },
    { do: 'workspace.remove', workspace },
    { do: 'undo', workspace }
  ]
  for (const action of refused) expect(hands.refusal(action)).toBe(locked)
  expect(() => hands.add('chart')).toThrow()

  hands.act({ do: 'panel.activate', workspace, panel: chart })
  expect(tabsWith(hands.first.frames[0]!.root, book)?.active).toBe(chart)
  hands.act({ do: 'panel.change', workspace, panel: chart, settings: { interval: '5m' } })
  hands.act({ do: 'link.show', workspace: hands.first.id, link: 'a', market: 'ETHUSD' })
  expect(marketOf(hands.first.panels[chart]!, hands.first.links)).toBe('ETHUSD')
  hands.act({ do: 'workspace.lock', workspace, locked: false })
  hands.act({ do: 'undo', workspace })
  expect(hands.first.frames).toHaveLength(1)
})

test('reports missing items', () => {
  const hands = new Hands()
  const workspace = hands.first.id
  expect(hands.refusal({ do: 'workspace.remove', workspace: 'x' })).toContain('workspace no longer exists')
  expect(hands.refusal({ do: 'panel.remove', workspace, panel: 'x' })).toContain('panel no longer exists')
  expect(hands.refusal({ do: 'window.return', workspace, frame: 'x' })).toContain('no longer exists')
  const other = hands.desk.all[1]!
  const foreign = hands.panel('chart', other)
  expect(hands.refusal({ do: 'panel.popOut', workspace, panel: foreign, withTabs: false })).toContain('panel')
})

test('limits workspaces, panels and windows', () => {
  const hands = new Hands()
  const workspace = hands.first.id
  while (hands.desk.all.length < maxWorkspaces)
    hands.act({ do: 'workspace.add', template: 'empty', name: null })
  expect(hands.refusal({ do: 'workspace.add', template: 'deep', name: null })).toContain(
    `${maxWorkspaces} workspaces`
  )
  expect(hands.refusal({ do: 'workspace.duplicate', workspace })).toContain(`${maxWorkspaces} workspaces`)
  while (Object.keys(hands.first.panels).length < maxPanels) hands.add('trades')
  expect(() => hands.add('trades')).toThrow(`${maxPanels} panels`)
  const panels = panelsOf(hands.first.frames[0]!.root)
  for (const panel of panels.slice(0, maxWindowLayouts - 1))
    hands.act({ do: 'panel.popOut', workspace, panel, withTabs: false })
  const panel = panels.at(-1)!
  expect(hands.refusal({ do: 'panel.popOut', workspace, panel, withTabs: false })).toContain(
    `${maxWindowLayouts - 1} separate windows`
  )
})

test('keeps names unique and short', () => {
  const hands = new Hands()
  const named = (name: string | null, template: 'deep' | 'empty' = 'empty') =>
    hands.workspace(hands.act({ do: 'workspace.add', template, name })!).name
  expect(named('BTC desk')).toBe('BTC desk 2')
  expect(named('btc desk')).toBe('btc desk 3')
  const long = 'x'.repeat(maxWorkspaceNameLength)
  expect(named(long)).toBe(long)
  expect(named(long)).toBe(`${'x'.repeat(maxWorkspaceNameLength - 2)} 2`)
  expect(named(null)).toBe('Workspace')
  expect(named(null, 'deep')).toBe('BTC desk 4')
  const copy = hands.act({ do: 'workspace.duplicate', workspace: hands.first.id })!
  expect(hands.workspace(copy).name).toBe('BTC desk 5')
  expect(hands.desk.all[1]!.id).toBe(copy)
  // Its own name is not a conflict.
  hands.act({ do: 'workspace.rename', workspace: hands.first.id, name: 'BTC desk' })
  expect(wordsOf(hands).undo).toBeNull()
})

test('places a panel where most space is free', () => {
  const hands = new Hands()
  const chart = hands.panel('chart')
  const before = boxes(hands.first.frames[0]!.root)
  const largest = [...before.values()].reduce((one, other) =>
    one.width * one.height > other.width * other.height ? one : other
  )
  expect(before.get(chart)).toEqual(largest)
  const added = hands.add('trades')
  const after = boxes(hands.first.frames[0]!.root)
  const area = (id: string) => after.get(id)!.width * after.get(id)!.height
  expect(area(added)).toBeCloseTo(area(chart))
  expect(area(added) + area(chart)).toBeCloseTo(largest.width * largest.height)
})

test('gives an empty group the first panel’s market', () => {
  const hands = new Hands()
  hands.desk = withLinks(hands.desk, hands.first, { ...hands.first.links, f: null })
  const empty = hands.add('book', { link: 'f' })
  expect(hands.first.panels[empty]).toMatchObject({ link: 'f', market: null })
  hands.add('chart', { link: 'f', market: 'LTCUSD' })
  expect(hands.first.links.f).toBe('LTCUSD')
  hands.add('chart', { link: 'f', market: 'SOLUSD' })
  expect(hands.first.links.f).toBe('LTCUSD')
})

test('keeps the market when leaving a group, and takes it when joining', () => {
  const hands = new Hands()
  const workspace = hands.first.id
  const panel = hands.panel('book')
  const shown = () => marketOf(hands.first.panels[panel]!, hands.first.links)
  hands.act({ do: 'link.show', workspace: hands.first.id, link: 'a', market: 'SOLUSD' })
  expect(shown()).toBe('SOLUSD')
  hands.act({ do: 'panel.change', workspace, panel, link: null })
  hands.act({ do: 'link.show', workspace: hands.first.id, link: 'a', market: 'BTCUSD' })
  expect(shown()).toBe('SOLUSD')
  hands.act({ do: 'panel.change', workspace, panel, market: 'LTCUSD' })
  expect(shown()).toBe('LTCUSD')
  hands.act({ do: 'panel.change', workspace, panel, link: 'a' })
  expect(shown()).toBe('BTCUSD')
  hands.act({ do: 'panel.change', workspace, panel, link: null, market: null })
  expect(shown()).toBeNull()
})

test('merges settings and refuses impossible symbols', () => {
  const hands = new Hands()
  const workspace = hands.first.id
  const panel = hands.panel('chart')
  hands.act({ do: 'panel.change', workspace, panel, settings: { volume: false } })
  expect(hands.first.panels[panel]!.settings).toEqual({ interval: '1s', volume: false })
  expect(hands.refusal({ do: 'link.show', workspace: hands.first.id, link: 'a', market: '  ' })).toContain(
    'symbol'
  )
  expect(hands.refusal({ do: 'panel.change', workspace, panel, market: 'A B' })).toContain(
    'cannot contain spaces'
  )
})

test('leaves an empty workspace after removing the last one', () => {
  const hands = new Hands()
  for (const { id } of hands.desk.all) hands.act({ do: 'workspace.remove', workspace: id })
  expect(hands.desk.all).toHaveLength(1)
  expect(hands.first).toMatchObject({
    name: 'Workspace',
    panels: {},
    frames: [{ id: mainLayout, root: null }]
  })
})

test('copies all panels into the desk with new IDs', () => {
  const hands = new Hands()
  const workspace = hands.first.id
  hands.act({ do: 'panel.popOut', workspace, panel: hands.panel('book'), withTabs: false })
  hands.act({ do: 'workspace.lock', workspace, locked: true })
  const copy = hands.workspace(hands.act({ do: 'workspace.duplicate', workspace })!)
  const ids = new Set(Object.keys(hands.first.panels))
  expect(copy.frames).toHaveLength(1)
  expect(copy.locked).toBe(false)
  expect(Object.keys(copy.panels)).toHaveLength(ids.size)
  expect(Object.keys(copy.panels).some((id) => ids.has(id))).toBe(false)
  const kinds = (panels: typeof copy.panels) =>
    Object.values(panels).map(({ kind, market, link }) => ({ kind, market, link }))
  expect(kinds(copy.panels)).toEqual(kinds(hands.first.panels))
})

test('ignores actions without effect', () => {
  const hands = new Hands()
  const workspace = hands.first.id
  const panel = hands.panel('chart')
  const { desk } = hands
  hands.act({ do: 'panel.activate', workspace, panel })
  hands.act({ do: 'panel.change', workspace, panel, settings: { interval: '1s' } })
  hands.act({ do: 'link.show', workspace: hands.first.id, link: 'a', market: 'BTCUSD' })
  hands.act({ do: 'workspace.move', workspace, index: 0 })
  hands.act({ do: 'workspace.lock', workspace, locked: false })
  hands.act({ do: 'panel.move', workspace, panel, frame: mainLayout, spot: { beside: panel, edge: 'left' } })
  hands.act({ do: 'split.resize', workspace, frame: mainLayout, path: [9], shares: [0.5, 0.5] })
  hands.act({ do: 'window.return', workspace, frame: mainLayout })
  hands.act({ do: 'redo', workspace })
  expect(hands.desk).toBe(desk)
})

test('reorders workspace tabs', () => {
  const hands = new Hands()
  const [one, two, three] = hands.desk.all.map(({ id }) => id)
  hands.act({ do: 'workspace.move', workspace: one!, index: 99 })
  expect(hands.desk.all.map(({ id }) => id)).toEqual([two, three, one])
  hands.act({ do: 'workspace.move', workspace: one!, index: -4 })
  expect(hands.desk.all.map(({ id }) => id)).toEqual([one, two, three])
})

test('keeps the history of a removed workspace while it can be restored', () => {
  const hands = new Hands()
  const made = Array.from({ length: 25 }, () => {
    const id = hands.act({ do: 'workspace.add', template: 'wide', name: null })!
    hands.act({ do: 'workspace.rename', workspace: id, name: `Mine ${id}` })
    hands.act({ do: 'workspace.remove', workspace: id })
    return id
  })
  expect(Object.keys(hands.desk.histories).toSorted()).toEqual(made.slice(-20).toSorted())
  hands.act({ do: 'undo', workspace: made.at(-1)! })
  expect(hands.desk.histories[made.at(-1)!]).toBeDefined()
})
