import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { ready } from './app'
import { call } from './connections-desk'
import { expect } from './expect'
import { resize, violations } from './face'
import { sharedApp } from './shared-app'
import { unzip } from '../integration/support/unzip'
import { test } from './test'

// Figures and events of an app that another file used would count too.
const running = sharedApp({
  own: true,
  view: 'diagnostics',
  size: [1440, 900],
  between: () => Promise.resolve()
})
test.beforeEach(async () => {
  await running.page.reload()
  await ready(running.page)
  await resize(running.app, running.page, 1440, 900)
  await running.page.keyboard.press('Control+Shift+D')
})

const books = (page: Page) => page.getByRole('region', { name: 'Books by state and age' })
const bookOf = (page: Page, market: string) =>
  books(page).getByRole('row', { name: new RegExp(`^${market}`) })
const live = (page: Page, market = 'BTCUSD') =>
  expect(bookOf(page, market)).toContainText('Live', { timeout: 30_000 })
const happened = (page: Page) => page.getByRole('list', { name: 'Connection events' })
const toPage = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Diagnostics pages' }).getByRole('link', { name, exact: true }).click()
const figure = (page: Page, title: RegExp) =>
  page.getByRole('table', { name: title }).getByRole('cell').first()
const count = (page: Page, title: string) =>
  page
    .getByRole('region', { name: 'Counts' })
    .locator('dl > div')
    .filter({ has: page.getByText(title, { exact: true }) })
const connected = (page: Page) =>
  expect(page.getByRole('region', { name: 'Connection' })).toContainText('Connected', { timeout: 30_000 })
const showsFaults = (page: Page, count: number) =>
  expect(page.getByRole('contentinfo').getByRole('link', { name: `Simulating ${count} fault` })).toBeVisible()

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

test('shows live books and stream figures of the local sandbox', async () => {
  const { page } = running
  await live(page)
  await live(page, 'ETHUSD')
  await expect(happened(page)).toContainText(/Subscribed/)
  await expect(figure(page, /^Messages per second/)).toHaveText(/^[1-9]/)
  await expect(figure(page, /^Latency/)).toHaveText(/\d\sms/)
  await expect(page.getByText(/Service clock: [+−]?\d/)).toBeVisible()
  await expect(count(page, 'Fast path')).toContainText(/[1-9]/)
  const banner = page.getByRole('banner')
  await expect(banner).toContainText('Live')
  await expect(banner).toContainText(/Feed\s+[\d,]+ msg\/s/)
})

test('watches and unwatches a market, and reports an unknown one', async () => {
  const { page } = running
  await live(page)
  await page.getByRole('button', { name: 'Remove BTCUSD from watchlist' }).click()
  await expect(bookOf(page, 'BTCUSD')).toHaveCount(0)
  const field = page.getByLabel('Market to watch')
  await field.fill('BTCUSD')
  await field.press('Enter')
  await live(page)
  await field.fill('NOSUCHUSD')
  await field.press('Enter')
  await expect(bookOf(page, 'NOSUCHUSD')).toContainText('Declined')
  await expect(bookOf(page, 'NOSUCHUSD')).toContainText('no market NOSUCHUSD')
  await expect(happened(page)).toContainText('NOSUCHUSD refused')
})

test('reports a broken connection with its wait, and its recovery', async () => {
  const { page } = running
  await live(page)
  await toPage(page, 'Simulate faults')
  await page.getByRole('switch', { name: 'drop', exact: true }).click()
  await expect(happened(page)).toContainText(/retrying in \d+\.\d s/, { timeout: 30_000 })
  const connection = page.getByRole('region', { name: 'Connection' })
  await expect(connection.getByRole('button', { name: 'Try now' })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Stop all' }).click()
  await expect(happened(page)).toContainText(/Reconnected after \d+\.\d s/, { timeout: 40_000 })
  await toPage(page, 'Overview')
  await live(page)
})

test('lists, filters, shows and copies raw frames', async () => {
  const { page, app } = running
  await live(page)
  await toPage(page, 'Raw frames')
  const list = page.getByRole('listbox', { name: /^Raw frames/ })
  await expect(list.getByRole('option').first()).toBeVisible()
  await page.getByLabel('Market', { exact: true }).selectOption('BTCUSD')
  await page.getByLabel('Type', { exact: true }).selectOption('Update')
  await expect(list.getByRole('option').first()).toContainText('BTCUSD')
  await page.getByRole('button', { name: 'Pause' }).click()
  const lines = await list.getByRole('option').allTextContents()
  expect(lines.filter((line) => !line.includes('BTCUSD') || !line.includes('Update'))).toEqual([])
  await list.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByLabel('Frame text')).toContainText('"type": "UPDATE"')
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect
    .poll(() => app.evaluate(({ clipboard }) => clipboard.readText()))
    .toMatch(/^#\d+ .* in Update \d+ bytes\n\{/)
  await page.getByLabel('Filter by text').fill('no frame says this')
  await expect(page.getByText('No recent frames match the filter.')).toBeVisible()
  expect(await violations(page)).toEqual([])
})

test('saves the selected contents of the support file, without token and secret', async () => {
  const { page, app } = running
  await live(page)
  const folder = await mkdtemp(path.join(tmpdir(), 'leadline-support-'))
  const target = path.join(folder, 'support.zip')
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, target)
  await page.getByRole('button', { name: 'Save a support file' }).click()
  const sheet = page.getByRole('dialog', { name: 'Save a support file' })
  await expect(sheet.getByRole('checkbox')).toHaveCount(9)
  expect(await violations(page)).toEqual([])
  await sheet.getByRole('checkbox', { name: 'settings.json' }).uncheck()
  await sheet.getByRole('button', { name: 'Save as…' }).click()
  await expect(page.getByText(/^Saved a support file of/)).toBeVisible()
  const entries = unzip(await readFile(target))
  await rm(folder, { recursive: true, force: true })
  expect([...entries.keys()]).toHaveLength(8)
  expect(entries.has('settings.json')).toBe(false)
  expect(entries.get('frames.txt')?.toString()).toContain('"type":"UPDATE"')
  expect(entries.get('timeline.txt')?.toString()).toContain('Connected to Local sandbox')
  const everything = [...entries.values()].join('\n')
  // Neither JWTs nor keys.
  expect(everything).not.toMatch(/eyJ[\w-]{8,}\./)
  expect(everything).not.toMatch(/bearer\s+(?!\[redacted\])\S/i)
  expect(everything).not.toMatch(/client_secret["'=:\s]+(?!\[redacted\])\w/i)
})

test('cuts off no panel at any window size, without serious axe violations', async () => {
  test.setTimeout(180_000)
  const { page, app } = running
  await live(page)
  for (const name of ['Overview', 'Raw frames', 'Simulate faults']) {
    await toPage(page, name)
    for (const [width, height] of [
      [960, 600],
      [1440, 900],
      [2560, 1440]
    ] as const) {
      await resize(app, page, width, height)
      const beyond = await page.evaluate(() => {
        const panels = [...document.querySelectorAll<HTMLElement>('main section')]
        return panels
          .filter(
            (panel) =>
              panel.clientWidth === 0 || panel.clientHeight < 60 || panel.scrollWidth > panel.clientWidth + 1
          )
          .map((panel) => panel.textContent?.slice(0, 30))
      })
      expect(beyond, `${name} ${width}x${height}`).toEqual([])
      const rules = width === 1440 ? 'all' : 'sizes'
      expect(await violations(page, rules), `${name} ${width}x${height}`).toEqual([])
    }
  }
})

test('marks a simulated fault in every window and ends it in all of them', async () => {
  const { page, app } = running
  await connected(page)
  const opening = app.waitForEvent('window')
  await page.keyboard.press('Control+N')
  const second = await opening
  await ready(second)

  await toPage(page, 'Simulate faults')
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
  await toPage(page, 'Simulate faults')
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
