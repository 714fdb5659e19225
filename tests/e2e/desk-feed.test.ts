import { readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { createUser, type KeyPair } from '@nats-io/nkeys'
import { seatPermissions } from '#engine/feed/desk/permissions'
import { FeedSeat } from '#engine/feed/seat/seat'
import { connectFeed } from '#engine/feed/server/connect'
import { feedSubjects } from '#engine/feed/wire/subjects'
import { logFolderOf } from '#engine/recording/location'
import { startSandbox } from '#sandbox/index'
import { canonicalDecimal } from '#shared/domain/base/decimal'
import { inFiles, inProcesses, inSupportFile } from '../hostile/search'
import { control, shownBook, trueBook } from '../integration/feed/books'
import {
  clientId,
  clientSecret,
  serviceOf,
  startCollector,
  type Collector
} from '../integration/feed/collectors'
import { startNats, type NatsServer } from '../integration/feed/nats-server'
import { freshFolder } from '../integration/support/folder'
import { recordedLines } from '../integration/support/recorded-book'
import { answerFiles } from './answer-files'
import { call } from './connections-desk'
import { expect } from './expect'
import { go, violations } from './face'
import { setPanel } from './panels'
import { sharedApp } from './shared-app'
import { choose } from './statements-desk'
import { test } from './test'

const running = sharedApp({ offline: true, own: true, view: 'connections', size: [1680, 1050] })
const patience = { timeout: 30_000 }
const keys = { collector: createUser(), seat: createUser() }
const seedOf = (key: KeyPair) => Buffer.from(key.getSeed()).toString()

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let nats: NatsServer
let folder: string
let collector: Collector
const collect = async () => {
  const feed = { servers: [nats.url], nkey: { file: path.join(folder, 'collector') } }
  const recording = { folder: path.join(folder, 'recordings'), shared: { objectStore: true, every: 3600 } }
  collector = await startCollector(sandbox, feed, { recording })
}
test.beforeAll(async () => {
  folder = await freshFolder()
  sandbox = await startSandbox({ clientId, clientSecret, rate: 100, addresses: 0 })
  const seat = keys.seat.getPublicKey()
  const { publish, subscribe } = seatPermissions(serviceOf(sandbox), seat)
  nats = await startNats(`authorization { users: [
    { nkey: ${keys.collector.getPublicKey()} }
    { nkey: ${seat}, permissions: {
      publish: { allow: ${JSON.stringify(publish)} }
      subscribe: { allow: ${JSON.stringify(subscribe)} } } }
  ] }`)
  await writeFile(path.join(folder, 'collector'), seedOf(keys.collector), { mode: 0o600 })
  await collect()
})
test.afterAll(async () => {
  await collector?.kill()
  await nats?.stop()
  await sandbox?.close()
})

/** What was recorded is shared when the next collector begins. */
async function killCollector() {
  const lines = async () =>
    (await recordedLines(path.join(folder, 'recordings')).catch((): string[][] => [])).length
  const before = await lines()
  await expect.poll(lines, patience).toBeGreaterThan(before + 100)
  await collector.kill()
  const log = logFolderOf(path.join(folder, 'recordings'), serviceOf(sandbox))
  const old = new Date(Date.now() - 60_000)
  for (const name of await readdir(log)) await utimes(path.join(log, name), old, old)
}

const panel = (page: Page) => page.getByRole('region', { name: 'Order book BTCUSD' })
const badge = (page: Page) => page.getByRole('banner')

/** The shown levels are the best of the sandbox's own book. */
async function expectTrueBook(page: Page) {
  const rows = () =>
    panel(page)
      .getByRole('grid', { includeHidden: true })
      .locator('tbody tr')
      .evaluateAll((all) =>
        all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? ''))
      )
  const plain = (text = '') => canonicalDecimal(text.replaceAll(',', '')) ?? text
  await control(sandbox, 'POST', 'pause')
  const truth = await trueBook(sandbox, 'BTCUSD')
  const all = [...truth.bids, ...truth.asks].map(([price, amount]) => `${price} ${amount}`)
  await expect
    .poll(async () => {
      const shown = (await rows()).map(([, price, size]) => `${plain(price)} ${plain(size)}`)
      const wrong = shown.filter((level) => /^[\d.]+ [\d.]+$/.test(level) && !all.includes(level))
      const best = [truth.bids[0]!, truth.asks[0]!].map(([price, amount]) => `${price} ${amount}`)
      return { wrong, best: best.every((level) => shown.includes(level)) }
    }, patience)
    .toEqual({ wrong: [], best: true })
  await control(sandbox, 'POST', 'resume')
}

const seatFile = () => ({
  format: 'leadline-seat',
  version: 1,
  name: 'Trading desk',
  environment: 'local',
  digest: feedSubjects(serviceOf(sandbox)).lease,
  servers: [nats.url],
  seed: seedOf(keys.seat)
})

/** Wherever a key has no business to be, which is everywhere but in the keychain. */
async function placesOf(secret: string): Promise<string[]> {
  const { app, page, userData, errorOutput } = running
  const find = (content: Buffer | string) => (content.includes(secret) ? ['the key'] : [])
  return [
    ...(await inSupportFile(app, page, find)),
    ...(await inFiles(userData, find)),
    ...(await inProcesses(app.process().pid!, find)),
    ...find(errorOutput())
  ]
}

test('a seat follows the desk feed, says who is at fault when it stops, and is right again without a touch', async () => {
  test.setTimeout(240_000)
  const { page, app } = running
  const file = path.join(folder, 'seat.json')
  await writeFile(file, JSON.stringify(seatFile()))
  await go(page, 'Connections')
  await choose(app, file)
  await page.getByRole('button', { name: 'Open seat file…' }).click()
  await expect(page.getByText(/“Trading desk” is set up and its key is kept/)).toBeVisible()
  await expect(page.getByLabel('Servers')).toHaveValue(nats.url)
  // The collector may not lead yet.
  await expect(async () => {
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(page.getByText('The desk feed is live: BTCUSD and ETHUSD.')).toBeVisible({ timeout: 3000 })
  }).toPass(patience)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(badge(page)).toContainText('Live', patience)

  await page.evaluate(() => window.leadline!.call.markets.watch({ market: 'BTCUSD' }))
  await page.keyboard.press('Control+Shift+M')
  await expect(panel(page)).not.toHaveAttribute('data-quiet', patience)
  // Each level as it is.
  await setPanel(page, panel(page), { steps: [] })
  await expectTrueBook(page)

  // The desk has not shared this moment yet.
  const bundle = path.join(folder, 'evidence.zip')
  await answerFiles(app, bundle)
  await panel(page).locator('header button').first().focus()
  await page.keyboard.press('Control+Shift+K')
  await expect(
    page.getByText(/^The desk shares this moment at about \d\d:\d\d\. Leadline keeps/)
  ).toBeVisible()
  // Its name changes once the desk has shared the moment, before the evidence is kept.
  const waiting = page.getByRole('button', { name: /^Evidence (at \d\d:\d\d|waits)$/ })
  await expect(waiting).toHaveText(/at \d\d:\d\d$/)
  await waiting.click()
  await expect(page.getByRole('dialog', { name: 'Waiting evidence' })).toContainText(bundle)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')

  await killCollector()
  await expect(badge(page)).toContainText('No collector', { timeout: 5000 })
  await expect(panel(page)).toHaveAttribute('data-quiet')
  await expect(panel(page)).toContainText('No collector of the desk is sending.')
  await collect()
  await expect(panel(page)).not.toHaveAttribute('data-quiet', patience)
  await expectTrueBook(page)
  await expect(waiting).toBeHidden({ timeout: 60_000 })
  const report = await call(page, (bridge) => bridge.call.evidence.verify())
  expect(report).toMatchObject({ about: { market: 'BTCUSD', state: 'live' } })
  expect(report!.checks.filter(({ ok }) => !ok)).toEqual([])

  await nats.stop()
  await expect(badge(page)).toContainText('No feed', patience)
  await expect(panel(page)).toContainText('This computer has no connection to the server of the desk feed.')
  await nats.restart()
  await expect(panel(page)).not.toHaveAttribute('data-quiet', { timeout: 60_000 })
  await expectTrueBook(page)

  await page.evaluate(() => window.leadline!.call.markets.watch({ market: 'SOLUSD' }))
  await go(page, 'Diagnostics')
  const way = page.getByRole('region', { name: 'Desk feed' })
  await expect(way).toContainText(/Leads, epoch \d+, last beat [\d.]+\sms ago/)
  await expect(way).toContainText(/127\.0\.0\.1:\d+, version \d+\.\d+/)
  await expect(page.getByRole('region', { name: 'Books by state and age' })).toContainText(
    'The desk feed does not have this market.'
  )
  expect(await violations(page)).toEqual([])
  await go(page, 'Deposit addresses')
  await expect(page.getByText(/is a desk feed, which has market data only/)).toBeVisible()

  // It was recorded before this computer connected.
  await go(page, 'Recordings')
  const recordings = page.getByRole('grid', { name: 'Recordings' })
  await expect(recordings).toContainText('Trading desk (desk)', patience)
  await expect(recordings).toContainText(`Source: ${new URL(nats.url).host}`)
  await recordings
    .getByText(/^\d{4}-\d\d-\d\d$/)
    .first()
    .click()
  // Charts may have had it fetched.
  await page.getByRole('button', { name: /^(Fetch and replay|Replay)$/ }).click()
  await expect
    .poll(() => call(page, (bridge) => bridge.call.replay.read()), patience)
    .toMatchObject({ phase: 'paused', connection: 'Trading desk (desk)' })
  expect(await placesOf(seedOf(keys.seat))).toEqual([])
})

test('a connection to the platform shares its market data with the desk, until it is told not to', async () => {
  test.setTimeout(120_000)
  const { page, app } = running
  await collector.kill()
  const { base_url, auth_url, ws_url } = sandbox.description
  const features = { markets: true, addresses: false, conversions: false, statements: false }
  const endpoints = { restBase: base_url, tokenHost: auth_url, streamAddress: ws_url, clientId }
  const draft = { name: 'Platform', environment: 'local', ...endpoints, features } as const
  const bridge = await page.evaluateHandle(() => window.leadline!)
  await bridge.evaluate(
    async ({ call: calls }, typed) => {
      const saved = await calls.connections.save({ id: null, ...typed, sessionOnly: true })
      if (!saved.ok || !saved.value.saved) throw new Error(JSON.stringify(saved))
      await calls.connections.connect({ id: saved.value.id })
      await calls.markets.watch({ market: 'BTCUSD' })
    },
    { draft, clientSecret }
  )
  const file = path.join(folder, 'share.json')
  const shares = { ...seatFile(), seed: seedOf(keys.collector), shares: true }
  await writeFile(file, JSON.stringify(shares))
  await go(page, 'Connections')
  await page.getByRole('link', { name: /Platform/ }).click()
  await choose(app, file)
  await page.getByRole('button', { name: 'Share with the desk…' }).click()
  await expect(page.getByText('Leading: the desk follows this computer.')).toBeVisible(patience)
  expect(await violations(page)).toEqual([])

  const seat = new FeedSeat({ subjects: feedSubjects(serviceOf(sandbox)), staleAfter: 10_000 })
  const { connection } = await connectFeed({
    servers: [nats.url],
    identity: { nkeySeed: seedOf(keys.seat) },
    name: 'seat'
  })
  seat.follow(connection)
  await expect.poll(() => seat.markets.market('BTCUSD')?.state, patience).toBe('live')
  await control(sandbox, 'POST', 'pause')
  const truth = await trueBook(sandbox, 'BTCUSD')
  await expect.poll(() => shownBook(seat.markets.market('BTCUSD')), patience).toEqual(truth)
  await control(sandbox, 'POST', 'resume')

  await page.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(page.getByRole('button', { name: 'Share with the desk…' })).toBeVisible()
  await expect.poll(() => seat.follower.state, patience).toBe('no-leader')
  seat.dispose()
  await connection.close()
  expect(await placesOf(seedOf(keys.collector))).toEqual([])
})
