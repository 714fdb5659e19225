import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { CatalogState } from '#shared/contract/recording/catalog'
import { localProfile } from '#engine/connection/local'
import { logFolderOf } from '#engine/recording/location'
import { dayOf, listSegments } from '#engine/recording/log/segments'
import { verifyLog } from '#engine/recording/log/verify'
import { FolderStore } from '#engine/recording/shared/folder-store'
import { SharedSets } from '#engine/recording/shared/read-sums'
import { shareSealed } from '#engine/recording/shared/share'
import { dayLength, recordDays } from '../unit/engine/recording/catalog-log'
import { checkAnalysis } from './analysis-desk'
import { freshUserData, launch } from './app'
import { call } from './connections-desk'
import { checkEarlier, recordEarlier } from './earlier-recording'
import { expect } from './expect'
import { go, violations } from './face'
import { choose } from './statements-desk'
import { test } from './test'

const id = 'environment=production/service=20df12314ad4'
/** Within the limit of age, and none of them today. */
const someDaysAgo = (Math.floor(Date.now() / dayLength) - 10) * dayLength
/** A folder in which a collector shared two days of another service. */
async function shareRecording(userData: string): Promise<string> {
  const service = {
    environment: 'production',
    restBase: 'https://api.example.com',
    clientId: 'desk'
  } as const
  const log = logFolderOf(path.join(userData, 'collector'), service)
  const folder = path.join(userData, 'shared')
  for (const each of [log, folder]) await mkdir(each, { recursive: true })
  await recordDays(log, 1, 2, someDaysAgo - 10 * dayLength)
  const store = FolderStore.of(folder, service)
  await shareSealed({
    store,
    sets: new SharedSets(store),
    log,
    limits: { days: 3650, bytes: 1e12 },
    now: Date.now(),
    settle: -1e15,
    mayContinue: false,
    isDue: true,
    signal: new AbortController().signal,
    onShared: () => {},
    onRemoved: () => {}
  })
  return folder
}
const state = (page: Page): Promise<CatalogState> => call(page, (bridge) => bridge.call.recordings.read())

test('the desk goes back to the first trade, and days are listed, verified, pinned, exported, imported, replayed and deleted, beside a recording under way', async () => {
  // Sealing rests three times as long as it works, so it takes minutes on a busy machine.
  test.setTimeout(240_000)
  const userData = await freshUserData({ settings: { guideDone: true } })
  const log = path.join(userData, 'recordings', ...id.split('/'), 'log')
  await mkdir(log, { recursive: true })
  const files = await recordDays(log, 1, 4, someDaysAgo)
  const days = [...new Set(files.map(dayOf))]
  const damaged = files.find((file) => dayOf(file) === days[1])!
  const bytes = await readFile(damaged)
  bytes[bytes.length - 12]! ^= 1
  await writeFile(damaged, bytes)
  const earlier = await recordEarlier(userData)
  const running = await launch({ userData })
  const { page } = running
  await checkEarlier(page, earlier)
  await go(page, 'Recordings')
  const grid = page.getByRole('grid', { name: 'Recordings' })
  await expect.poll(async () => (await state(page)).connections.length, { timeout: 30_000 }).toBe(2)
  for (const day of days) await expect(grid.getByText(day, { exact: true })).toBeVisible()

  await grid.getByText('Former connection 20df12314ad4').click()
  const drawer = page.getByRole('complementary')
  await drawer.getByRole('button', { name: 'Verify all days' }).click()
  await expect(page.getByText('1 day damaged. Select it to see where.')).toBeVisible({ timeout: 30_000 })
  await expect(grid.getByText('Intact')).toHaveCount(days.length - 1)
  await grid.getByText(days[1]!, { exact: true }).click()
  await expect(drawer.getByText('were altered or damaged.')).toBeVisible()

  await drawer.getByRole('button', { name: 'Pin' }).click()
  await expect(drawer.getByRole('button', { name: 'Delete…' })).toBeDisabled()
  await expect(grid.getByLabel('Pinned: never deleted automatically')).toBeVisible()

  await grid.getByText(days[2]!, { exact: true }).click()
  await page.keyboard.press('Escape')
  await grid.focus()
  await page.keyboard.press('Space')
  // The list begins with the newest day.
  await page.keyboard.press('Shift+ArrowUp')
  const exported = path.join(userData, 'exported')
  await mkdir(exported)
  await choose(running.app, exported)
  await page.getByRole('toolbar', { name: 'Selected days' }).getByRole('button', { name: 'Export…' }).click()
  const exporting = page.getByRole('dialog', { name: 'Export recordings' })
  await exporting.getByLabel('Format').selectOption('Raw log')
  expect(await violations(page)).toEqual([])
  await exporting.getByRole('button', { name: 'Choose folder…' }).click()
  await expect(page.getByText(/files exported to /)).toBeVisible({ timeout: 30_000 })
  const [folder] = await readdir(exported)
  expect(folder).toBe(`leadline-raw-${days[2]}-to-${days[3]}`)

  // What is here is not imported again.
  const removing = page.getByRole('dialog', { name: 'Delete recordings?' })
  // Nothing can be deleted until the window knows that the export has ended.
  await expect(async () => {
    await grid.focus()
    await page.keyboard.press('Delete')
    await expect(removing).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 20_000 })
  await removing.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('2 days deleted.')).toBeVisible()
  expect(await listSegments(log)).toEqual(files.filter((file) => days.indexOf(dayOf(file)) < 2))
  const { damage } = await verifyLog(log)
  expect([...new Set(damage.map(({ segment }) => dayOf(segment)))]).toEqual([days[1]])

  await choose(running.app, path.join(exported, folder!))
  await page.getByRole('button', { name: 'Import…' }).click()
  await expect(page.getByText(/^2 days imported/)).toBeVisible({ timeout: 30_000 })
  await expect(grid.getByText('Former connection 20df12314ad4 (imported)')).toBeVisible()
  const copy = (await state(page)).connections.find(({ imported }) => imported)!
  expect(copy.days.map(({ day, pinned }) => [day, pinned])).toEqual([
    [days[3], true],
    [days[2], true]
  ])
  const copied = path.join(userData, 'recordings', ...copy.id.split('/'), 'log')
  expect((await verifyLog(copied)).damage).toEqual([])
  expect(await violations(page)).toEqual([])

  await grid.getByText(days[2]!, { exact: true }).click()
  await drawer.getByRole('button', { name: 'Replay', exact: true }).click()
  await expect
    .poll(() => call(page, (bridge) => bridge.call.replay.read()))
    .toMatchObject({
      phase: 'paused',
      connection: '20df12314ad4 (imported)',
      environment: 'production'
    })
  const { at } = (await call(page, (bridge) => bridge.call.replay.read()))!
  expect(new Date(at).toISOString().slice(0, 10)).toBe(days[2])

  // Other limits are kept soon, by a process that seals first.
  await call(page, (bridge) => bridge.call.settings.change({ parquetDays: 30 }))
  const parquetOf = async (named: string) =>
    (await state(page)).connections.find(({ name }) => name === named)?.parquet.bytes ?? 0
  await expect.poll(() => parquetOf(localProfile.name), { timeout: 60_000 }).toBeGreaterThan(0)
  await checkAnalysis(running, earlier)

  await go(page, 'Recordings')
  await choose(running.app, await shareRecording(userData))
  await page.getByRole('button', { name: 'Desk recordings…' }).click()
  await grid.getByText('Not fetched', { exact: true }).first().click()
  await drawer.getByRole('button', { name: 'Fetch and replay' }).click()
  await expect
    .poll(() => call(page, (bridge) => bridge.call.replay.read()), { timeout: 30_000 })
    .toMatchObject({ phase: 'paused', connection: expect.stringContaining(' (desk)') })
  await call(page, (bridge) => bridge.call.replay.close())

  // A report needs the day before, too.
  await go(page, 'Analysis')
  const connections = page.getByRole('main').getByLabel('Connection')
  const ofDesk = connections.locator('option').filter({ hasText: '(desk)' })
  await connections.selectOption({ label: (await ofDesk.textContent())! })
  const offer = page.getByText(
    /^1 of 2 days is not completely on this computer: the desk has up to [\d.]+\sKB more\.$/
  )
  await expect(offer).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Fetch it' }).click()
  await expect(offer).toBeHidden()
  const sealedDays = async () => (await state(page)).connections.find(({ desk }) => desk)!.parquet.days
  await expect.poll(sealedDays, { timeout: 50_000 }).toBe(2)

  const drive = path.join(userData, 'drive')
  await mkdir(drive)
  await go(page, 'Recordings')
  await choose(running.app, drive)
  await page.getByRole('button', { name: 'Move…' }).click()
  await expect(page.getByText(`Recordings moved to ${drive}`)).toBeVisible({ timeout: 60_000 })
  expect(await readdir(path.join(userData, 'recordings'))).toEqual([])
  await expect(grid.getByText(days[0]!, { exact: true })).toBeVisible()
  const grown = logFolderOf(drive, localProfile)
  const before = await verifyLog(grown)
  await expect
    .poll(async () => (await verifyLog(grown)).items, { timeout: 30_000 })
    .toBeGreaterThan(before.items)
  await running.close()
  expect((await verifyLog(grown)).damage).toEqual([])
  await rm(userData, { recursive: true, force: true })
})
