import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import type { Settings } from '#shared/contract/app/settings'
import type { View } from '#shared/contract/workspace/views'
import { confirmHosts } from './confirm-hosts'
import { expect } from './expect'
import { repeatHungStart } from './hung-start'
import { openMainChannel } from './main-channel'

export const project = path.resolve(import.meta.dirname, '../..')
export const runningAsRoot = process.getuid?.() === 0
const maxWait = 30_000
const startLimit = 20_000

/** Three desks at full rate, with animations, need more than two cores. */
export const lowLoad = {
  sandboxRate: 100,
  settings: { frameRate: 5, flash: false, motion: 'reduced' }
} as const

export interface LaunchOptions {
  /** By default a new one, removed at the end. */
  readonly userData?: string
  readonly settings?: Partial<Settings>
  /** Starts without the local sandbox. */
  readonly offline?: boolean
  /** Shown first. By default Markets, whose panels cost as much as the rest of a start. */
  readonly view?: View
  /** Other initial files by name. */
  readonly files?: Readonly<Record<string, object>>
  readonly args?: readonly string[]
  readonly sandboxRate?: number
  readonly env?: Readonly<Record<string, string>>
  /** By default the one that all tests use. */
  readonly executable?: string
  /** Expected console messages. */
  readonly expected?: readonly RegExp[]
  /** Confirmed by default. */
  readonly confirmHosts?: 'ask'
}

export interface RunningApp {
  readonly app: ElectronApplication
  readonly page: Page
  readonly userData: string
  /** Fails on unexpected console messages since the last call. */
  readonly checkComplaints: () => Promise<void>
  /** Main's stderr so far. */
  readonly errorOutput: () => string
  readonly hasEnded: () => boolean
  /** Also checks for complaints. */
  readonly close: () => Promise<void>
}

export function runtime(): string {
  const executable = process.env['LEADLINE_ELECTRON']
  if (!executable) throw new Error('LEADLINE_ELECTRON must name the Electron executable; npm test sets it.')
  return executable
}

/** The app as it is installed, if the tests run against a package. */
const packagedApp = process.env['LEADLINE_PACKAGED_APP']

export const program = (): string => packagedApp ?? runtime()

export const startArguments = (userData: string, args: readonly string[] = [], executable = program()) => [
  // Chromium's sandbox does not support root.
  ...(runningAsRoot ? ['--no-sandbox'] : []),
  // The display has none, and finding that out costs each start a fifth of a second.
  '--disable-gpu',
  ...(executable === process.env['LEADLINE_ELECTRON'] ? [project] : []),
  `--user-data=${userData}`,
  ...args
]

export const startEnvironment = (env: Readonly<Record<string, string>> = {}) => {
  const { ELECTRON_RUN_AS_NODE: _asNode, ...own } = process.env
  return Object.fromEntries(
    Object.entries({ ...own, ...env }).filter((entry): entry is [string, string] => entry[1] !== undefined)
  )
}

export const makeUserData = () => mkdtemp(path.join(tmpdir(), 'leadline-e2e-'))

/** Of `windows.json`. */
export const savedDesk = (view: View) => ({
  key: 'desk 1',
  content: { kind: 'desk', view, workspace: null },
  onTop: false,
  fullScreen: false,
  bounds: { x: 40, y: 40, width: 1440, height: 900 },
  display: 1,
  maximised: false
})

export async function freshUserData({
  settings,
  offline = false,
  view,
  files = {}
}: LaunchOptions): Promise<string> {
  const userData = await makeUserData()
  const put = (name: string, content: object) =>
    writeFile(path.join(userData, name), JSON.stringify({ version: 1, ...content }))
  if (view) await put('windows.json', { version: 2, windows: [savedDesk(view)] })
  if (settings) await put('settings.json', { ...lowLoad.settings, ...settings })
  if (offline) await put('connections.json', { profiles: [], lastUsed: null })
  for (const [name, content] of Object.entries(files)) await put(name, content)
  return userData
}

export async function launch(options: LaunchOptions = {}): Promise<RunningApp> {
  const userData = options.userData ?? (await freshUserData(options))
  const app = await startApp(userData, options)
  let errors = ''
  // Saved, because the launcher drops it on exit.
  const child = app.process()
  child.stderr?.on('data', (part: Buffer) => (errors += part.toString()))
  if (options.confirmHosts !== 'ask') await confirmHosts(app)
  const complaints = collectComplaints(app)
  const check = () => {
    const unexpected = complaints
      .splice(0)
      .filter((text) => !options.expected?.some((known) => known.test(text)))
    expect(unexpected, 'the windows complained').toEqual([])
  }
  const page = await app.firstWindow({ timeout: maxWait })
  await ready(page)
  return {
    app,
    page,
    userData,
    async checkComplaints() {
      // A page answers after its console messages.
      await Promise.all(app.windows().map((window) => window.evaluate(() => null).catch(() => null)))
      check()
    },
    errorOutput: () => errors,
    hasEnded: () => hasEnded(child),
    async close() {
      await end(app, child)
      if (!options.userData) await rm(userData, { recursive: true, force: true, maxRetries: 5 })
      check()
    }
  }
}

/** Without waiting for a window. */
export async function startApp(userData: string, options: LaunchOptions = {}): Promise<ElectronApplication> {
  const { executable = program(), sandboxRate = lowLoad.sandboxRate, args = [], env } = options
  const own = [`--sandbox-rate=${sandboxRate}`, ...args]
  const app = await repeatHungStart(userData, startLimit, (timeout) =>
    _electron.launch({
      executablePath: executable,
      args: startArguments(userData, own, executable),
      env: startEnvironment(env),
      cwd: project,
      timeout
    })
  )
  await openMainChannel(app)
  return app
}

/** The page shows content. */
export async function ready(page: Page): Promise<void> {
  await page.waitForURL('app://leadline/**', { timeout: maxWait })
  await page.locator('#app > *').first().waitFor({ timeout: maxWait })
}

function collectComplaints(app: ElectronApplication): string[] {
  const complaints: string[] = []
  const watch = (page: Page) => {
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.stack || String(error)))
  }
  app.windows().forEach(watch)
  app.on('window', watch)
  return complaints
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** Asks the app to quit, and ends its process if it does not within a bounded time. */
async function end(app: ElectronApplication, child: ChildProcess) {
  if (hasEnded(child)) return
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  const impatience = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await app.evaluate(({ app: running }) => running.quit()).catch(() => {})
  await gone
  clearTimeout(impatience)
}
