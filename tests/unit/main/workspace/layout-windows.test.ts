import { expect, test } from 'vitest'
import { LayoutWindows } from '#main/workspace/layout-windows'
import type { WorkspaceAction } from '#shared/contract/workspace/workspaces'
import { mainLayout, type PanelKind } from '#shared/domain/workspace/index'
import { Hands } from '../../engine/workspace/desk'
import { setUpRegistry } from './windows/fake-windows'

function setUp() {
  const hands = new Hands()
  const { registry, browsers, desk } = setUpRegistry(undefined, (window) => frames.watch(window))
  const refusals: string[] = []
  const act = (action: WorkspaceAction) => {
    const made = hands.act(action)
    frames.follow()
    return made
  }
  const frames: LayoutWindows = new LayoutWindows({
    registry,
    displays: desk,
    workspaces: () => hands.desk.all,
    returnToDesk: (workspace, frame) => void act({ do: 'window.return', workspace, frame }),
    refused: (_window, sentence) => refusals.push(sentence)
  })
  const workspace = hands.first.id
  const popOut = (kind: PanelKind) =>
    act({ do: 'panel.popOut', workspace, panel: hands.panel(kind), withTabs: false })!
  return { hands, registry, browsers, displays: desk, refusals, frames, act, workspace, popOut }
}

const shown = ({ registry }: ReturnType<typeof setUp>) => registry.all.map(({ content }) => content.kind)
/** Windows close after the event. */
const afterwards = () => new Promise((done) => setImmediate(done))

test('opens one window under the pointer, sized for its panel', () => {
  const desk = setUp()
  desk.registry.restoreAll([])
  desk.frames.start()
  const frame = desk.popOut('book')
  expect(shown(desk)).toEqual(['desk', 'frame'])
  expect(desk.browsers[1]!.bounds).toEqual({ x: 440, y: 440, width: 420, height: 640 })
  expect(desk.registry.all[1]!.content).toEqual({ kind: 'frame', workspace: desk.workspace, frame })
  desk.frames.follow()
  desk.act({
    do: 'panel.move',
    workspace: desk.workspace,
    panel: desk.hands.panel('trades'),
    frame,
    spot: { beside: null, edge: 'bottom' }
  })
  expect(shown(desk)).toEqual(['desk', 'frame'])
})

test('returns the panels when the user closes the window', async () => {
  const desk = setUp()
  desk.registry.restoreAll([])
  desk.frames.start()
  desk.popOut('book')
  desk.browsers[1]!.close()
  expect(desk.hands.first.frames.map(({ id }) => id)).toEqual([mainLayout])
  expect(Object.keys(desk.hands.first.panels)).toHaveLength(7)
  await afterwards()
  expect(shown(desk)).toEqual(['desk'])
})

test('keeps a locked window open with a message', () => {
  const desk = setUp()
  desk.registry.restoreAll([])
  desk.frames.start()
  desk.popOut('book')
  desk.act({ do: 'workspace.lock', workspace: desk.workspace, locked: true })
  desk.browsers[1]!.close()
  expect(shown(desk)).toEqual(['desk', 'frame'])
  expect(desk.refusals).toEqual(['The layout of “BTC desk” is locked. Unlock it to make changes.'])
  desk.act({ do: 'workspace.lock', workspace: desk.workspace, locked: false })
  desk.browsers[1]!.close()
  expect(shown(desk)).toEqual(['desk'])
})

test('returns nothing if another listener keeps the window open', () => {
  const desk = setUp()
  desk.registry.restoreAll([])
  desk.frames.start()
  const frame = desk.popOut('book')
  // Like the question before the last window closes.
  desk.browsers[1]!.prependListener('close', (event: { preventDefault: () => void }) =>
    event.preventDefault()
  )
  desk.browsers[1]!.close()
  expect(desk.hands.first.frames.map(({ id }) => id)).toEqual([mainLayout, frame])
})

test('returns nothing on quit', () => {
  const desk = setUp()
  desk.registry.restoreAll([])
  desk.frames.start()
  const frame = desk.popOut('book')
  desk.registry.startQuitting()
  for (const browser of desk.browsers) browser.close()
  expect(desk.hands.first.frames.map(({ id }) => id)).toEqual([mainLayout, frame])
  expect(desk.registry.kept().windows.map(({ content }) => content.kind)).toEqual(['desk', 'frame'])
})

test('closes the window on undo and reopens it on redo', async () => {
  const desk = setUp()
  desk.registry.restoreAll([])
  desk.frames.start()
  desk.popOut('chart')
  const moved = { x: 900, y: 300, width: 700, height: 400 }
  desk.browsers[1]!.setBounds(moved)
  desk.registry.kept()
  desk.act({ do: 'undo', workspace: desk.workspace })
  await afterwards()
  expect(shown(desk)).toEqual(['desk'])
  desk.act({ do: 'redo', workspace: desk.workspace })
  expect(shown(desk)).toEqual(['desk', 'frame'])
  expect(desk.browsers[2]!.bounds).toEqual(moved)
  // Panels are not returned.
  expect(desk.hands.first.frames).toHaveLength(2)
})

test('handles undo and redo at once', async () => {
  const desk = setUp()
  desk.registry.restoreAll([])
  desk.frames.start()
  desk.popOut('chart')
  desk.act({ do: 'undo', workspace: desk.workspace })
  desk.act({ do: 'redo', workspace: desk.workspace })
  await afterwards()
  expect(shown(desk)).toEqual(['desk', 'frame'])
})

test('opens windows of popped-out layouts at startup', () => {
  const desk = setUp()
  const frame = desk.popOut('book')
  expect(shown(desk)).toEqual([])
  desk.registry.restoreAll([])
  desk.frames.start()
  expect(shown(desk)).toEqual(['desk', 'frame'])
  expect(desk.registry.all[1]!.content).toEqual({ kind: 'frame', workspace: desk.workspace, frame })
})

test('opens at most one window per workspace', async () => {
  const desk = setUp()
  desk.registry.restoreAll([])
  desk.frames.start()
  desk.registry.setContent(desk.registry.all[0]!.id, {
    kind: 'desk',
    view: 'markets',
    workspace: desk.workspace
  })
  desk.frames.openWorkspace(desk.workspace)
  desk.frames.openWorkspace(desk.workspace)
  expect(shown(desk)).toEqual(['desk', 'workspace'])
  expect(desk.browsers[1]!.shown).toBe(1)
  desk.popOut('book')
  desk.act({ do: 'workspace.remove', workspace: desk.workspace })
  await afterwards()
  expect(shown(desk)).toEqual(['desk'])
  expect(desk.registry.all[0]!.content).toEqual({ kind: 'desk', view: 'markets', workspace: null })
  desk.act({ do: 'undo', workspace: desk.workspace })
  expect(shown(desk)).toEqual(['desk', 'frame'])
})

test('opens a desk when the only workspace window is removed', async () => {
  const desk = setUp()
  desk.registry.restoreAll([])
  desk.frames.start()
  desk.frames.openWorkspace(desk.workspace)
  desk.browsers[0]!.close()
  expect(shown(desk)).toEqual(['workspace'])
  desk.act({ do: 'workspace.remove', workspace: desk.workspace })
  await afterwards()
  expect(shown(desk)).toEqual(['desk'])
})

test('cascades windows that open together', () => {
  const desk = setUp()
  for (const kind of ['book', 'trades', 'watchlist'] as const) desk.popOut(kind)
  desk.registry.restoreAll([])
  desk.frames.start()
  const corners = desk.browsers.slice(1).map(({ bounds }) => `${bounds.x} ${bounds.y}`)
  expect(new Set(corners).size).toBe(3)
})

test('restores the last window with its panels', () => {
  const desk = setUp()
  desk.registry.restoreAll([])
  desk.frames.start()
  const frame = desk.popOut('book')
  desk.act({ do: 'workspace.lock', workspace: desk.workspace, locked: true })
  desk.browsers[0]!.close()
  desk.browsers[1]!.close()
  expect(shown(desk)).toEqual([])
  expect(desk.hands.first.frames.map(({ id }) => id)).toEqual([mainLayout, frame])
  // In the tray nothing opens.
  desk.act({ do: 'workspace.lock', workspace: desk.workspace, locked: false })
  expect(shown(desk)).toEqual([])
  desk.registry.restoreAll([])
  expect(shown(desk)).toEqual(['frame', 'desk'])
  desk.browsers[2]!.close()
  expect(desk.hands.first.frames.map(({ id }) => id)).toEqual([mainLayout])
})

test('returns the panels of a crashed window', () => {
  const desk = setUp()
  desk.registry.restoreAll([])
  desk.frames.start()
  desk.popOut('book')
  desk.browsers[1]!.destroy()
  expect(desk.hands.first.frames.map(({ id }) => id)).toEqual([mainLayout])
  expect(shown(desk)).toEqual(['desk'])
})

test('reopens a crashed window if the layout is locked', () => {
  const desk = setUp()
  desk.registry.restoreAll([])
  desk.frames.start()
  const frame = desk.popOut('book')
  desk.act({ do: 'workspace.lock', workspace: desk.workspace, locked: true })
  desk.browsers[1]!.destroy()
  expect(desk.hands.first.frames.map(({ id }) => id)).toEqual([mainLayout, frame])
  expect(shown(desk)).toEqual(['desk', 'frame'])
  // On quit, or as the last window.
  desk.registry.startQuitting()
  desk.browsers[2]!.destroy()
  expect(shown(desk)).toEqual(['desk'])
})

test('keeps the panels of the last crashed window', () => {
  const desk = setUp()
  desk.registry.restoreAll([])
  desk.frames.start()
  const frame = desk.popOut('book')
  desk.browsers[0]!.close()
  desk.browsers[1]!.destroy()
  expect(desk.hands.first.frames.map(({ id }) => id)).toEqual([mainLayout, frame])
  expect(shown(desk)).toEqual([])
})

test('reopens popped-out windows from the tray', () => {
  const desk = setUp()
  desk.registry.restored = () => desk.frames.follow()
  desk.registry.restoreAll([])
  desk.frames.start()
  desk.browsers[0]!.close()
  desk.popOut('book')
  desk.popOut('trades')
  expect(shown(desk)).toEqual([])
  desk.registry.comeForward()
  expect(shown(desk)).toEqual(['desk', 'frame', 'frame'])
})
