import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { Display, Displays, Place, Rectangle } from '../../../../electron/main/windows/placement'
import { WindowRegistry, type RegistryOptions } from '../../../../electron/main/windows/registry'

const left: Display = { id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1080 } }
const right: Display = { id: 2, workArea: { x: 1920, y: 0, width: 1920, height: 1080 } }

/** A desk whose displays can be taken away. */
class Desk implements Displays {
  displays: Display[] = [left, right]
  all = () => this.displays
  primary = () => this.displays[0]!
  onChange = () => () => {}
}

/** As much of a window as the registry uses. */
class Browser extends EventEmitter {
  readonly webContents = {}
  maximised: boolean
  constructor(
    private bounds: Rectangle,
    maximised: boolean
  ) {
    super()
    this.maximised = maximised
  }
  isFocused = () => false
  isMaximized = () => this.maximised
  isFullScreen = () => false
  getNormalBounds = () => this.bounds
  setBounds(bounds: Rectangle) {
    this.bounds = bounds
    this.emit('move')
  }
  close = () => this.emit('closed')
}

function setUp() {
  const desk = new Desk()
  const browsers: Browser[] = []
  let changes = 0
  const closed: string[] = []
  const create = (place: Place) => {
    const browser = new Browser(place.bounds, place.maximised)
    browsers.push(browser)
    return browser
  }
  // Only what stands above is ever used of a window.
  const options: object = {
    displays: desk,
    create,
    onChange: () => changes++,
    onOpen: () => {},
    onClose: ({ id }: { id: string }) => closed.push(id)
  }
  const registry = new WindowRegistry(options as RegistryOptions)
  return { desk, registry, browsers, closed, changes: () => changes }
}

const onTheRight = {
  view: 'settings',
  bounds: { x: 2000, y: 100, width: 1200, height: 800 },
  display: 2,
  maximised: false
} as const

test('windows come back with their view and their place', () => {
  const { registry } = setUp()
  registry.restoreAll([onTheRight, { ...onTheRight, maximised: true }])
  expect(registry.kept()).toEqual([onTheRight, { ...onTheRight, maximised: true }])
})

test('without anything kept there is one window', () => {
  const { registry } = setUp()
  registry.restoreAll([])
  expect(registry.all).toHaveLength(1)
})

test('a display taken away while the app runs brings its windows to the others', () => {
  const { desk, registry, browsers } = setUp()
  registry.restoreAll([onTheRight])
  desk.displays = [left]
  registry.bringIntoView()
  expect(browsers[0]!.getNormalBounds()).toEqual({ x: 720, y: 100, width: 1200, height: 800 })
  expect(registry.kept()[0]).toMatchObject({ display: 1 })
})

test('a moved window is kept where it was moved to, and a change is told', () => {
  const { registry, browsers, changes } = setUp()
  registry.restoreAll([onTheRight])
  const before = changes()
  browsers[0]!.setBounds({ x: 10, y: 20, width: 1000, height: 700 })
  expect(changes()).toBe(before + 1)
  expect(registry.kept()[0]).toMatchObject({ bounds: { x: 10, y: 20, width: 1000, height: 700 }, display: 1 })
  registry.rememberView(registry.all[0]!.id, 'connections')
  expect(registry.kept()[0]?.view).toBe('connections')
})

test('a closed window is forgotten, the last one is what the next start shows', () => {
  const { registry, browsers, closed } = setUp()
  registry.restoreAll([onTheRight, { ...onTheRight, view: 'connections' }])
  browsers[0]!.close()
  expect(registry.kept().map(({ view }) => view)).toEqual(['connections'])
  browsers[1]!.close()
  expect(closed).toHaveLength(2)
  expect(registry.kept().map(({ view }) => view)).toEqual(['connections'])
  registry.restoreAll([])
  expect(registry.all.map(({ view }) => view)).toEqual(['connections'])
})

test('quitting closes all windows and forgets none', () => {
  const { registry, browsers } = setUp()
  registry.restoreAll([onTheRight, { ...onTheRight, view: 'connections' }])
  registry.startQuitting()
  for (const browser of browsers) browser.close()
  expect(registry.kept().map(({ view }) => view)).toEqual(['settings', 'connections'])
})

test('no id is given twice, and only pages of its windows are known', () => {
  const { registry, browsers } = setUp()
  const first = registry.open()
  browsers[0]!.close()
  const second = registry.open()
  expect(second.id).not.toBe(first.id)
  expect(registry.idOf(second.browser.webContents)).toBe(second.id)
  expect(registry.idOf(first.browser.webContents)).toBeNull()
  expect(registry.byId(first.id)).toBeUndefined()
})
