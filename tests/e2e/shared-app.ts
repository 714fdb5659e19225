import { rm } from 'node:fs/promises'
import { test, type ElectronApplication } from '@playwright/test'
import type { DataKind } from '#shared/contract/app/data'
import { calm, freshUserData, launch, ready, type LaunchOptions, type RunningApp } from './app'
import { call } from './connections-desk'
import { resize } from './face'

export interface SharedAppOptions extends LaunchOptions {
  /** Of the first window's content. */
  readonly size?: readonly [width: number, height: number]
  /** Runs before each test but the first; without it everything is as at the start again. */
  readonly between?: (running: RunningApp) => Promise<void>
}

export interface SharedApp extends RunningApp {
  /** Ends the app and starts it again with what it has kept. */
  readonly restart: (whileEnded?: () => Promise<void>) => Promise<void>
}

/**
 * One app for all tests of a file. What a window complains of fails the test in which it happened. After a test that failed
 * or ended the app, the next one has a new one.
 */
export function sharedApp(options: SharedAppOptions = {}): SharedApp {
  const { size, between = (running) => reset(running, { ...options, settings }) } = options
  const settings = { guideDone: true, ...calm.settings, ...options.settings } as const
  let running: RunningApp | null = null
  let isFresh = true
  const now = () => {
    if (!running) throw new Error('The shared app runs only while tests do.')
    return running
  }
  let userData = ''
  const start = async () => {
    running = await launch({ ...options, userData })
    await keepOriginals(running.app)
    if (size) await resize(running.app, running.page, ...size)
  }
  test.beforeAll(async () => {
    userData = await freshUserData({ ...options, settings })
    await start()
    isFresh = true
  })
  test.beforeEach(async () => {
    if (now().hasEnded()) await start()
    if (!isFresh) await between(now())
    isFresh = false
  })
  test.afterEach(() => now().checkComplaints())
  test.afterAll(async () => {
    const last = running
    running = null
    await last?.close()
    await rm(userData, { recursive: true, force: true, maxRetries: 5 })
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
    hasEnded: () => now().hasEnded(),
    close: () => now().close(),
    async restart(whileEnded) {
      await now().close()
      await whileEnded?.()
      await start()
    }
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
  { settings = {}, size, offline = false }: SharedAppOptions
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
  if (!offline) await call(page, (bridge) => bridge.call.connections.connect({ id: 'local-sandbox' }))
  await page.mouse.move(0, 0)
  await page.evaluate(() => history.replaceState(null, '', '#/markets'))
  await page.reload()
  await ready(page)
  if (size) await resize(app, page, ...size)
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
