import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test, type Page } from '@playwright/test'
import type { DepositAddressMessage } from '../../electron/shared/wire/address'
import {
  addFilter,
  filtered,
  foot,
  loadedIds,
  search,
  showAddresses,
  shownAddresses,
  startWatchedService,
  table,
  useService,
  type WatchedService
} from './addresses-desk'
import { launch, makeUserData, type RunningApp } from './app'
import { change, resize } from './face'

let service: WatchedService
let running: RunningApp
let userData: string
let profileId: string
let truth: readonly DepositAddressMessage[]
test.beforeEach(async () => {
  userData = await makeUserData()
  service = await startWatchedService()
  truth = await service.truth()
  running = await start()
  profileId = await useService(running.page, service)
  await showAddresses(running.page)
  service.seen()
})
test.afterEach(async () => {
  await running.close()
  await service.close()
  await rm(userData, { recursive: true, force: true, maxRetries: 5 })
})

async function start(): Promise<RunningApp> {
  const started = await launch({ userData })
  await change(started.page, { guideDone: true, numbers: '1234.56', clock: 'utc' })
  await resize(started.app, started.page, 1680, 1050)
  return started
}

const head = (page: Page) => page.locator('main header').first()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const everything = (page: Page) => button(page, 'Load everything').first()

/** The secret was for one session only. */
const connect = (page: Page) =>
  page.evaluate(
    async ({ id, clientSecret }) => {
      const { connections } = window.leadline!.call
      const state = await connections.read()
      if (!state.ok) throw new Error(state.error.sentence)
      const { name, environment, restBase, tokenHost, streamAddress, clientId, features } =
        state.value.profiles.find((profile) => profile.id === id)!
      const draft = { name, environment, restBase, tokenHost, streamAddress, clientId, features }
      await connections.save({ id, draft, clientSecret, sessionOnly: true })
      const connected = await connections.connect({ id })
      if (!connected.ok) throw new Error(connected.error.sentence)
    },
    { id: profileId, clientSecret: service.own.description.client_secret }
  )

test('loading is stopped, goes on from there, and outlives a restart where it is kept on disk', async () => {
  test.setTimeout(150_000)
  let { page } = running
  service.letThrough(4)
  await everything(page).click()
  await expect(head(page)).toContainText('4000 of all pages loaded')
  await expect(foot(page)).toContainText('Not all yet')
  await button(page, 'Stop').click()
  await expect(
    page.getByText('Stopped. The 4,000 that came are here; loading can go on from there.')
  ).toBeVisible()
  await expect(foot(page)).toContainText('Not all: the service may have more than what was loaded.')
  service.letThrough(3)
  service.seen()
  await button(page, 'Resume').click()
  await expect(head(page)).toContainText(/[67]000 of all pages loaded/)
  // It went on from where it was: nothing was asked for from the beginning.
  for (const request of service.seen()) expect(request.get('page_cursor') ?? '').not.toBe('')
  await page.getByRole('switch', { name: 'Keep on disk' }).check()
  await expect(foot(page)).toContainText(/\d\s(?:MB|KB)/)
  await button(page, 'Stop').click()
  await expect(button(page, 'Resume')).toBeVisible()
  const kept = await loadedIds(page, {})
  expect(kept).toEqual(truth.slice(0, kept.length).map(({ id }) => id))
  await running.close()

  service.letThrough(Number.POSITIVE_INFINITY)
  running = await start()
  page = running.page
  await connect(page)
  await showAddresses(page)
  await expect(foot(page)).toContainText(`${kept.length} addresses`)
  service.seen()
  await button(page, 'Go on loading everything').click()
  await expect(button(page, 'Refresh')).toBeVisible({ timeout: 60_000 })
  expect(await loadedIds(page, {})).toEqual(truth.map(({ id }) => id))
  expect(service.seen().length).toBeLessThan(25)

  // What is new is asked for without all the rest.
  await fetch(`${service.own.description.control_url}/addresses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.own.description.control_key}` },
    body: JSON.stringify({ count: 37 })
  })
  await button(page, 'Refresh').click()
  await expect(foot(page)).toContainText(`${truth.length + 37} addresses`)
  expect(service.seen().length).toBeLessThan(4)

  await button(page, 'Forget all').click()
  await page
    .getByRole('dialog', { name: 'Forget all loaded addresses?' })
    .getByRole('button', { name: 'Forget all' })
    .click()
  await expect(page.getByRole('heading', { name: 'No deposit addresses are loaded' })).toBeVisible()
})

test('what a filter and a search leave is exported as it is, as CSV and as JSON', async () => {
  const { app, page } = running
  await everything(page).click()
  await expect(button(page, 'Refresh')).toBeVisible({ timeout: 60_000 })
  await addFilter(page, 'Networks')
  await page.getByRole('checkbox', { name: 'Solana' }).check()
  await button(page, 'Apply').click()
  await search(page).fill('dep-')
  const wanted = filtered(truth, { networks: ['SOLANA'] }).filter((one) =>
    JSON.stringify(one).includes('dep-')
  )
  await expect(foot(page)).toContainText(`${wanted.length} of ${truth.length} loaded match`)
  // One of them has a label that a table program would take for a formula.
  await table(page).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByLabel('Label of your own').fill('=1+1, "two"')
  await page.keyboard.press('Enter')
  await expect(table(page)).toContainText('=1+1')

  const take = async (format: 'csv' | 'json', line: string) => {
    const file = path.join(userData, `taken.${format}`)
    await app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
    }, file)
    await button(page, 'Export').click()
    await page.getByRole('menuitem', { name: line }).click()
    await expect(page.getByRole('status').filter({ hasText: file })).not.toContainText('of', {
      timeout: 30_000
    })
    await button(page, 'Put away').click()
    return readFile(file, 'utf8')
  }
  const lines = parse(await take('csv', 'As a CSV table'), { columns: true }) as Record<string, string>[]
  expect(lines.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
  expect(lines.map(({ address }) => address)).toEqual(wanted.map(({ address }) => address))
  expect(lines[0]!['label']).toBe(`'=1+1, "two"`)
  const records = JSON.parse(await take('json', 'As JSON')) as DepositAddressMessage[]
  expect(records.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
  expect(records.slice(1)).toEqual(wanted.slice(1))
})

test('offline and without the service everything that is here goes on working', async () => {
  const { app, page } = running
  await everything(page).click()
  await expect(button(page, 'Refresh')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('switch', { name: 'Keep on disk' }).check()
  await expect(foot(page)).toContainText('MB')
  await service.own.close()
  await running.close()

  running = await start()
  const again = running.page
  await again.evaluate(async (id) => {
    await window.leadline!.call.addresses.open({ profileId: id })
  }, profileId)
  await showAddresses(again)
  await expect(foot(again)).toContainText(`${truth.length} addresses`)
  await expect(again.getByRole('status').filter({ hasText: 'Connect to load' })).toContainText(
    'go on working'
  )
  const wanted = truth[777]!
  await search(again).fill(wanted.id.slice(3, 20))
  await expect.poll(() => shownAddresses(again)).toEqual([wanted.address])
  await again.keyboard.press('ArrowDown')
  await again.keyboard.press('Enter')
  await again.getByRole('complementary').getByRole('button', { name: 'Copy address' }).click()
  await expect(again.getByRole('complementary')).toContainText('clipboard re-read, matches')
  expect(app).not.toBe(running.app)
})
