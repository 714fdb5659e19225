import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import type { Page } from '@playwright/test'
import type { DepositAddressMessage } from '#shared/wire/address'
import {
  addFilter,
  sharedAddressApp,
  button,
  exported,
  exportTo,
  foot,
  head,
  loadedIds,
  loadEverything,
  search,
  showAddresses,
  shownAddresses,
  table
} from './addresses-desk'
import { filtered, useService } from './addresses-service'
import { expect } from './expect'
import { endStoreThread } from './store-thread'
import { test } from './test'

const desk = sharedAddressApp({ addresses: 1800, pageSize: 200 })

test('stops and resumes loading, also after a restart with saved addresses', async () => {
  test.setTimeout(150_000)
  const { service, truth } = desk
  let { page } = desk.running
  service.letThrough(4)
  await button(page, 'Load everything').first().click()
  await expect(head(page)).toContainText('800 loaded so far')
  await expect(foot(page)).toContainText('Partial')
  await button(page, 'Stop').click()
  await expect(page.getByText('Stopped. Received 800 addresses; you can resume loading.')).toBeVisible()
  await expect(foot(page)).toContainText('Partial: the service may have more addresses.')
  service.letThrough(3)
  service.seen()
  await button(page, 'Resume').click()
  await expect(head(page)).toContainText(/1[24]00 loaded so far/)
  // Resumed, not restarted.
  for (const request of service.seen()) expect(request.get('page_cursor') ?? '').not.toBe('')
  await page.getByRole('switch', { name: 'Keep on disk' }).check()
  await expect(foot(page)).toContainText(/\d\s(?:MB|KB)/)
  await button(page, 'Stop').click()
  await expect(button(page, 'Resume')).toBeVisible()
  const kept = await loadedIds(page, {})
  // The order of equal times is not documented.
  const times = new Map(truth.map(({ id, created_at }) => [id, created_at]))
  expect(new Set(kept).size).toBe(kept.length)
  expect(kept.map((id) => times.get(id))).toEqual(
    truth.slice(0, kept.length).map(({ created_at }) => created_at)
  )
  await desk.running.restart()

  service.letThrough(Number.POSITIVE_INFINITY)
  page = desk.running.page
  await useService(page, service, { id: desk.profileId })
  await showAddresses(page)
  await expect(foot(page)).toContainText(`${kept.length} addresses`)
  service.seen()
  await button(page, 'Continue loading').click()
  await expect(button(page, 'Refresh')).toBeVisible({ timeout: 60_000 })
  expect(await loadedIds(page, {})).toEqual(truth.map(({ id }) => id))
  expect(service.seen().length).toBeLessThan(25)

  // Only new addresses are requested.
  await fetch(`${service.own.description.control_url}/addresses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.own.description.control_key}` },
    body: JSON.stringify({ count: 37 })
  })
  await button(page, 'Refresh').click()
  await expect(foot(page)).toContainText(`${truth.length + 37} addresses`)
  expect(service.seen().length).toBeLessThan(4)

  await button(page, 'Clear all').click()
  await page
    .getByRole('dialog', { name: 'Clear all loaded addresses?' })
    .getByRole('button', { name: 'Clear all' })
    .click()
  await expect(page.getByRole('heading', { name: 'No deposit addresses loaded' })).toBeVisible()
})

test('exports filtered and searched rows as CSV and JSON', async () => {
  const { truth } = desk
  const { page } = desk.running
  await loadEverything(page)
  await addFilter(page, 'Networks')
  await page.getByRole('checkbox', { name: 'Solana' }).check()
  await button(page, 'Apply').click()
  await search(page).fill('dep-')
  const wanted = filtered(truth, { networks: ['SOLANA'] }).filter((one) =>
    JSON.stringify(one).includes('dep-')
  )
  await expect(foot(page)).toContainText(`${wanted.length} of ${truth.length} loaded match`)
  // A label that looks like a formula.
  await table(page).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByLabel('Your label').fill('=1+1, "two"')
  await page.keyboard.press('Enter')
  await expect(table(page)).toContainText('=1+1')

  const take = async (format: 'csv' | 'json', line: 'As a CSV table' | 'As JSON') => {
    const file = path.join(desk.running.userData, `taken.${format}`)
    await exportTo(desk.running, file, line)
    await exported(page, file)
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

test('shows saved addresses offline, confirms them, and rejects changed or foreign ones', async () => {
  test.setTimeout(150_000)
  const { service, truth } = desk
  let { page } = desk.running
  await loadEverything(page)
  await page.getByRole('switch', { name: 'Keep on disk' }).check()
  await expect(foot(page)).toContainText(/\d\s(?:MB|KB)/)
  service.seen()
  await desk.running.restart()
  page = desk.running.page
  await worksOffline(page)
  expect(service.seen()).toEqual([])

  await useService(page, service, { id: desk.profileId })
  await expect(foot(page)).toContainText(`${truth.length} addresses`)
  await table(page).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('complementary')
  await expect(drawer).toContainText('Confirmed by the service at')
  await page.keyboard.press('Escape')

  // Another environment for the same connection.
  await useService(page, service, { id: desk.profileId, environment: 'sandbox' })
  await expect(page.getByRole('heading', { name: 'No deposit addresses loaded' })).toBeVisible()
  await useService(page, service, { id: desk.profileId })
  await expect(foot(page)).toContainText(`${truth.length} addresses`)

  const folder = path.join(desk.running.userData, 'addresses', desk.profileId)
  // Nothing is saved for the other service.
  const names = (await readdir(folder)).filter((name) => name.startsWith('service-'))
  expect(names).toHaveLength(1)
  const file = path.join(folder, names[0]!, 'addresses.jsonl')
  const [mine, foreign] = [truth[0]!, truth[1]!]
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(mine.address, foreign.address))
  // The restarted store reads the disk, as after a restart of the app.
  await endStoreThread(desk.running.app, page)
  await button(page, 'Restart').click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'changed or damaged outside of Leadline' })
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No deposit addresses loaded' })).toBeVisible()
  await loadEverything(page)
  expect(await loadedIds(page, {})).toEqual(truth.map(({ id }) => id))
})

/** Saved addresses work without a connection. */
async function worksOffline(page: Page) {
  await page.evaluate(async (id) => {
    await window.leadline!.call.addresses.open({ profileId: id })
  }, desk.profileId)
  await showAddresses(page)
  await expect(foot(page)).toContainText(`${desk.truth.length} addresses`)
  const absent = page.getByRole('status').filter({ hasText: 'Own service has no client secret yet.' })
  await expect(absent).toContainText('You can still search')
  const wanted = desk.truth[777]!
  await search(page).fill(wanted.id.slice(3, 20))
  await expect.poll(() => shownAddresses(page)).toEqual([wanted.address])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('complementary')
  await drawer.getByRole('button', { name: 'Copy address' }).click()
  await expect(drawer).toContainText('Clipboard verified')
  await page.keyboard.press('Escape')
  await search(page).fill('')
}
