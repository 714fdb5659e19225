import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { launch, makeUserData, ready, type RunningApp } from './app'

let userData: string
test.beforeEach(async () => {
  userData = await makeUserData()
})
test.afterEach(() => rm(userData, { recursive: true, force: true, maxRetries: 5 }))

const windowsFile = () => path.join(userData, 'windows.json')
const keep = (windows: readonly object[], version = 1) =>
  writeFile(windowsFile(), JSON.stringify({ version, windows }))
const bounds = ({ app }: RunningApp) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.getNormalBounds()))
const area = ({ app }: RunningApp) => app.evaluate(({ screen }) => screen.getPrimaryDisplay().workArea)

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

test('size, place, view and number of windows come back after a restart', async () => {
  let running = await launch({ userData })
  const [before] = await bounds(running)
  expect(inside(before!, await area(running))).toBe(true)
  const second = running.app.waitForEvent('window')
  await running.page.evaluate(() => window.leadline!.call.windows.open({ view: 'settings' }))
  await ready(await second)
  await running.app.evaluate(({ BrowserWindow }) => {
    const [newest, oldest] = BrowserWindow.getAllWindows().sort((one, other) => other.id - one.id)
    newest?.setBounds({ x: 20, y: 30, width: 1000, height: 640 })
    oldest?.setBounds({ x: 60, y: 70, width: 1010, height: 650 })
  })
  await expect.poll(() => readFile(windowsFile(), 'utf8').catch(() => '')).toContain('1010')
  const left = (await bounds(running)).sort((one, other) => one.width - other.width)
  await running.close()

  running = await launch({ userData })
  await expect.poll(() => running.app.windows().length).toBe(2)
  for (const page of running.app.windows()) await ready(page)
  const restored = async () => (await bounds(running)).sort((one, other) => one.width - other.width)
  expect((await restored()).map(({ width, height }) => ({ width, height }))).toEqual(
    left.map(({ width, height }) => ({ width, height }))
  )
  const kept = JSON.parse(await readFile(windowsFile(), 'utf8')) as {
    windows: { content: { view: string } }[]
  }
  expect(kept.windows.map(({ content }) => content.view).sort()).toEqual(['markets', 'settings'])
  await running.close()
})

test('a window of a display that is gone comes back where it can be seen', async () => {
  await keep([
    {
      view: 'connections',
      bounds: { x: 9000, y: -5000, width: 1200, height: 700 },
      display: 987654,
      maximised: false
    }
  ])
  const running = await launch({ userData })
  const [now] = await bounds(running)
  expect(inside(now!, await area(running))).toBe(true)
  await running.close()
})

test('a damaged file is set aside with a notice, and the app runs on', async () => {
  await writeFile(windowsFile(), '{"version":1,"windows":[{"bounds":')
  const running = await launch({ userData })
  expect((await bounds(running)).length).toBe(1)
  await running.close()
  const names = await readdir(userData)
  const aside = names.find((name) => name.startsWith('windows.json.damaged-'))
  expect(await readFile(path.join(userData, aside!), 'utf8')).toBe('{"version":1,"windows":[{"bounds":')
})

test('a newer file is neither used nor overwritten', async () => {
  await keep([{ future: true }], 3)
  const running = await launch({ userData })
  await running.close()
  expect(await readFile(windowsFile(), 'utf8')).toBe('{"version":3,"windows":[{"future":true}]}')
})

test('an unwritable data folder: a sentence, and the app runs on', async () => {
  // A file where the folder should be stops even root.
  const taken = path.join(userData, 'taken')
  await mkdir(userData, { recursive: true })
  await writeFile(taken, 'mine')
  const running = await launch({ userData: path.join(taken, 'inside') })
  await expect(running.page.getByText(/data folder .* cannot be written/).first()).toBeVisible()
  const used = await running.app.evaluate(({ app }) => app.getPath('userData'))
  expect(used).not.toContain(taken)
  await running.close()
  await rm(used, { recursive: true, force: true })
  expect(await readFile(taken, 'utf8')).toBe('mine')
})

test('the menu is the table of commands, and sends a command to the focused window', async () => {
  const running = await launch({ userData })
  await running.page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    window.leadline!.on('app.command', ({ id }) => heard.push(id))
  })
  await running.app.evaluate(({ Menu }) =>
    Menu.getApplicationMenu()?.getMenuItemById('help.shortcuts')?.click()
  )
  await expect.poll(() => running.page.evaluate(() => window.heard)).toEqual(['help.shortcuts'])
  const appeared = running.app.waitForEvent('window')
  await running.app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('window.new')?.click())
  await ready(await appeared)
  expect((await bounds(running)).length).toBe(2)
  await running.close()
})
