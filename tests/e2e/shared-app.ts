import { test, type ElectronApplication } from '@playwright/test'
import type { DataKind } from '../../electron/shared/contract/data'
import { launch, ready, type LaunchOptions, type RunningApp } from './app'
import { call } from './connections-desk'
import { resize } from './face'

export interface SharedAppOptions extends LaunchOptions {
  /** Of the first window's content. */
  readonly size?: readonly [width: number, height: number]
  /** Runs before each test but the first; without it everything is as at the start again. */
  readonly between?: (running: RunningApp) => Promise<void>
}

/**
 * One app for all tests of a file. What a window complains of fails the test in which it happened. A test that fails ends
 * the app, and the next one has a new one.
 */
export function sharedApp(options: SharedAppOptions = {}): RunningApp {
  const { size, between = (running) => reset(running, settings) } = options
  const settings = { guideDone: true, ...options.settings }
  let running: RunningApp | null = null
  let isFresh = true
  const now = () => {
    if (!running) throw new Error('The shared app runs only while tests do.')
    return running
  }
  test.beforeAll(async () => {
    running = await launch({ ...options, settings })
    await keepOriginals(running.app)
    isFresh = true
  })
  test.beforeEach(async () => {
    if (!isFresh) await between(now())
    isFresh = false
    if (size) await resize(now().app, now().page, ...size)
  })
  test.afterEach(() => now().checkComplaints())
  test.afterAll(async () => {
    await running?.close()
    running = null
  })
  return {
    get app() {
      return now().app
    },
    get page() {
      return now().page
    },
    get userData() {
      return now().userData
    },
    checkComplaints: () => now().checkComplaints(),
    errorOutput: () => now().errorOutput(),
    close: () => now().close()
  }
}

const kinds: readonly DataKind[] = [
  'connections',
  'markets',
  'alerts',
  'workspaces',
  'candles',
  'addresses',
  'conversions',
  'quotes',
  'settings'
]

/** Nothing that an earlier test has made is left; fetched statements alone stay, which nothing deletes. */
export async function reset(
  { app, page }: RunningApp,
  settings: NonNullable<LaunchOptions['settings']>
): Promise<void> {
  await restoreOriginals(app)
  await call(page, (bridge) => bridge.call.connections.disconnect())
  const bridge = await page.evaluateHandle(() => window.leadline!)
  await bridge.evaluate(
    async ({ call: calls }, { kinds: cleared, settings: wanted }) => {
      for (const kind of cleared) {
        const done = await calls.data.clear({ kind })
        if (!done.ok) throw new Error(done.error.sentence)
      }
      await calls.settings.change(wanted)
    },
    { kinds, settings }
  )
  const others = app.windows().filter((window) => window !== page)
  await Promise.all(others.map((window) => window.close()))
  await page.mouse.move(0, 0)
  await page.evaluate(() => history.replaceState(null, '', '#/markets'))
  await page.reload()
  await ready(page)
}

/** What tests put their own answers in place of, and the window's first size. */
const keepOriginals = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow, dialog, shell }) => {
    const bounds = BrowserWindow.getAllWindows()[0]?.getBounds()
    globalThis.originals = { dialog: { ...dialog }, shell: { ...shell }, bounds: bounds ?? null }
  })

const restoreOriginals = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow, dialog, shell }) => {
    const { originals } = globalThis
    if (!originals) throw new Error('The app was not started for several tests.')
    Object.assign(dialog, originals.dialog)
    Object.assign(shell, originals.shell)
    const [window] = BrowserWindow.getAllWindows().sort((one, other) => one.id - other.id)
    if (originals.bounds) window?.setBounds(originals.bounds)
  })
