import { chmod, lchown, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { freshUserData, launch, runningAsRoot } from './app'
import { expect } from './expect'
import {
  connectForStatements,
  expectNoDebris,
  fetchEnded,
  fetchPasted,
  folderOf,
  openArchive,
  proveAll,
  rowsIn
} from './statements-desk'
import { call } from './connections-desk'
import { noMarkets, startOwnService } from './own-service'
import { test } from './test'

const nobody = 65534

/** Root ignores folder permissions, so main runs as another user. */
async function asOrdinaryUser(app: ElectronApplication, folder: string, work: () => Promise<void>) {
  if (!runningAsRoot) return work()
  for (const name of [...(await readdir(folder, { recursive: true })), '.']) {
    // A file being written may have been renamed by now.
    await lchown(path.join(folder, name), nobody, nobody).catch(() => {})
  }
  await app.evaluate((_electron, id) => process.seteuid?.(id), nobody)
  try {
    await work()
  } finally {
    await app.evaluate(() => process.seteuid?.(0))
  }
}

/** Redirects main’s writes to a device that is always full, and returns a function that ends this. */
async function fillDisk(app: ElectronApplication): Promise<() => Promise<void>> {
  await app.evaluate(async () => {
    const { open } = process.getBuiltinModule('node:fs/promises')
    const full = await open('/dev/full', 'w')
    const every: { write: typeof full.write } = Object.getPrototypeOf(full)
    const { write } = every
    Reflect.set(every, 'write', (...words: unknown[]): unknown =>
      Reflect.apply(write, full, words.slice(0, 3))
    )
    globalThis.undo = async () => {
      Reflect.set(every, 'write', write)
      await full.close()
    }
  })
  return () => app.evaluate(() => globalThis.undo?.())
}

async function foldersBelow(root: string): Promise<readonly string[]> {
  const all = await readdir(root, { recursive: true, withFileTypes: true })
  const folders = all.filter((one) => one.isDirectory())
  return [root, ...folders.map(({ parentPath, name }) => path.join(parentPath, name))]
}

const namesIn = async (root: string) => (await readdir(root, { recursive: true })).toSorted()

async function expectFetched(page: Page, statements: number): Promise<void> {
  await fetchEnded(page)
  await page.keyboard.press('Escape')
  const root = await folderOf(page)
  await expect.poll(async () => (await rowsIn(page)).length).toBe(statements)
  await proveAll(root, await rowsIn(page))
  await expectNoDebris(root)
}

test('reports a full disk and a read-only folder, loses nothing, and resumes', async () => {
  test.setTimeout(200_000)
  const userData = await freshUserData({ offline: true, view: 'statements', settings: { guideDone: true } })
  const service = await startOwnService(noMarkets)
  const ids = service.description.statement_ids
  const { page, app, close } = await launch({ userData })
  await connectForStatements(page, service.description)
  await openArchive(page)
  await fetchPasted(page, ids.slice(4, 7).join())
  await expectFetched(page, 3)
  const root = await folderOf(page)
  const before = await namesIn(root)

  const makeRoom = await fillDisk(app)
  await fetchPasted(page, ids.slice(7, 10).join())
  await fetchEnded(page)
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^3 statements are not complete\. The disk with .* is full\./)).toBeVisible()
  expect(await rowsIn(page)).toHaveLength(3)
  await proveAll(root, await rowsIn(page))
  await expectNoDebris(root)
  await makeRoom()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectFetched(page, 6)

  await asOrdinaryUser(app, userData, async () => {
    const folders = await foldersBelow(root)
    for (const folder of folders) await chmod(folder, 0o500)
    await fetchPasted(page, ids.slice(10, 12).join())
    await fetchEnded(page)
    await page.keyboard.press('Escape')
    // It may have to wait for its own lock, which the other user took over.
    await expect(page.getByText(/^2 statements are not complete\. Leadline may not write to /)).toBeVisible({
      timeout: 90_000
    })
    const { verification } = await call(page, (bridge) => bridge.call.statements.verify())
    expect(verification).toMatchObject({ files: 12, isClean: true })
    for (const folder of folders) await chmod(folder, 0o700)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectFetched(page, 8)
  })
  expect(await namesIn(root)).toEqual(
    expect.arrayContaining(before.filter((name) => !name.endsWith('.lock')))
  )
  await close()
  await service.close()
  await rm(userData, { recursive: true, force: true, maxRetries: 5 })
})
