import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { AddressFilters } from '#shared/contract/records/addresses/index'
import { startSecondService, type SecondService } from '../second-service'
import { filterAddresses } from '../second-service/address-query'
import {
  foot,
  loadedIds,
  loadEverything,
  search,
  showAddresses,
  shownAddresses,
  table as addressTable
} from './addresses-desk'
import { expect } from './expect'
import {
  expectedOfViewers,
  fetchEnded,
  fetchPasted,
  folderOf,
  openArchive,
  proveAll,
  rowsIn,
  sharedStatementsApp
} from './statements-desk'
import { drawer, failures, field, openConnected, rowOf } from './conversions-desk'
import { useRecordService } from './record-service'
import { test } from './test'

let service: SecondService
const running = sharedStatementsApp({
  size: [1680, 1050],
  settings: { numbers: '1234.56', clock: 'utc' },
  expected: expectedOfViewers,
  between: async () => undefined
})
test.beforeAll(async () => {
  service = await startSecondService({ seed: 11, rate: 0 })
  await useRecordService(running.page, service)
})
test.afterAll(() => service.close())

async function filterEquals(page: Page, filters: AddressFilters, query: readonly [string, string][]) {
  const expected = filterAddresses(
    new URLSearchParams(query.map((pair) => [...pair])),
    service.records.addresses
  )
  expect(expected.length).toBeGreaterThan(0)
  const shown = await loadedIds(page, filters)
  expect(shown.toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
}

test('loads every address from short pages, with correct search and filters', async () => {
  const { page } = running
  await showAddresses(page)
  await loadEverything(page)
  const all = service.records.addresses
  await expect(foot(page)).toContainText(`${all.length} addresses`)
  const newest = filterAddresses(new URLSearchParams(), all)
  const shown = await shownAddresses(page)
  const times = new Map(all.map(({ address, created_at }) => [address, created_at]))
  expect(shown.map((address) => times.get(address!))).toEqual(
    newest.slice(0, shown.length).map(({ created_at }) => created_at)
  )

  for (const profile of ['Treasury/EU', 'treasury/eu', ' desk', '№ 9'])
    await filterEquals(page, { profileIds: [profile] }, [['profile_ids', profile]])
  await filterEquals(page, { identityIds: ['Person 1', 'Person 2'] }, [
    ['identity_ids', 'Person 1'],
    ['identity_ids', 'Person 2']
  ])
  await filterEquals(page, { refIds: [all.find(({ ref_id }) => ref_id)!.ref_id!] }, [
    ['ref_ids', all.find(({ ref_id }) => ref_id)!.ref_id!]
  ])
  await filterEquals(page, { networks: ['BASE'], createdAt: { gte: '2026-01-10T02:00:00+02:00' } }, [
    ['networks', 'BASE'],
    ['created_at.gte', '2026-01-10T00:00:00Z']
  ])

  const wanted = all.find(({ metadata, crypto_network }) => metadata && crypto_network === 'HYPERNET_2')!
  await search(page).fill(wanted.address.slice(5, 30))
  await expect(foot(page)).toContainText(`1 of ${all.length} loaded match`)
  await page.keyboard.press('ArrowDown')
  await expect(addressTable(page)).toBeFocused()
  await page.keyboard.press('Enter')
  const opened = page.getByRole('complementary', { name: /deposit address$/ })
  const fields = opened.getByLabel('All fields')
  for (const text of [wanted.id, wanted.profile_id, 'HYPERNET_2', wanted.conversion_target_asset])
    await expect(fields).toContainText(text)
  await expect(opened.getByLabel('Metadata')).toContainText('"quoted", \\ / €')
  await page.keyboard.press('Escape')
})

test('shows conversions for IDs in any case', async () => {
  const { page } = running
  await openConnected(page)
  const { conversions } = service.records
  await field(page).fill(conversions.map(({ id }) => id.toLowerCase()).join('\n'))
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${conversions.length} looked up`)).toBeVisible({ timeout: 30_000 })
  await expect(failures(page)).toHaveCount(0)
  const unknown = conversions.find(({ status }) => status === 'AWAITING_FUNDS')!
  for (const record of [conversions[0]!, conversions[2]!, unknown]) {
    const row = rowOf(page, record.amount)
    await expect(row).toContainText(record.target_asset)
    await row.click()
    const fields = drawer(page).getByLabel('All fields', { exact: true }).last()
    for (const text of [record.profile_id, record.status, record.ref_id])
      if (text) await expect(fields).toContainText(text)
  }
  await expect(rowOf(page, unknown.amount)).toContainText(/awaiting[ _]funds/i)
  await page.keyboard.press('Escape')
})

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('downloads all statement files through redirects and compression without the token', async () => {
  const { page } = running
  await openArchive(page)
  const { statements } = service.records
  await fetchPasted(page, statements.map(({ id }) => id.toLowerCase()).join('\n'))
  await fetchEnded(page)
  await page.keyboard.press('Escape')
  const finished = statements.filter(({ files }) => files.length > 0)
  const rows = await rowsIn(page)
  expect(rows.map(({ id }) => id.toLowerCase()).toSorted()).toEqual(
    expect.arrayContaining(finished.map(({ id }) => id.toLowerCase()).toSorted())
  )
  for (const { id, files, total_accrued } of finished) {
    const row = rows.find((one) => one.id.toLowerCase() === id.toLowerCase())!
    expect(row.totalAccrued).toBe(total_accrued)
    expect(row.files.map(({ sha256 }) => sha256).toSorted()).toEqual(
      files.map(({ bytes }) => hash(bytes)).toSorted()
    )
  }
  expect(await proveAll(await folderOf(page), rows)).toBeGreaterThan(20)
  const downloads = service.requests.filter(({ path }) => path.startsWith('/files/'))
  expect(downloads.length).toBeGreaterThan(60)
  expect(downloads.filter(({ authorization }) => authorization)).toEqual([])
})
