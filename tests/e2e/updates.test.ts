import { rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { canariesIn, canarySecret, canaryToken } from '../hostile/canary'
import { json, startTokenServer, type TokenServer } from '../integration/support/token-server'
import { newKey, release, signed } from '../unit/engine/app/updates/release'
import { freshUserData, launch, type RunningApp } from './app'
import { call } from './connections-desk'
import { expect } from './expect'
import { test } from './test'

const key = newKey()
/** The option is for an app that is not installed. */
const isInstalled = process.env['LEADLINE_PACKAGED_APP'] !== undefined
const notes = '### Added\n\n- A quicker `ladder`.\n- <img src="x" onerror="alert(1)">'

/** Reads requests as bytes. */
async function startUpdateServer() {
  const server = {
    requests: [] as string[],
    body: signed(release({ version: '9.0.0', notes, released: '2026-11-20T08:00:00.000Z' }), key),
    origin: '',
    close: () => Promise.resolve()
  }
  const sockets = new Set<Socket>()
  const listener = createServer((socket) => {
    sockets.add(socket)
    let received = ''
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.on('data', (part: Buffer) => {
      received += part.toString('latin1')
      if (!received.includes('\r\n\r\n')) return
      server.requests.push(received)
      received = ''
      const { body } = server
      socket.end(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nset-cookie: id=1\r\nconnection: close\r\n\r\n${body}`
      )
    })
  })
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
  server.origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  server.close = () =>
    new Promise((done) => {
      listener.close(() => done())
      for (const socket of sockets) socket.destroy()
    })
  return server
}

let server: Awaited<ReturnType<typeof startUpdateServer>>
let tokens: TokenServer
let userData: string
let running: RunningApp

const start = () =>
  launch({
    userData,
    args: [`--update-source=${path.join(userData, 'source.json')}`]
  })

test.beforeAll(async () => {
  server = await startUpdateServer()
  tokens = await startTokenServer()
  const empty = { lastCheck: null, nextCheck: null, failures: 0, problem: null, manifest: null }
  const before = { newestSequence: 0, newestVersion: null, dismissed: null, ranVersion: '0.0.9' }
  userData = await freshUserData({
    offline: true,
    view: 'settings',
    settings: { guideDone: true },
    files: { 'updates.json': { ...empty, ...before } }
  })
  const source = { url: `${server.origin}/leadline.json`, keys: [key.publicText] }
  await writeFile(path.join(userData, 'source.json'), JSON.stringify({ updates: source }))
  running = await start()
})
test.afterAll(async () => {
  await running.close()
  await tokens.close()
  await server.close()
  await rm(userData, { recursive: true, force: true, maxRetries: 5 })
})

/** A connection whose secret and token are marked. */
async function connectWithCanaries(page: Page) {
  tokens.reply = (response) =>
    json(response, 200, { access_token: canaryToken(1), expires_in: 3600, token_type: 'bearer' })
  const bridge = await page.evaluateHandle(() => window.leadline!)
  const outcome = await bridge.evaluate(
    async ({ call: calls }, { address, secret }) => {
      const saved = await calls.connections.save({
        id: null,
        draft: {
          name: 'Canary',
          environment: 'local',
          restBase: `${address}/v2`,
          tokenHost: address,
          streamAddress: address.replace('http', 'ws'),
          clientId: 'desk',
          features: { markets: false, addresses: true, conversions: false, statements: false }
        },
        clientSecret: secret,
        sessionOnly: true
      })
      if (!saved.ok || !saved.value.saved) return JSON.stringify(saved)
      const connected = await calls.connections.connect({ id: saved.value.id })
      return connected.ok ? connected.value.status.phase : connected.error.sentence
    },
    { address: tokens.address, secret: canarySecret }
  )
  expect(outcome).toBe('connected')
  expect(tokens.asked[0]?.form.get('client_secret')).toBe(canarySecret)
}

const updates = () => running.page.getByRole('region', { name: 'Updates' })
const openSettings = () => running.page.keyboard.press('Control+,')
const state = () => call(running.page, (bridge) => bridge.call.updates.read())

test('offers the changes of this version on the first start after an update', async () => {
  await running.page.getByRole('button', { name: /^Updated to Leadline 0\.1\.0/ }).click()
  const news = running.page.getByRole('dialog', { name: 'What’s new' })
  await expect(news.getByRole('heading', { level: 3 })).toHaveText(['Leadline 0.1.0'])
  await expect(news).toContainText('The desktop shell')
  await expect(running.page.getByRole('button', { name: /^Updated to/ })).toHaveCount(0)
  expect(server.requests).toEqual([])
  await running.page.keyboard.press('Escape')
})

test('sends nothing while update checks are off', async () => {
  const { page } = running
  await openSettings()
  if (isInstalled) {
    await expect(updates()).toContainText('This build has no update source')
    await expect(updates().getByRole('switch')).toHaveCount(0)
  } else {
    const toggle = updates().getByRole('switch', { name: 'Check for updates' })
    await expect(toggle).not.toBeChecked()
    await expect(updates()).toContainText(
      `Once a day, and when you click Check now, Leadline requests ${server.origin}/leadline.json.`
    )
    await expect(updates().getByRole('button')).toHaveCount(0)
  }
  const refused = await call(page, (bridge) => bridge.call.updates.check()).catch(String)
  expect(refused).toContain(isInstalled ? 'no update source' : 'Update checks are off.')
  await page.evaluate(() => window.leadline!.call.settings.change({ updates: false }))
  expect(await state()).toMatchObject({ on: false, lastCheck: null, available: null })
  expect(server.requests).toEqual([])
})

test('announces a signed release, with a request that says nothing about the user', async () => {
  const { page } = running
  await connectWithCanaries(page)
  await call(page, (bridge) => bridge.call.settings.change({ updates: true }))
  if (isInstalled) {
    // No option replaces the source of an installed app.
    expect((await state()).source).toBeNull()
    expect(server.requests).toEqual([])
    return
  }
  const mark = page.getByRole('button', { name: 'Leadline 9.0.0 is available' })
  await expect(mark).toBeVisible()
  const host = new URL(server.origin).host
  expect(server.requests).toHaveLength(1)
  expect(canariesIn(server.requests[0]!)).toEqual([])
  const [line, ...headers] = server.requests[0]!.trimEnd().split('\r\n')
  expect(line).toBe('GET /leadline.json HTTP/1.1')
  expect(headers.map((header) => header.toLowerCase()).sort()).toEqual([
    'accept-encoding: identity',
    'accept-language: en',
    'accept: application/json',
    'cache-control: no-cache',
    'connection: keep-alive',
    `host: ${host}`,
    'sec-fetch-dest: empty',
    'sec-fetch-mode: no-cors',
    'sec-fetch-site: none',
    'user-agent: leadline'
  ])

  await mark.click()
  const news = page.getByRole('dialog', { name: 'What’s new' })
  const newer = news.getByRole('region', { name: 'Leadline 9.0.0' })
  await expect(newer).toContainText('Released 2026-11-20')
  await expect(newer.getByRole('listitem')).toHaveText([
    'A quicker ladder.',
    '<img src="x" onerror="alert(1)">'
  ])
  await expect(news.getByRole('img')).toHaveCount(0)
  await expect(
    news.getByRole('region', { name: 'Leadline 0.1.0' }).getByRole('listitem').first()
  ).toContainText('desktop shell')
  await running.app.evaluate(({ shell }) => {
    shell.openExternal = (url) => {
      globalThis.opened = [url]
      return Promise.resolve()
    }
  })
  await newer.getByRole('button', { name: 'Open download page' }).click()
  await expect
    .poll(() => running.app.evaluate(() => globalThis.opened))
    .toEqual(['https://downloads.test/leadline'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await expect(mark).toHaveCount(0)

  // After a restart: known without a request, still dismissed, and not updated again.
  await running.close()
  running = await start()
  await openSettings()
  await expect(updates()).toContainText('Leadline 9.0.0 is available. Checked')
  await expect(running.page.getByRole('button', { name: 'Leadline 9.0.0 is available' })).toHaveCount(0)
  expect((await state()).wasUpdated).toBe(false)
  expect(server.requests).toHaveLength(1)

  // By hand, with cookies of before left out, and an altered manifest refused.
  server.body = server.body.replace(/"payload":"[^"]{8}/, '"payload":"AAAAAAAA')
  await updates().getByRole('button', { name: 'Check now' }).click()
  await expect(updates()).toContainText('has no valid signature, so it may have been altered')
  expect(server.requests[1]).toBe(server.requests[0])
})
