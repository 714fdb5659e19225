import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { startTokenServer, type TokenServer } from '../integration/support/token-server'
import { freshUserData, launch, type RunningApp } from './app'
import { call, fillProfile, openConnections } from './connections-desk'
import { expect } from './expect'
import { silentServer, type CountingServer } from './servers'
import { test } from './test'

let own: TokenServer
let foreign: CountingServer
let userData: string
let running: RunningApp

test.beforeAll(async () => {
  own = await startTokenServer()
  foreign = await silentServer()
  userData = await freshUserData({ offline: true, view: 'connections', settings: { guideDone: true } })
  running = await launch({ userData, confirmHosts: 'ask' })
  await answerWith(1)
})
test.afterAll(async () => {
  await running.close()
  await own.close()
  await foreign.close()
  await rm(userData, { recursive: true, force: true, maxRetries: 5 })
})

/** Answers main's dialogs and records them. */
const answerWith = (button: number) =>
  running.app.evaluate(({ dialog }, response) => {
    const questions = (globalThis.asked ??= [])
    dialog.showMessageBox = async (...all: unknown[]) => {
      questions.push((all.at(-1) as { detail: string }).detail)
      return { response, checkboxChecked: false }
    }
  }, button)
const asked = () => running.app.evaluate(() => globalThis.asked as string[])
const state = (page: Page) => call(page, (bridge) => bridge.call.connections.read())

test('does not send requests to a host that the user has not confirmed', async () => {
  const bridge = await running.page.evaluateHandle(() => window.leadline!)
  const results = await bridge.evaluate(async ({ call: calls }, address) => {
    const draft = {
      name: 'Scan',
      environment: 'local' as const,
      restBase: `${address}/v2`,
      tokenHost: address,
      streamAddress: address.replace('http', 'ws'),
      clientId: 'x',
      features: { markets: true, addresses: false, conversions: false, statements: false }
    }
    const typed = { id: null, draft, clientSecret: 'x' }
    return [
      await calls.connections.test(typed),
      await calls.connections.save({ ...typed, sessionOnly: true })
    ]
  }, foreign.address)
  expect(results.map((result) => (result.ok ? 'done' : result.error.code))).toEqual([
    'connection.declined',
    'connection.declined'
  ])
  expect(foreign.connections()).toBe(0)
  expect(await asked()).toHaveLength(2)
  expect((await state(running.page)).profiles).toHaveLength(1)
})

test('connects with a single question that names the hosts', async () => {
  const { page } = running
  await answerWith(0)
  await openConnections(page)
  await fillProfile(page, { name: 'Desk', tokenHost: own.address, secret: 'for-one-host-alone' })
  const before = (await asked()).length
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect
    .poll(async () => (await state(page)).status.sentence, 'connected to the new one')
    .toContain('Connected to Desk')
  expect(own.asked.at(-1)?.form.get('client_secret')).toBe('for-one-host-alone')
  const questions = (await asked()).slice(before)
  expect(questions).toHaveLength(1)
  for (const host of [new URL(own.address).host, 'api.example.test', 'stream.example.test']) {
    expect(questions[0]).toContain(host)
  }
})

test('does not send the secret after the file was edited, and explains why', async () => {
  await running.close()
  const file = path.join(userData, 'connections.json')
  const sent = own.asked.length
  await writeFile(file, (await readFile(file, 'utf8')).replace(own.address, foreign.address))
  running = await launch({ userData })
  const { page } = running
  await expect.poll(async () => (await state(page)).status.phase).toBe('refused')
  await page.keyboard.press('Control+Shift+C')
  await expect(page.getByText('was saved for other URLs').first()).toBeVisible()
  expect(foreign.connections()).toBe(0)
  expect(own.asked).toHaveLength(sent)
})
