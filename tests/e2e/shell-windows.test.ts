import { ready } from './app'
import { expect } from './expect'
import { sharedApp } from './shared-app'
import { test } from './test'

const away = {
  key: 'desk 1',
  content: { kind: 'desk', view: 'connections', workspace: null },
  onTop: false,
  bounds: { x: 9000, y: -5000, width: 1200, height: 700 },
  display: 987654,
  maximised: false
}
const running = sharedApp({ offline: true, files: { 'windows.json': { version: 2, windows: [away] } } })

const bounds = () =>
  running.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => window.getNormalBounds())
  )

interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
const inside = (inner: Rectangle, outer: Rectangle) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

test('restores a window of a missing display on a visible one', async () => {
  const [now] = await bounds()
  const area = await running.app.evaluate(({ screen }) => screen.getPrimaryDisplay().workArea)
  expect(inside(now!, area)).toBe(true)
  await expect(running.page.getByRole('heading', { name: 'Connections', level: 1 })).toBeVisible()
})

test('builds the menu from the commands and sends them to the focused window', async () => {
  await running.page.evaluate(() => {
    const received: string[] = []
    Object.assign(window, { received })
    window.leadline!.on('app.command', ({ id }) => received.push(id))
  })
  await running.app.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()?.getMenuItemById('help.shortcuts')?.click()
  )
  await expect.poll(() => running.page.evaluate(() => window.received)).toEqual(['help.shortcuts'])
  const appeared = running.app.waitForEvent('window')
  await running.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('window.new')?.click())
  await ready(await appeared)
  expect((await bounds()).length).toBe(2)
})

test('has hardened window preferences', async () => {
  const seen = await running.page.evaluate(() => ({
    node: ['require', 'process', 'module', 'Buffer', 'global', '__dirname'].filter((name) => name in window),
    bridge: Object.keys(window.leadline ?? {}).sort(),
    fixed: Object.isFrozen(window.leadline)
  }))
  expect(seen).toEqual({ node: [], bridge: ['call', 'on', 'platform'], fixed: true })
  const preferences = await running.app.evaluate(({ BrowserWindow, session }) => {
    const window = BrowserWindow.getAllWindows().at(-1)
    const contents = window?.webContents
    // Not in the types.
    const read: unknown = contents && Reflect.get(contents, 'getLastWebPreferences')
    const used: Electron.WebPreferences | null =
      typeof read === 'function' ? Reflect.apply(read, contents, []) : null
    return {
      sandbox: used?.sandbox,
      contextIsolation: used?.contextIsolation,
      nodeIntegration: used?.nodeIntegration ?? false,
      own: contents?.session === session.fromPartition('windows'),
      persistent: contents?.session.isPersistent(),
      spell: contents?.session.isSpellCheckerEnabled()
    }
  })
  expect(preferences).toEqual({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    own: true,
    persistent: false,
    spell: false
  })
  await running.page.reload()
  await ready(running.page)
})
