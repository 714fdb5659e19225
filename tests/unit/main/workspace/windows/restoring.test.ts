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

test('at a start without their display, popped-out panels stay side by side on the one that is left', () => {
  const { desk: displays, registry, browsers } = setUp()
  displays.displays = [left]
  registry.restoreAll([{ ...desk, bounds: { ...desk.bounds, x: 100 }, display: 1 }, ...frames])
  expect(browsers.slice(1).map(({ bounds }) => bounds.x)).toEqual(side)
})

test('while the app runs too, wherever the system put them meanwhile', () => {
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

test('on a display that lies elsewhere now, windows lie where they lay on it', () => {
  const { desk: displays, registry, browsers } = setUp()
  registry.restoreAll([desk, ...frames])
  registry.kept()
  displays.displays = [{ ...right, workArea: left.workArea }]
  registry.displaysChanged()
  expect(browsers.map(({ bounds }) => bounds.x)).toEqual([80, 980, 1280, 1580])
})

test('windows closed one by one leave the desk its place and its workspace, for this session and the next', () => {
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

test('with panels alone open, the desk that was closed comes back with them after quitting', () => {
  const { registry, browsers } = setUp()
  registry.restoreAll([desk, frames[0]!])
  browsers[0]!.close()
  expect(registry.kept().windows).toEqual([frames[0], desk])
  registry.startQuitting()
  browsers[1]!.close()
  expect(registry.kept().windows).toEqual([frames[0], desk])
})

test('what there is no more of the workspaces has no place, all else has, on each arrangement of displays', () => {
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

test('places are bounded, and those that were noted last stay', () => {
  const { registry, browsers } = setUp()
  for (let number = 0; number < maxPlacements + 50; number++) {
    registry.open({ kind: 'frame', workspace: 'w', frame: `${number}` })
    browsers.at(-1)!.close()
  }
  const [{ places } = { places: {} }] = registry.kept().arrangements
  expect(Object.keys(places)).toHaveLength(maxPlacements)
  expect(Object.keys(places)).toContain(`frame w ${maxPlacements + 49}`)
})

test('called again while all are closed, the windows come back as they were, and whoever follows hears of it', () => {
  const { registry, browsers } = setUp()
  let heard = 0
  registry.restoreAll([desk])
  registry.restored = () => heard++
  browsers[0]!.close()
  registry.comeForward()
  expect(registry.all.map(({ content }) => content)).toEqual([desk.content])
  expect(browsers[1]!.bounds).toEqual(desk.bounds)
  expect(browsers[1]!.shown).toBe(1)
  expect(heard).toBe(1)
  registry.comeForward()
  expect(browsers[1]!.shown).toBe(2)
  expect(heard).toBe(1)
})

test('called again with panels alone open, a desk opens', () => {
  const { registry, browsers } = setUp()
  registry.restoreAll([desk, frames[0]!])
  browsers[0]!.close()
  registry.comeForward()
  expect(registry.all.map(({ content }) => content.kind)).toEqual(['frame', 'desk'])
})

test('what is to be shown has a window with all views, whatever is open or was closed last', () => {
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

test('without focus, the one to go on with is the newest that is no popped-out panel', () => {
  const { registry, browsers } = setUp()
  registry.restoreAll([desk, frames[0]!])
  expect(registry.focused?.key).toBe('desk 1')
  browsers[1]!.focused = true
  expect(registry.focused?.key).toBe('frame w a')
})
