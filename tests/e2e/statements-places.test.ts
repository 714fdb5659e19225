import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { freshUserData, launch, makeUserData } from './app'
import { expect } from './expect'
import {
  archiveOf,
  beginFetch,
  choose,
  connectForStatements,
  expectNoDebris,
  fetchEnded,
  folderOf,
  fromMenu,
  hashOf,
  list,
  openArchive,
  proveAll,
  rowsIn,
  sharedStatementsApp,
  useEmptyArchive
} from './statements-desk'
import { noMarkets, startOwnService, type OwnService } from './own-service'
import { test } from './test'

const running = sharedStatementsApp()
let service: OwnService
let places: string
test.beforeAll(async () => {
  service = await startOwnService(noMarkets)
})
test.beforeEach(async () => {
  places = await makeUserData()
  await useEmptyArchive(running)
  await connectForStatements(running.page, service.description)
  await openArchive(running.page)
})
test.afterEach(() => rm(places, { recursive: true, force: true, maxRetries: 5 }))
test.afterAll(() => service.close())

async function fetchSome(page: Page, from: number, to: number): Promise<void> {
  await beginFetch(page, service.description.statement_ids.slice(from, to))
  await fetchEnded(page)
}

async function moveTo(folder: string): Promise<void> {
  const { app, page } = running
  await choose(app, folder)
  await fromMenu(page, 'Move the archive…')
  await page.getByRole('button', { name: 'Choose a folder…' }).click()
}

const inStep = (statements: number) =>
  expect
    .poll(async () => {
      const folder = path.join(places, 'Leadline statements')
      const copied = await readdir(folder, { recursive: true }).catch(() => [])
      const { copy, problems } = await archiveOf(running.page)
      const records = copied.filter((name) => name.endsWith('statement.json'))
      return [records.length, copy?.running, problems.map(({ kind }) => kind)]
    })
    .toEqual([statements, false, []])

/** Checks that the folder has every file of every statement, unchanged. */
async function expectAllIn(folder: string, statements: number): Promise<void> {
  const rows = await rowsIn(running.page)
  expect(rows).toHaveLength(statements)
  await proveAll(folder, rows)
  await expectNoDebris(folder)
}

test('syncs a second copy, reports its absence and return, and shows who altered it', async () => {
  const { page, app } = running
  await writeFile(path.join(places, 'notes.txt'), 'mine')
  await fetchSome(page, 4, 6)
  await choose(app, places)
  await fromMenu(page, 'Second copy folder…')
  await inStep(2)
  const copy = path.join(places, 'Leadline statements')
  expect((await archiveOf(page)).copy?.folder).toBe(copy)
  await fetchSome(page, 6, 7)
  await inStep(3)
  await expectAllIn(copy, 3)

  await rename(copy, path.join(places, 'away'))
  await fetchSome(page, 7, 8)
  await expect(
    page.getByText(/The archive is no longer at .*Leadline statements\. Is its drive connected/)
  ).toBeVisible()
  expect((await readdir(places)).toSorted()).toEqual(['away', 'notes.txt'])
  await rename(path.join(places, 'away'), copy)
  await page.getByRole('button', { name: 'Update the copy' }).click()
  await inStep(4)
  await expectAllIn(copy, 4)

  const [row] = await rowsIn(page)
  const file = row!.files.find(({ name }) => name.endsWith('.csv'))!
  const place = path.join(copy, row!.key, file.name)
  const text = await readFile(place, 'utf8')
  await writeFile(
    place,
    text.replace(/\d(?=\n?$)/, (digit) => String(9 - Number(digit)))
  )
  expect((await readFile(place, 'utf8')).length).toBe(text.length)
  expect(await hashOf(place)).not.toBe(file.sha256)
  await page.getByRole('button', { name: 'Verify all' }).click()
  const said =
    'In the second copy, 1 file was altered. The archive’s version was copied again. The altered version was kept beside it.'
  await expect(page.getByText(said)).toBeVisible()
  await page.getByRole('button', { name: 'Details' }).click()
  await expect(page.getByText(`${row!.key}/${file.name}`)).toBeVisible()
  await expectAllIn(copy, 4)
  await page.getByRole('button', { name: 'Verify again' }).click()
  await expect(page.getByText(said)).toHaveCount(0)
  await expect(
    page.getByText(/8 files were verified: all unchanged, and so are those of the second copy/)
  ).toBeVisible()
  expect(await readFile(path.join(places, 'notes.txt'), 'utf8')).toBe('mine')
})

test('moves the archive, reports its absence, and lets only one instance write', async () => {
  test.setTimeout(120_000)
  const { page, userData } = running
  await fetchSome(page, 4, 7)
  const first = await folderOf(page)
  await moveTo(path.join(first, 'inner'))
  await expect(
    page.getByText('The new folder must not be inside the old one, or the old one inside it.').first()
  ).toBeVisible()
  await expectAllIn(first, 3)

  // In a non-empty folder the archive gets its own subfolder, and the old location is empty.
  await writeFile(path.join(places, 'ledger.ods'), 'mine')
  await moveTo(places)
  const second = path.join(places, 'Leadline statements')
  await expect.poll(() => folderOf(page)).toBe(second)
  await expect.poll(async () => (await archiveOf(page)).job).toBeNull()
  await expectAllIn(second, 3)
  expect(await readdir(userData)).not.toContain(path.basename(first))
  expect((await readdir(places)).toSorted()).toEqual(['Leadline statements', 'ledger.ods'])
  const third = path.join(places, 'new', 'place')
  await moveTo(third)
  await expect.poll(() => folderOf(page)).toBe(third)
  await expect.poll(async () => (await archiveOf(page)).job).toBeNull()
  await page.getByRole('button', { name: 'Verify all' }).click()
  await expect(page.getByText('6 files were verified: all unchanged.')).toBeVisible()
  expect((await readdir(places)).toSorted()).toEqual(['ledger.ods', 'new'])

  // The drive is removed and returned.
  await rename(third, `${third} away`)
  await mkdir(third)
  await page.getByRole('button', { name: 'Verify all' }).click()
  await fromMenu(page, 'Rebuild the index')
  await expect(
    page.getByText(/The archive is no longer at .*\. Is its drive connected/).first()
  ).toBeVisible()
  // Both jobs have failed; the next one finds the drive again.
  const lookAgain = page.getByRole('button', { name: 'Check again' })
  await expect(lookAgain).toBeVisible()
  await expect.poll(async () => (await archiveOf(page)).job).toBeNull()
  expect(await readdir(third)).toEqual([])
  await rm(third, { recursive: true })
  await rename(`${third} away`, third)
  await lookAgain.click()
  await expect(page.getByText(/^3 statements · 6 files · all hashes match$/)).toBeVisible()

  // A second Leadline with its own data folder and the same archive.
  const other = await freshUserData({ offline: true, view: 'statements', settings: { guideDone: true } })
  try {
    await copyFile(path.join(userData, 'archive.json'), path.join(other, 'archive.json'))
    const guest = await launch({ userData: other })
    await openArchive(guest.page)
    await expect(
      guest.page.getByText(/Another Leadline on .* \(process \d+\) writes to this archive/)
    ).toBeVisible()
    expect(await rowsIn(guest.page)).toHaveLength(3)
    await expect(list(guest.page).getByRole('row')).toHaveCount(4)
    await connectForStatements(guest.page, service.description)
    const refused = await guest.page.evaluate(
      async (text) => await window.leadline!.call.statements.fetch({ text }),
      service.description.statement_ids[8]!
    )
    expect(refused).toMatchObject({ ok: false, error: { code: 'statements.locked' } })
    await running.close()
    await guest.page.getByRole('button', { name: 'Check again' }).click()
    await expect(guest.page.getByText(/Another Leadline/)).toHaveCount(0)
    await fetchSome(guest.page, 8, 9)
    expect(await rowsIn(guest.page)).toHaveLength(4)
    await guest.close()
  } finally {
    await rm(other, { recursive: true, force: true, maxRetries: 5 })
  }
})
