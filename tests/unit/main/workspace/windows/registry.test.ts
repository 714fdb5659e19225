import { expect, test } from 'vitest'
import type { SavedWindow } from '#main/workspace/windows/saved-windows'
import { left, right, setUpRegistry as setUp } from './fake-windows'

const onTheRight: SavedWindow = {
  key: 'desk 1',
  content: { kind: 'desk', view: 'settings', workspace: 'w' },
  onTop: false,
  fullScreen: false,
  bounds: { x: 2000, y: 100, width: 1200, height: 800 },
  display: 2,
  maximised: false
}
const second: SavedWindow = {
  ...onTheRight,
  key: 'desk 2',
  content: { kind: 'desk', view: 'connections', workspace: null },
  bounds: { x: 2100, y: 150, width: 1100, height: 700 }
}
const frame: SavedWindow = {
  ...onTheRight,
  key: 'frame w f',
  content: { kind: 'frame', workspace: 'w', frame: 'f' },
  onTop: true,
  fullScreen: false,
  bounds: { x: 2300, y: 200, width: 300, height: 200 }
}
const viewsOf = (windows: readonly SavedWindow[]) =>
  windows.map(({ content }) => (content.kind === 'desk' ? content.view : content.kind))

test('restores windows with content, bounds and state', () => {
  const { registry, browsers } = setUp()
  const all = [
    onTheRight,
    { ...second, maximised: true },
    frame,
    { ...second, key: 'desk 3', fullScreen: true }
  ]
  registry.restoreAll(all)
  expect(registry.kept().windows).toEqual(all)
  expect(browsers.map(({ onTop }) => onTop)).toEqual([false, false, true, false])
  browsers[0]!.setFullScreen(true)
  browsers[3]!.setFullScreen(false)
  expect(registry.kept().windows.map(({ fullScreen }) => fullScreen)).toEqual([true, false, false, false])
})

test('opens one window by default, and adds a desk to popped-out panels', () => {
  const one = setUp()
  one.registry.restoreAll([])
  expect(viewsOf(one.registry.kept().windows)).toEqual(['markets'])
  const other = setUp()
  other.registry.restoreAll([frame])
  expect(viewsOf(other.registry.kept().windows)).toEqual(['frame', 'markets'])
})

test('does not restore a window without its workspace', () => {
  const { registry } = setUp()
  registry.isThere = ({ kind }) => kind !== 'frame'
  registry.restoreAll([frame, second])
  expect(viewsOf(registry.kept().windows)).toEqual(['connections'])
})

test('allows narrow panel windows but not narrow desks', () => {
  const { registry } = setUp()
  registry.restoreAll([{ ...onTheRight, bounds: { ...onTheRight.bounds, width: 300, height: 200 } }, frame])
  const [desk, narrow] = registry.kept().windows
  expect(desk!.bounds).toMatchObject({ width: 960, height: 600 })
  expect(narrow!.bounds).toMatchObject({ width: 300, height: 200 })
})

test('moves windows off a removed display', () => {
  const { desk, registry, browsers } = setUp()
  registry.restoreAll([onTheRight])
  desk.displays = [left]
  registry.displaysChanged()
  expect(browsers[0]!.getNormalBounds()).toEqual({ x: 720, y: 100, width: 1200, height: 800 })
  registry.displaysSettled()
  expect(registry.kept().windows[0]).toMatchObject({ display: 1 })
})

test('restores windows on a display that returns', () => {
  const { desk, registry, browsers } = setUp()
  registry.restoreAll([onTheRight, second, frame])
  const both = browsers.map(({ bounds }) => bounds)
  registry.kept()

  desk.displays = [left]
  // The system moves windows before and after the event.
  browsers[0]!.setBounds({ x: 0, y: 0, width: 960, height: 600 })
  registry.displaysChanged()
  browsers[1]!.setBounds({ x: 5, y: 5, width: 960, height: 600 })
  registry.displaysSettled()
  browsers[2]!.setBounds({ x: 40, y: 50, width: 320, height: 240 })
  registry.kept()
  const alone = browsers.map(({ bounds }) => bounds)

  desk.displays = [left, right]
  registry.displaysChanged()
  browsers[1]!.setBounds({ x: 7, y: 7, width: 960, height: 600 })
  // Must not be saved as the user's position.
  registry.kept()
  registry.displaysSettled()
  expect(browsers.map(({ bounds }) => bounds)).toEqual(both)

  desk.displays = [left]
  registry.displaysChanged()
  registry.displaysSettled()
  expect(browsers.map(({ bounds }) => bounds)).toEqual(alone)
})

test('restores a maximized window', () => {
  const { desk, registry, browsers } = setUp()
  registry.restoreAll([{ ...onTheRight, maximised: true }])
  registry.kept()
  desk.displays = [left]
  browsers[0]!.unmaximize()
  registry.displaysChanged()
  registry.displaysSettled()
  desk.displays = [left, right]
  registry.displaysChanged()
  registry.displaysSettled()
  expect(browsers[0]!.maximised).toBe(true)
  expect(browsers[0]!.bounds).toEqual(onTheRight.bounds)
})

test('uses the bounds of the current displays at startup', () => {
  const first = setUp()
  first.registry.restoreAll([onTheRight, frame])
  first.registry.kept()
  first.desk.displays = [left]
  first.registry.displaysChanged()
  first.registry.displaysSettled()
  first.browsers[0]!.setBounds({ x: 30, y: 40, width: 1000, height: 700 })
  const kept = first.registry.kept()
  expect(kept.arrangements).toHaveLength(2)

  const again = setUp(kept)
  again.registry.restoreAll(kept.windows)
  expect(again.browsers.map(({ bounds }) => bounds)).toEqual([onTheRight.bounds, frame.bounds])
  const gone = setUp(kept)
  gone.desk.displays = [left]
  gone.registry.restoreAll(kept.windows)
  expect(gone.browsers[0]!.bounds).toEqual({ x: 30, y: 40, width: 1000, height: 700 })
})

test('saves a moved window', () => {
  const { registry, browsers, changes } = setUp()
  registry.restoreAll([onTheRight])
  const before = changes()
  browsers[0]!.setBounds({ x: 10, y: 20, width: 1000, height: 700 })
  expect(changes()).toBe(before + 1)
  const [moved] = registry.kept().windows
  expect(moved).toMatchObject({ bounds: { x: 10, y: 20, width: 1000, height: 700 }, display: 1 })
  registry.rememberView(registry.all[0]!.id, 'connections')
  registry.stayOnTop(registry.all[0]!.id, true)
  expect(registry.kept().windows[0]).toMatchObject({
    content: { view: 'connections', workspace: 'w' },
    onTop: true
  })
  expect(browsers[0]!.onTop).toBe(true)
  expect(changes()).toBe(before + 3)
})

test('restores the bounds after full screen', () => {
  const { registry, browsers } = setUp()
  registry.restoreAll([{ ...onTheRight, fullScreen: true }])
  browsers[0]!.setBounds(right.workArea)
  expect(registry.kept().windows).toEqual([{ ...onTheRight, fullScreen: true }])
  browsers[0]!.setFullScreen(false)
  browsers[0]!.setBounds({ x: 10, y: 20, width: 1000, height: 700 })
  expect(registry.kept().windows[0]).toMatchObject({ fullScreen: false, bounds: { x: 10 } })
})

test('drops closed windows except the last one', () => {
  const { registry, browsers, closed } = setUp()
  registry.restoreAll([onTheRight, second])
  browsers[0]!.close()
  expect(viewsOf(registry.kept().windows)).toEqual(['connections'])
  browsers[1]!.close()
  expect(closed).toHaveLength(2)
  expect(viewsOf(registry.kept().windows)).toEqual(['connections'])
  registry.restoreAll([])
  expect(viewsOf(registry.kept().windows)).toEqual(['connections'])
  expect(browsers[2]!.bounds).toEqual(second.bounds)
})

test('keeps all windows on quit', () => {
  const { registry, browsers } = setUp()
  registry.restoreAll([onTheRight, second])
  registry.startQuitting()
  for (const browser of browsers) browser.close()
  expect(viewsOf(registry.kept().windows)).toEqual(['settings', 'connections'])
})

test('opens another desk with the same content and an offset', () => {
  const { registry, browsers } = setUp()
  registry.restoreAll([
    { ...onTheRight, bounds: { x: 100, y: 100, width: 1200, height: 800 }, display: 1 },
    frame
  ])
  browsers[1]!.focused = true
  const opened = registry.openDesk('diagnostics')
  expect(opened.content).toEqual({ kind: 'desk', view: 'diagnostics', workspace: 'w' })
  expect(opened.placement.bounds).toEqual({ x: 132, y: 132, width: 1200, height: 800 })
  expect(opened.key).toBe('desk 2')
})

test('uses unique IDs and knows only its pages', () => {
  const { registry, browsers } = setUp()
  const first = registry.open()
  browsers[0]!.close()
  const next = registry.open()
  expect(next.id).not.toBe(first.id)
  expect(registry.idOf(next.browser.webContents)).toBe(next.id)
  expect(registry.idOf(first.browser.webContents)).toBeNull()
  expect(registry.byId(first.id)).toBeUndefined()
})
