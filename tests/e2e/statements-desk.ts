import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import type { SandboxDescription } from '#sandbox/index'
import type { StatementRow } from '#shared/contract/records/statements/index'
import type { RunningApp } from './app'
import { call } from './connections-desk'
import { expect } from './expect'
import { sharedApp, type SharedApp, type SharedAppOptions } from './shared-app'
import { test } from './test'

/** Electron warns about Chromium’s own viewer in unpackaged apps. */
export const expectedOfViewers = [/Electron Security Warning \(Insecure Content-Security-Policy\)/]

/** Connects to a service started by the test. */
export async function connectForStatements(page: Page, description: SandboxDescription): Promise<void> {
  const bridge = await page.evaluateHandle(() => window.leadline!)
  const problem = await bridge.evaluate(async ({ call: calls }, service) => {
    const { connections } = calls
    const known = await connections.read()
    const id = known.ok ? (known.value.profiles.find(({ name }) => name === 'Own service')?.id ?? null) : null
    const saved = await connections.save({
      id,
      draft: {
        name: 'Own service',
        environment: 'local',
        restBase: service.base_url,
        tokenHost: service.auth_url,
        streamAddress: service.ws_url,
        clientId: service.client_id,
        features: { markets: false, addresses: false, conversions: false, statements: true }
      },
      clientSecret: service.client_secret,
      sessionOnly: true
    })
    if (!saved.ok || !saved.value.saved) return JSON.stringify(saved)
    const connected = await connections.connect({ id: saved.value.id })
    return connected.ok ? null : connected.error.sentence
  }, description)
  expect(problem).toBeNull()
}

/** The service’s own answer for a statement, requested without the app. */
export async function recordOf(service: SandboxDescription, id: string): Promise<Record<string, string>> {
  const granted = await fetch(`${service.auth_url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: service.client_id,
      client_secret: service.client_secret,
      scope: 'rewards:read_statements'
    })
  })
  const { access_token: token } = (await granted.json()) as { access_token: string }
  const answer = await fetch(`${service.base_url}/rewards/statements/${id}`, {
    headers: { authorization: `Bearer ${token}` }
  })
  const body = (await answer.json()) as Record<string, unknown>
  return (body['statement'] ?? body) as Record<string, string>
}

export const archiveOf = (page: Page) => call(page, (bridge) => bridge.call.statements.read())

/** Answers the system’s folder dialog. */
export const choose = (app: ElectronApplication, folder: string) =>
  app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
  }, folder)

export async function fromMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Requests these statements without waiting. */
export async function beginFetch(page: Page, ids: readonly string[]): Promise<void> {
  const bridge = await page.evaluateHandle(() => window.leadline!)
  const problem = await bridge.evaluate(async ({ call: calls }, text) => {
    const result = await calls.statements.fetch({ text })
    return result.ok ? null : result.error.sentence
  }, ids.join('\n'))
  expect(problem).toBeNull()
}

export const rowsIn = (page: Page): Promise<readonly StatementRow[]> =>
  call(page, (bridge) => bridge.call.statements.list()).then(({ rows }) => rows)

/** Uses a fresh archive, because statements persist between tests. */
export async function useEmptyArchive(
  { app, page, userData }: RunningApp,
  at: string | null = null
): Promise<void> {
  const id = randomUUID()
  const folder = at ?? path.join(userData, `statements-${id}`)
  await mkdir(folder)
  const mark = { kind: 'leadline-archive', version: 1, id }
  await writeFile(path.join(folder, 'leadline-archive.json'), JSON.stringify(mark))
  await choose(app, folder)
  const { copy } = await archiveOf(page)
  if (copy) await call(page, (bridge) => bridge.call.statements.dropCopy())
  await call(page, (bridge) => bridge.call.statements.useOther())
}

/** The app that files share, whose archive is empty again after each test. */
export function sharedStatementsApp(options: SharedAppOptions = {}): SharedApp {
  const running = sharedApp({ offline: true, view: 'statements', ...options })
  test.afterEach(async () => {
    if (!running.hasEnded()) await useEmptyArchive(running)
  })
  return running
}

export const folderOf = async (page: Page): Promise<string> => (await archiveOf(page)).folder

export const hashOf = async (file: string) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex')

/** Checks that all files of complete statements exist with the recorded bytes. */
export async function proveAll(root: string, rows: readonly StatementRow[]): Promise<number> {
  let proven = 0
  for (const { key, files } of rows) {
    for (const { name, sha256 } of files) {
      expect(await hashOf(path.join(root, key, name)), name).toBe(sha256)
      proven += 1
    }
  }
  return proven
}

/** Files that a kill may leave behind and the next start removes, except SHA256SUMS, which may be being written. */
async function debrisIn(root: string): Promise<readonly string[]> {
  const all = await readdir(root, { recursive: true }).catch(() => [])
  return all.filter((name) => /(?<!SHA256SUMS)\.(part|tmp)$/.test(name))
}

/** While the app runs, its lock is renewed through a temporary file. */
export const expectNoDebris = (root: string, what?: string) =>
  expect.poll(() => debrisIn(root), what).toEqual([])

export async function openArchive(page: Page): Promise<void> {
  await page.keyboard.press('Control+Shift+S')
  await expect(page.getByRole('heading', { name: 'Statements' })).toBeVisible()
}

export const list = (page: Page) => page.getByRole('grid', { name: 'Statements' })

export async function fetchPasted(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Fetch by ID…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Fetch statements by ID' })
  await dialog.getByRole('textbox').fill(text)
  await dialog.getByRole('button', { name: 'Fetch', exact: true }).click()
}

export async function fetchEnded(page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        const { run } = await archiveOf(page)
        return run !== null && !run.running
      },
      { timeout: 40_000, intervals: [100] }
    )
    .toBe(true)
}
