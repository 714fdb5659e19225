import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import {
  freshUserData,
  launch,
  program,
  ready,
  savedDesk,
  startApp,
  startArguments,
  startEnvironment,
  type LaunchOptions
} from './app'
import { call } from './connections-desk'
import { withTray } from './desktop'
import { expect } from './expect'
import { installApp } from './installed-app'
import { test } from './test'

let home: string
test.beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'leadline-login-'))
})
test.afterEach(() => rm(home, { recursive: true, force: true }))

const row = (page: Page) => page.getByRole('switch', { name: 'Start at login' })

test('is switched on and off in the settings of an installed app, as the system has it', async () => {
  test.setTimeout(120_000)
  const installed = await installApp()
  const running = await launch({
    offline: true,
    view: 'settings',
    settings: { guideDone: true },
    executable: installed.executable,
    env: { XDG_CONFIG_HOME: home }
  })
  const { page } = running
  const file = path.join(home, 'autostart/leadline.desktop')
  await page.keyboard.press('Control+,')
  await expect(row(page)).not.toBeChecked()
  await row(page).click()
  await expect(page.getByText('Starts in the tray when you log in')).toBeVisible()
  await expect
    .poll(() => readFile(file, 'utf8').catch(() => ''))
    .toContain(`Exec=${installed.executable} --start-in-tray\n`)
  // Like the settings of the desktop.
  await writeFile(file, `${await readFile(file, 'utf8')}Hidden=true\n`)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(row(page)).not.toBeChecked()
  await row(page).click()
  await expect(row(page)).toBeChecked()
  await expect.poll(() => readFile(file, 'utf8')).not.toContain('Hidden')
  // Reads and changes run in order: the change is done, with the look at its result.
  await call(page, (bridge) => bridge.call.login.read())
  await writeFile(file, 'not a desktop entry')
  await row(page).click()
  await expect(row(page)).toBeDisabled()
  await expect(page.getByText(`${file} cannot be read, or starts another program.`)).toBeVisible()
  expect(await readFile(file, 'utf8')).toBe('not a desktop entry')
  await running.close()
  await installed.remove()
})

async function startQuietly(options: LaunchOptions): Promise<{
  readonly app: ElectronApplication
  readonly userData: string
  readonly end: () => Promise<void>
}> {
  const userData = await freshUserData({ offline: true, ...options })
  const app = await startApp(userData, { ...options, args: ['--start-in-tray'] })
  return {
    app,
    userData,
    async end() {
      await app.evaluate(({ app: main }) => main.quit())
      await once(app.process(), 'exit').catch(() => {})
      await rm(userData, { recursive: true, force: true })
    }
  }
}

const startAgain = async (userData: string, ...args: string[]) => {
  const second = spawn(program(), startArguments(userData, args), {
    env: startEnvironment(),
    stdio: 'ignore'
  })
  await once(second, 'exit')
}

test('starts in the tray without a window, and restores the windows when it is opened', async () => {
  const files = { 'windows.json': { version: 2, windows: [savedDesk('statements')], arrangements: [] } }
  const { app, userData, end } = await startQuietly({ env: { PATH: await withTray(home) }, files })
  const windows = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
  await startAgain(userData, '--start-in-tray')
  expect(await windows()).toBe(0)
  const opened = app.waitForEvent('window')
  await startAgain(userData)
  const page = await opened
  await ready(page)
  await expect(page.getByRole('heading', { name: 'Statements', level: 1 })).toBeVisible()
  expect(await windows()).toBe(1)
  await end()
})

test('keeps the windows of the last session if none was opened', async () => {
  const saved = { version: 2, windows: [savedDesk('help')], arrangements: [] }
  const userData = await freshUserData({ offline: true, files: { 'windows.json': saved } })
  const app = await startApp(userData, { args: ['--start-in-tray'], env: { PATH: await withTray(home) } })
  const ended = once(app.process(), 'exit')
  await app.evaluate(({ app: main }) => main.quit())
  await ended
  const kept = JSON.parse(await readFile(path.join(userData, 'windows.json'), 'utf8')) as typeof saved
  expect(kept.windows).toMatchObject(saved.windows)
  await rm(userData, { recursive: true, force: true })
})

test('is minimized if the user wants no tray', async () => {
  const { app, end } = await startQuietly({ settings: { lastWindow: 'quit' } })
  await ready(await app.firstWindow())
  const isMinimized = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isMinimized()))
  await expect.poll(isMinimized).toEqual([true])
  await end()
})
