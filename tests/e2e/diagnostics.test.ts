import type { Page } from '@playwright/test'
import { ready } from './app'
import { call } from './connections-desk'
import { expect } from './expect'
import { sharedApp } from './shared-app'
import { test } from './test'

// Events of an app that another file used would count too.
const running = sharedApp({ own: true, between: () => Promise.resolve() })
test.beforeEach(async () => {
  await running.page.reload()
  await ready(running.page)
  await running.page.keyboard.press('Control+Shift+D')
})

const connected = (page: Page) =>
  expect(page.getByRole('region', { name: 'Connection' })).toContainText('Connected', { timeout: 30_000 })
const showsFaults = (page: Page, count: number) =>
  expect(page.getByRole('contentinfo').getByRole('link', { name: `Simulating ${count} fault` })).toBeVisible()
const openFaults = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Diagnostics pages' })
    .getByRole('link', { name: 'Simulate faults', exact: true })
    .click()
const happened = (page: Page) => page.getByRole('list', { name: 'Connection events' })

test('shows the local sandbox’s URLs and scopes', async () => {
  const { page } = running
  await connected(page)
  const connection = page.getByRole('region', { name: 'Connection' })
  await expect(connection).toContainText(/ws:\/\/127\.0\.0\.1:\d+\/v2\/stream/)
  await expect(connection).toContainText('rewards:read_statements')
  await expect(happened(page)).toContainText('Connected to Local sandbox after')
  await expect(happened(page)).toContainText(/Local sandbox started at 127\.0\.0\.1:\d+/)
  const loop = page.getByRole('table', { name: /Event-loop delay/ })
  await expect(loop.getByRole('row').nth(1)).toContainText(/\d\sms/)
})

test('marks a simulated fault in every window and ends it in all of them', async () => {
  const { page, app } = running
  await connected(page)
  const opening = app.waitForEvent('window')
  await page.keyboard.press('Control+N')
  const second = await opening
  await ready(second)

  await openFaults(page)
  await page.getByRole('switch', { name: 'token-down' }).click()
  await showsFaults(page, 1)
  await showsFaults(second, 1)
  const connection = page.getByRole('region', { name: 'Connection' })
  await connection.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('button', { name: 'Connect to the local sandbox' }).click()
  await expect(happened(page)).toContainText('Could not connect to Local sandbox')
  await page.getByRole('button', { name: 'Stop all' }).click()
  await expect(second.getByRole('link', { name: /Simulating/ })).toHaveCount(0)
  await expect(page.getByRole('switch', { name: 'token-down' })).not.toBeChecked()
  await expect(happened(page)).toContainText('Fault ended: token-down')
  await second.close()
  await call(page, (bridge) => bridge.call.connections.connect({ id: 'local-sandbox' }))
  await connected(page)
})

test('ends a timed fault', async () => {
  const { page } = running
  await connected(page)
  await openFaults(page)
  await page.getByLabel('Duration').selectOption('10 seconds')
  await page.getByRole('switch', { name: 'rest-slow' }).click()
  await expect(page.getByRole('list', { name: 'Active faults' })).toContainText(/rest-slow\s+00:(10|0\d)/)
  await expect(page.getByRole('list', { name: 'Active faults' })).toHaveCount(0, { timeout: 30_000 })
  await expect(happened(page)).toContainText('Fault ended: rest-slow')
})

test('never exposes the control key to a window', async () => {
  const { page } = running
  await connected(page)
  const known = await page.evaluate(async () => {
    const { call } = window.leadline!
    return JSON.stringify([await call.diagnostics.read(), await call.connections.read()])
  })
  expect(known).toContain('127.0.0.1')
  expect(known).not.toMatch(/control/i)
  expect(known).not.toMatch(/key"/)
})
