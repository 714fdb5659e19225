import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { SandboxDescription } from '#sandbox/index'
import { makeUserData } from './app'
import { expect } from './expect'
import {
  archiveOf,
  beginFetch,
  choose,
  connectForStatements,
  fetchEnded,
  folderOf,
  fromMenu,
  list,
  openArchive,
  proveAll,
  rowsIn,
  sharedStatementsApp,
  useEmptyArchive
} from './statements-desk'
import { startHostileService, whole } from './hostile-statements'
import { noMarkets, startOwnService } from './own-service'
import { test } from './test'
import { totalsOf } from '#shared/domain/records/statements/totals'

const running = sharedStatementsApp()

/** The same service as a sandbox environment. */
async function connectAsTrial(page: Page, description: SandboxDescription): Promise<void> {
  const bridge = await page.evaluateHandle(() => window.leadline!)
  const problem = await bridge.evaluate(async ({ call: calls }, service) => {
    const saved = await calls.connections.save({
      id: null,
      draft: {
        name: 'Trial',
        environment: 'sandbox',
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
    const connected = await calls.connections.connect({ id: saved.value.id })
    return connected.ok ? null : connected.error.sentence
  }, description)
  expect(problem).toBeNull()
}

async function fetchIds(page: Page, ids: readonly string[]): Promise<void> {
  await beginFetch(page, ids)
  await fetchEnded(page)
  expect((await archiveOf(page)).run?.counts).toMatchObject({ saved: ids.length, failed: 0 })
}

const csv = (...accrued: readonly string[]) =>
  whole(
    `date,balance,reward_rate,accrued\n${accrued.map((one, day) => `2026-10-0${day + 1},100,0.05,${one}\n`).join('')}`
  )
const csvOf = (give: ReturnType<typeof csv>, asset: string) => ({
  asset,
  files: [{ format: 'STATEMENT_FORMAT_CSV', give }]
})

test('reports wrong totals, separate environments, missing statements and foreign archives', async () => {
  test.setTimeout(120_000)
  const [places, another] = [await makeUserData(), await makeUserData()]
  const service = await startOwnService(noMarkets)
  const hostile = await startHostileService(service.description, () => ({
    right: csvOf(csv('0.5', '1.0'), 'RIGHT'),
    wrong: csvOf(csv('0.5', '1.000001'), 'WRONG')
  }))
  const { page, app, userData } = running

  // Matching and differing totals are both reported exactly.
  await connectForStatements(page, hostile.description)
  await openArchive(page)
  await fetchIds(page, [hostile.idOf('right'), hostile.idOf('wrong')])
  // A late row would move the target away from the pointer.
  await expect(list(page).getByRole('row')).toHaveCount(3)
  await list(page).getByRole('row').filter({ hasText: 'WRONG' }).click()
  const drawer = page.getByRole('complementary', { name: 'WRONG 2026-10' })
  await expect(drawer.getByRole('alert')).toHaveText(
    'The column “accrued” adds up to 1.500001, but the statement total is 1.500000. The difference is 0.000001.'
  )
  await page.keyboard.press('Escape')
  await list(page).getByRole('row').filter({ hasText: 'RIGHT' }).click()
  await expect(page.getByText(/^The column “accrued” adds up to the statement total, 1\.5/)).toBeVisible()
  await page.keyboard.press('Escape')

  // Statements of another environment are separate.
  const ids = service.description.statement_ids.slice(4, 6)
  await connectForStatements(page, service.description)
  await fetchIds(page, ids)
  await connectAsTrial(page, service.description)
  await fetchIds(page, ids)
  // The header claims that all hashes match only after a full verification.
  await expect(page.getByText(/^6 statements · \d+ files · each verified when fetched$/)).toBeVisible()
  await expect(page.getByText(/not verified as a whole yet$/)).toBeVisible()
  const verify = page.getByRole('button', { name: 'Verify all' })
  await verify.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^6 statements · \d+ files · all hashes match$/)).toBeVisible()
  await expect(page.getByText(/last verified .* ago$/)).toBeVisible()
  await expect(verify).toBeFocused()
  const connection = page.getByRole('combobox', { name: 'Connection' })
  await expect(connection.getByRole('option')).toHaveText([
    'All connections',
    'Sandbox · Trial',
    'Local · Own service'
  ])
  await expect(connection.locator('option:checked')).toHaveText('Sandbox · Trial')
  await expect(list(page).getByRole('row')).toHaveCount(3)
  await connection.selectOption({ label: 'All connections' })
  await expect(list(page).getByRole('row')).toHaveCount(7)
  // The keys select a row instead of the table, and amounts are aligned to the right.
  await list(page).focus()
  await page.keyboard.press('Home')
  const meant = list(page).locator('[role=row][aria-selected=true]')
  await expect(meant).toHaveCSS('outline-style', 'solid')
  await expect(meant).toHaveCSS('outline-width', '2px')
  const around = await list(page).evaluate((grid) => getComputedStyle(grid.parentElement!, '::after').content)
  expect(around).toBe('none')
  await expect(meant.locator('.accrued')).toHaveCSS('text-align', 'right')
  const years = page.getByRole('region', { name: 'Totals by asset and year' })
  await expect(years.locator('th[scope=rowgroup]')).toHaveText(['Sandbox', 'Local'])
  const everywhere = totalsOf(await rowsIn(page))
  const ofTrial = everywhere.years.filter(({ environment }) => environment === 'sandbox')
  expect(ofTrial.reduce((sum, { statements }) => sum + statements, 0)).toBe(2)
  for (const one of ofTrial) {
    expect(everywhere.years).toContainEqual({ ...one, environment: 'local' })
  }

  // A missing statement is named and restored from the second copy.
  await choose(app, places)
  await fromMenu(page, 'Second copy folder…')
  await expect.poll(async () => (await archiveOf(page)).copy).toMatchObject({ behind: 0, running: false })
  const root = await folderOf(page)
  const copy = (await archiveOf(page)).copy!.folder
  const rows = await rowsIn(page)
  const lost = rows.find(({ environment }) => environment === 'local')!
  await rm(path.join(root, lost.key), { recursive: true })
  await fromMenu(page, 'Rebuild the index')
  await expect(
    page.getByText('1 statement is missing: its folder or its statement.json cannot be found.')
  ).toBeVisible()
  await page.getByRole('button', { name: 'Details' }).click()
  const problems = page.getByRole('region', { name: 'Problems' })
  await expect(problems.getByText(lost.key, { exact: true })).toBeVisible()
  // A statement of another connection cannot be fetched here.
  await fromMenu(page, 'Fetch incomplete statements')
  await expect(
    page.getByText('1 belongs to the connection Own service: connect with it to fetch it.')
  ).toBeVisible()
  // Accepting a removal asks first, and can be cancelled without effect.
  await page.getByRole('button', { name: 'Removed on purpose…' }).click()
  const asked = page.getByRole('dialog', { name: 'Were they removed on purpose?' })
  await expect(asked.getByText(lost.key, { exact: true })).toBeVisible()
  await asked.getByRole('button', { name: 'Cancel' }).click()
  // The focus returns, and must not do so later.
  await expect(page.getByRole('button', { name: 'Removed on purpose…' })).toBeFocused()
  expect((await archiveOf(page)).problems.find(({ kind }) => kind === 'removed')?.count).toBe(1)
  await page.getByRole('button', { name: 'Restore from the second copy' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 statement was restored from the second copy.')).toBeVisible()
  await expect(page.getByText(/cannot be found/)).toHaveCount(0)
  // The pressed button disappeared, so the focus moves to the next control.
  expect(await page.evaluate(() => document.activeElement?.closest('.view') !== null)).toBe(true)
  expect(await rowsIn(page)).toHaveLength(6)
  await proveAll(root, await rowsIn(page))

  // An archive from elsewhere is used in place, and the previous one is unchanged.
  const brought = path.join(another, 'brought')
  const isBrought = (place: string) =>
    !place.endsWith('.lock') && !place.includes(lost.key.split('/').at(-1)!)
  await cp(copy, brought, { recursive: true, filter: isBrought })
  await choose(app, userData)
  await fromMenu(page, 'Use another archive…')
  await expect(page.getByText(/^There is no archive in /).first()).toBeVisible()
  expect(await folderOf(page)).toBe(root)
  await choose(app, brought)
  await fromMenu(page, 'Use another archive…')
  await expect(page.getByText(`The archive in ${brought} is in use now.`)).toBeVisible()
  const left = rows.filter(({ id }) => id !== lost.id)
  await expect
    .poll(async () => (await rowsIn(page)).map(({ key }) => key))
    .toEqual(left.map(({ key }) => key))
  await proveAll(brought, await rowsIn(page))
  await proveAll(root, rows)
  await hostile.close()
  await service.close()
  await useEmptyArchive(running)
  for (const folder of [places, another]) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})
