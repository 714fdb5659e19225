import { expect, test } from 'vitest'
import { maxPlacements } from '#main/workspace/windows/arrangements'
import type { SavedWindow } from '#main/workspace/windows/saved-windows'
import { left, right, setUpRegistry as setUp } from './fake-windows'

const desk: SavedWindow = {
  key: 'desk 1',
  content: { kind: 'desk', view: 'settings', workspace: 'w' },
  onTop: false,
  fullScreen: false,
  bounds: { x: 2000, y: 100, width: 1200, height: 800 },
  display: 2,
  maximised: false
}
const frame = (name: string, x: number): SavedWindow => ({
  ...desk,
  key: `frame w ${name}`,
  content: { kind: 'frame', workspace: 'w', frame: name },
  bounds: { x, y: 100, width: 300, height: 200 }
})
const frames = [frame('a', 2900), frame('b', 3200), frame('c', 3500)]
const side = [1020, 1320, 1620]

test('keeps popped-out panels side by side without their display', () => {
  const { desk: displays, registry, browsers } = setUp()
  displays.displays = [left]
  registry.restoreAll([{ ...desk, bounds: { ...desk.bounds, x: 100 }, display: 1 }, ...frames])
  expect(browsers.slice(1).map(({ bounds }) => bounds.x)).toEqual(side)
})

test('does so while running, wherever the system moved them', () => {
  const { desk: displays, registry, browsers } = setUp()
  registry.restoreAll([{ ...desk, bounds: { ...desk.bounds, x: 100 }, display: 1 }, ...frames])
  registry.kept()
  displays.displays = [left]
  for (const browser of browsers) browser.setBounds({ x: 0, y: 0, width: 960, height: 600 })
  registry.displaysChanged()
  expect(browsers.map(({ bounds }) => bounds.x)).toEqual([100, ...side])
  for (const browser of browsers) browser.setBounds({ x: 0, y: 0, width: 960, height: 600 })
  registry.displaysSettled()
  expect(browsers.map(({ bounds }) => bounds.x)).toEqual([100, ...side])
  expect(browsers[1]!.bounds).toMatchObject({ width: 300, height: 200 })
})

test('keeps positions on a display that moved', () => {
  const { desk: displays, registry, browsers } = setUp()
  registry.restoreAll([desk, ...frames])
  registry.kept()
  displays.displays = [{ ...right, workArea: left.workArea }]
  registry.displaysChanged()
  expect(browsers.map(({ bounds }) => bounds.x)).toEqual([80, 980, 1280, 1580])
})

test('keeps the desk’s bounds and workspace when closed last', () => {
  const first = setUp()
  first.registry.restoreAll([desk, ...frames])
  first.registry.kept()
  for (const browser of first.browsers) {
    browser.close()
    first.registry.kept()
  }
  first.registry.startQuitting()
  const kept = first.registry.kept()
  expect(kept.windows).toEqual([frames[2], desk])
  first.registry.restoreAll([])
  expect(first.registry.all.map(({ key }) => key)).toEqual(['frame w c', 'desk 1'])

  const next = setUp(kept)
  next.registry.restoreAll(kept.windows)
  expect(next.browsers.map(({ bounds }) => bounds)).toEqual([frames[2]!.bounds, desk.bounds])
  expect(next.registry.desk?.content).toEqual(desk.content)
})

test('restores the closed desk with panel windows', () => {
  const { registry, browsers } = setUp()
  registry.restoreAll([desk, frames[0]!])
  browsers[0]!.close()
  expect(registry.kept().windows).toEqual([frames[0], desk])
  registry.startQuitting()
  browsers[1]!.close()
  expect(registry.kept().windows).toEqual([frames[0], desk])
})

test('saves bounds only for existing workspaces, per arrangement', () => {
  const first = setUp()
  first.registry.isThere = (content) => content.kind !== 'frame' || content.frame !== 'b'
  first.registry.restoreAll([desk, ...frames.slice(0, 1)])
  first.registry.open({ kind: 'frame', workspace: 'w', frame: 'b' })
  first.registry.open({ kind: 'workspace', workspace: 'w' })
  first.registry.kept()
  first.desk.displays = [left]
  first.registry.displaysChanged()
  first.registry.displaysSettled()
  for (const browser of first.browsers) browser.close()
  const { arrangements } = first.registry.kept()
  expect(arrangements.map(({ places }) => Object.keys(places).sort())).toEqual(
    Array(2).fill(['desk 1', 'frame w a', 'workspace w'])
  )

  const next = setUp({ windows: [], arrangements })
  next.registry.restoreAll([])
  expect(next.browsers[0]!.bounds).toEqual(desk.bounds)
})

test('limits saved bounds to the latest', () => {
  const { registry, browsers } = setUp()
  for (let number = 0; number < maxPlacements + 50; number++) {
    registry.open({ kind: 'frame', workspace: 'w', frame: `${number}` })
    browsers.at(-1)!.close()
  }
  const [{ places } = { places: {} }] = registry.kept().arrangements
  expect(Object.keys(places)).toHaveLength(maxPlacements)
  expect(Object.keys(places)).toContain(`frame w ${maxPlacements + 49}`)
})

test('restores all closed windows on demand', () => {
  const { registry, browsers } = setUp()
  let calls = 0
  registry.restoreAll([desk])
  registry.restored = () => calls++
  browsers[0]!.close()
  registry.comeForward()
  expect(registry.all.map(({ content }) => content)).toEqual([desk.content])
  expect(browsers[1]!.bounds).toEqual(desk.bounds)
  expect(browsers[1]!.shown).toBe(1)
  expect(calls).toBe(1)
  registry.comeForward()
  expect(browsers[1]!.shown).toBe(2)
  expect(calls).toBe(1)
})

test('opens a desk when only panels are open', () => {
  const { registry, browsers } = setUp()
  registry.restoreAll([desk, frames[0]!])
  browsers[0]!.close()
  registry.comeForward()
  expect(registry.all.map(({ content }) => content.kind)).toEqual(['frame', 'desk'])
})

test('opens a desk for a view on demand', () => {
  const { registry, browsers } = setUp()
  registry.restoreAll([{ ...desk, key: 'workspace w', content: { kind: 'workspace', workspace: 'w' } }])
  expect(registry.deskInFront().content.kind).toBe('desk')
  browsers[1]!.close()
  browsers[0]!.close()
  const { id, content, browser } = registry.deskInFront()
  expect(registry.all.map((window) => window.content.kind)).toEqual(['workspace', 'desk'])
  expect(content.kind).toBe('desk')
  expect(browser).toBe(browsers.at(-1))
  expect(browsers.at(-1)!.shown).toBe(1)
  expect(registry.deskInFront().id).toBe(id)
})

test('prefers the newest desk without focus', () => {
  const { registry, browsers } = setUp()
  registry.restoreAll([desk, frames[0]!])
  expect(registry.focused?.key).toBe('desk 1')
  browsers[1]!.focused = true
  expect(registry.focused?.key).toBe('frame w a')
})
