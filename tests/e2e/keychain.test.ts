import { execFile } from 'node:child_process'
import { readFile, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { startPrivateKeyring, type PrivateKeyring } from '../integration/keychain/private-keyring'
import { startTokenServer, type TokenServer } from '../integration/support/token-server'
import { freshUserData, launch, type RunningApp } from './app'
import { call, fillProfile, openConnections } from './connections-desk'
import { expect } from './expect'
import { test } from './test'

const run = promisify(execFile)
const secret = 'not-for-any-window-or-file'

let server: TokenServer
let userData: string
let running: RunningApp | null = null
let keyring: PrivateKeyring | null = null
test.beforeEach(async () => {
  server = await startTokenServer()
  userData = await freshUserData({ offline: true, view: 'connections', settings: { guideDone: true } })
})
test.afterEach(async () => {
  await running?.close()
  await keyring?.stop()
  await server.close()
  await rm(userData, { recursive: true, force: true, maxRetries: 5 })
  running = keyring = null
})

const start = async (environment: NodeJS.ProcessEnv = {}) => {
  const given = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined
  )
  running = await launch({ userData, env: Object.fromEntries(given) })
  return running.page
}
const profileIn = async (page: Page) =>
  (await call(page, (bridge) => bridge.call.connections.read())).profiles.find(({ name }) => name === 'Desk')

async function keptForSession(page: Page): Promise<string> {
  const bridge = await page.evaluateHandle(() => window.leadline!)
  const saved = await bridge.evaluate(
    (own, clientSecret) =>
      own.call.connections.save({
        id: null,
        draft: {
          name: 'Session',
          environment: 'sandbox',
          restBase: 'https://api.example.test/v2',
          tokenHost: 'https://auth.example.test',
          streamAddress: 'wss://stream.example.test',
          clientId: 'desk',
          features: { markets: true, addresses: false, conversions: false, statements: false }
        },
        clientSecret,
        sessionOnly: true
      }),
    secret
  )
  if (!saved.ok || !saved.value.saved) throw new Error(JSON.stringify(saved))
  const { id: own, state } = saved.value
  expect(state.profiles.find(({ id }) => id === own)?.secret).toBe('session')
  return own
}

/** All text files. */
async function everythingWritten(): Promise<string> {
  const names = await readdir(userData, { recursive: true, withFileTypes: true })
  const files = names
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  return (await Promise.all(files.map((file) => readFile(file, 'latin1').catch(() => '')))).join('\n')
}

test('stores a secret in the real keychain, uses it after a restart, and deletes it', async () => {
  let page = await start()
  await openConnections(page)
  await fillProfile(page, { name: 'Desk', tokenHost: server.address, secret })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await profileIn(page))?.secret).toBe('keychain')
  const { id } = (await profileIn(page))!
  const other = await keptForSession(page)
  expect(JSON.stringify(await call(page, (bridge) => bridge.call.connections.read()))).not.toContain(secret)
  await running!.close()
  expect(await everythingWritten()).not.toContain(secret)

  page = await start()
  const profiles = await call(page, (bridge) => bridge.call.connections.read())
  expect(profiles.profiles.find((one) => one.id === other)?.secret).toBe('none')
  await openConnections(page)
  await page.getByText('Desk', { exact: true }).first().click()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect.poll(() => server.asked.at(-1)?.form.get('client_secret')).toBe(secret)
  await expect
    .poll(async () => (await call(page, (bridge) => bridge.call.connections.read())).status)
    .toMatchObject({ phase: 'connected', profileId: id })

  await page.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect.poll(() => profileIn(page)).toBeUndefined()
  const items = await run('dbus-send', [
    '--session',
    '--print-reply',
    '--dest=org.freedesktop.secrets',
    '/org/freedesktop/secrets',
    'org.freedesktop.Secret.Service.SearchItems',
    `dict:string:string:account,${id}`
  ])
  expect(items.stdout).not.toContain('object path')
})

test('reports a locked keychain at once and keeps the secret for the session', async () => {
  keyring = await startPrivateKeyring(path.join(userData, 'home'))
  await keyring.lock()
  const page = await start(keyring.environment)
  await openConnections(page)
  await fillProfile(page, { name: 'Desk', tokenHost: server.address, secret })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The keychain is locked').first()).toBeVisible()
  expect((await profileIn(page))?.secret).toBe('none')

  await page.getByLabel('Keep the secret for this session only').check()
  await page.getByLabel('Client secret', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await profileIn(page))?.secret).toBe('session')
})

test('reports a missing keychain and keeps running', async () => {
  const page = await start({ DBUS_SESSION_BUS_ADDRESS: `unix:path=${path.join(userData, 'no-bus')}` })
  const keychain = async () => (await call(page, (bridge) => bridge.call.connections.read())).keychain
  await expect.poll(async () => (await keychain()).state).toBe('absent')
  expect((await keychain()).sentence).toContain('this session only')
})
