import type { ElectronApplication } from '@playwright/test'
import type { DataKind } from '#shared/contract/app/data'
import { lowLoad, freshUserData, launch, ready, type LaunchOptions, type RunningApp } from './app'
import { call } from './connections-desk'
import { resize } from './face'
import { endApp, leaveApp, takeLeftApp, type StartedApp } from './left-app'
import { test } from './test'

export interface SharedAppOptions extends LaunchOptions {
  /** Of the content. */
  readonly size?: readonly [width: number, height: number]
  /** Resets everything by default. */
  readonly between?: (running: RunningApp) => Promise<void>
  /** The tests leave state that calls cannot clear. */
  readonly own?: true
}

export interface SharedApp extends RunningApp {
  readonly restart: (whileEnded?: () => Promise<void>) => Promise<void>
}

const canShare = ({ own, sandboxRate, files, args, env, confirmHosts }: SharedAppOptions) =>
  !(own ?? sandboxRate ?? files ?? args ?? env ?? confirmHosts)

/**
 * One app per file, reused by the next file with the same options. Complaints fail their test; a failed test gets a
 * new app.
 */
export function sharedApp(options: SharedAppOptions = {}): SharedApp {
  const { size, between = (running) => reset(running, { ...options, settings }) } = options
  const settings = { guideDone: true, ...lowLoad.settings, ...options.settings } as const
  let started: StartedApp | null = null
  let isFresh = true
  const now = () => {
    if (!started) throw new Error('The shared app runs only while tests do.')
    return started.running
  }
  const start = async (userData: string) => {
    const launched = { ...options, expected: options.expected ?? [], userData }
    started = { running: await launch(launched), userData, options: launched }
    await keepOriginals(now().app)
    if (size) await resize(now().app, now().page, ...size)
  }
  const startAgain = () => start(now().userData)
  test.beforeAll(async () => {
    started = canShare(options) ? takeLeftApp() : null
    if (started) {
      started.options.expected = options.expected ?? []
      await showWindows(now().app, true)
      await reset(now(), { ...options, settings })
    } else await start(await freshUserData({ ...options, settings }))
    isFresh = true
  })
  test.beforeEach(async () => {
    if (now().hasEnded()) await startAgain()
    if (!isFresh) await between(now())
    isFresh = false
  })
  test.afterEach(() => now().checkComplaints())
  test.afterAll(async () => {
    const last = started
    started = null
    if (last && canShare(options) && !last.running.hasEnded()) await leave(last)
    else if (last) await endApp(last)
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
      await startAgain()
    }
  }
}

/** Hidden and disconnected. */
async function leave(app: StartedApp) {
  await call(app.running.page, (bridge) => bridge.call.connections.disconnect())
  await showWindows(app.running.app, false)
  await leaveApp(app)
}

const showWindows = (app: ElectronApplication, shown: boolean) =>
  app.evaluate(({ BrowserWindow }, show) => {
    for (const window of BrowserWindow.getAllWindows())
      if (show) window.show()
      else window.hide()
  }, shown)

const kinds: readonly DataKind[] = [
  'connections',
  'markets',
  'alerts',
  'workspaces',
  'templates',
  'drawings',
  'recordings',
  'queries',
  'savedReports',
  'addresses',
  'conversions',
  'quotes',
  'settings'
]

/** Everything except fetched statements. */
export async function reset(
  { app, page }: RunningApp,
  { settings = {}, size, offline = false, view = 'markets' }: SharedAppOptions
): Promise<void> {
  await restoreOriginals(app)
  // Each of these changes would draw the whole desk again.
  await page.evaluate(() => (location.hash = '#/help'))
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
  await page.evaluate((first) => {
    localStorage.clear()
    history.replaceState(null, '', `#/${first}`)
  }, view)
  await page.reload()
  await ready(page)
  if (size) await resize(app, page, ...size)
}

/** Replaced functions and the window size. */
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
