import { execFile } from 'node:child_process'
import { appendFile, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from './expect'
import {
  beginFetch,
  connectForStatements,
  expectNoDebris,
  expectedOfViewers,
  fetchEnded,
  fetchPasted,
  folderOf,
  hashOf,
  list,
  openArchive,
  proveAll,
  recordOf,
  rowsIn,
  sharedStatementsApp
} from './statements-desk'
import { call } from './connections-desk'
import { run, violations } from './face'
import { noMarkets, startOwnService, type OwnService } from './own-service'
import { fits, isSound } from './surface'
import { test } from './test'
import { walk } from './walk'

const running = sharedStatementsApp({
  settings: { numbers: '1234.56' },
  size: [1680, 1050],
  expected: [...expectedOfViewers, /127\.0\.0\.1|^Failed to load resource|ERR_BLOCKED/]
})
let service: OwnService
let isServing = false
test.beforeEach(async () => {
  if (!isServing) service = await startOwnService(noMarkets)
  isServing = true
  const { page } = running
  await connectForStatements(page, service.description)
  await openArchive(page)
})
test.afterAll(() => service.close())

/** Complete statements of two assets, so that there are several months of each; the newest of the last is in preparation. */
async function someIds(count: number): Promise<string[]> {
  const ids: string[] = []
  const assets = new Set<string>()
  for (const id of service.description.statement_ids) {
    const { status = '', asset_type: asset = '' } = await recordOf(service.description, id)
    if (assets.size < 2) assets.add(asset)
    if (/COMPLETED/.test(status) && assets.has(asset)) ids.push(id)
    if (ids.length === count) break
  }
  return ids
}

test('saves statements for pasted IDs exactly as the service has them, and shows them offline', async () => {
  const { page, app } = running
  await expect(page.getByText('The archive is empty')).toBeVisible()
  const ids = await someIds(6)
  await page.getByRole('button', { name: 'Fetch by ID…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Fetch statements by ID' })
  await dialog.getByRole('textbox').fill(`Please fetch\n${ids.join(' and ')}; and ${ids[0]} again.`)
  await expect(dialog.getByText('6 IDs found')).toBeVisible()
  await dialog.getByRole('button', { name: 'Fetch', exact: true }).click()
  await expect(dialog.getByText('6 saved', { exact: true })).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press('Escape')

  await expect(page.getByText(/^6 statements · \d+ files · each verified when fetched$/)).toBeVisible()
  const rows = await rowsIn(page)
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  for (const { id } of rows) {
    const record = await recordOf(service.description, id)
    const shown = list(page).getByRole('row').filter({ hasText: id })
    await expect(shown).toContainText(record['total_accrued']!)
    await expect(shown).toContainText(record['avg_daily_balance']!)
    await expect(shown).toContainText(record['asset_type']!)
    await expect(shown).toContainText('verified')
  }
  const root = await folderOf(page)
  expect(await proveAll(root, rows)).toBeGreaterThan(6)
  await expectNoDebris(root)

  await list(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  const first = rows[0]!
  await expect(page.getByText(`adds up to the statement total, ${first.totalAccrued}.`)).toBeVisible()
  await expect(page.getByRole('grid', { name: /^Lines of/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('group', { name: 'Layout' }).getByRole('button', { name: 'Months' }).click()
  await expect(page.getByRole('table', { name: 'Next expected' })).toBeVisible()
  await page.getByRole('gridcell', { name: /, today/ }).click()
  await expect(page.getByRole('table', { name: /^On / })).toBeVisible()
  await isSound(page, 'months', 'main')
  await fits(running, 'months')
  await page.locator('main').focus()
  await walk(page, 'main')
  await page.getByRole('group', { name: 'Layout' }).getByRole('button', { name: 'Table' }).click()
  await list(page).focus()

  // The PDF opens in a window outside the desk.
  const appeared = app.waitForEvent('window')
  await page.keyboard.press('p')
  await appeared
  const kinds = () =>
    app.evaluate(({ webContents }) =>
      webContents.getAllWebContents().map((contents) => ({
        type: contents.getType(),
        address: contents.getURL()
      }))
    )
  await expect
    .poll(async () => (await kinds()).some(({ address }) => address.startsWith('chrome-extension://')))
    .toBe(true)
  const documents = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().flatMap((window) => {
      const { webContents: contents } = window
      if (!contents.getURL().includes('/archive/')) return []
      const read: unknown = Reflect.get(contents, 'getLastWebPreferences')
      const used: Electron.WebPreferences =
        typeof read === 'function' ? Reflect.apply(read, contents, []) : {}
      const { sandbox, contextIsolation, preload = null } = used
      return [{ title: window.getTitle(), preferences: { sandbox, contextIsolation, preload } }]
    })
  )
  expect(documents).toHaveLength(1)
  expect(documents[0]!.title).toContain('.pdf')
  expect(documents[0]!.preferences).toEqual({
    sandbox: true,
    contextIsolation: true,
    preload: null
  })

  await service.close()
  isServing = false
  await call(page, (bridge) => bridge.call.connections.disconnect())
  await expect(page.getByText(/can be read without a connection/)).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(first.id)
  await expect(list(page).getByRole('row')).toHaveCount(2)
  await list(page).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`adds up to the statement total, ${first.totalAccrued}.`)).toBeVisible()
})

test('reports an altered and a missing file, does not show them, and fetches them again', async () => {
  const { page } = running
  await fetchPasted(page, (await someIds(3)).join(' '))
  await fetchEnded(page)
  await page.keyboard.press('Escape')
  const root = await folderOf(page)
  const rows = await rowsIn(page)
  const [tampered, robbed] = [rows[0]!, rows[1]!]
  const pdf = tampered.files.find(({ name }) => name.endsWith('.pdf'))!
  const csv = robbed.files.find(({ name }) => name.endsWith('.csv'))!
  await appendFile(path.join(root, tampered.key, pdf.name), 'x')
  await rm(path.join(root, robbed.key, csv.name))
  await page.getByRole('button', { name: 'Verify all' }).click()
  await expect(page.getByText('1 file is altered, 1 file is missing.')).toBeVisible()
  await expect(list(page).getByRole('row').filter({ hasText: tampered.id })).toContainText('altered')
  await expect(list(page).getByRole('row').filter({ hasText: robbed.id })).toContainText('missing')
  await list(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('p')
  await expect(page.getByText(/has changed since it was fetched/)).toBeVisible()
  await page.getByRole('button', { name: 'Fetch again' }).click()
  await expect(page.getByText(/^3 statements · \d+ files · all hashes match$/)).toBeVisible({
    timeout: 30_000
  })
  await fetchEnded(page)
  expect(await hashOf(path.join(root, tampered.key, pdf.name))).toBe(pdf.sha256)
  await proveAll(root, await rowsIn(page))
})

test('exports a period as a ZIP that standard tools can check', async () => {
  const { page, app, userData } = running
  const ids = service.description.statement_ids.slice(4, 9)
  await beginFetch(page, ids)
  await fetchEnded(page)
  const target = path.join(userData, 'export.zip')
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, target)
  await run(page, 'Export statements for a period')
  const dialog = page.getByRole('dialog', { name: 'Export a period as ZIP' })
  await expect(dialog.getByText(/^5 statements of .*, each with/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Export…' }).click()
  await expect(page.getByText(/^5 statements with \d+ files saved to /)).toBeVisible()
  const folder = path.join(userData, 'unpacked')
  await mkdir(folder)
  const execute = promisify(execFile)
  await execute('unzip', ['-q', target, '-d', folder])
  const checked = await execute('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder })
  expect(checked.stdout.trim().split('\n')).not.toContainEqual(expect.stringMatching(/FAILED/))
  for (const { key, files } of await rowsIn(page))
    for (const { name, sha256 } of files) expect(await hashOf(path.join(folder, key, name))).toBe(sha256)
  expect(await readFile(path.join(folder, 'SHA256SUMS'), 'utf8')).toContain('MANIFEST.txt')
})

test('closes a document with the last desk window, without keeping the app running', async () => {
  const { page, app, userData } = running
  await fetchPasted(page, (await someIds(1)).join(' '))
  await fetchEnded(page)
  await page.keyboard.press('Escape')
  const [row] = await rowsIn(page)
  const { name } = row!.files.find((file) => file.name.endsWith('.pdf'))!
  await page.evaluate(async ({ key, file }) => window.leadline!.call.statements.show({ key, name: file }), {
    key: row!.key,
    file: name
  })
  const open = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
  expect(await open()).toBe(2)
  // The document cannot reach the network or navigate, even with a script.
  const tried = await app.evaluate(async ({ BrowserWindow }, address) => {
    const contents = BrowserWindow.getAllWindows().find((window) =>
      window.webContents.getURL().includes('/archive/')
    )!.webContents
    const before = contents.getURL()
    const fromSession = await contents.session.fetch(address).then(
      () => 'answered',
      () => 'refused'
    )
    const fromPage: unknown = await contents.executeJavaScript(
      `fetch(${JSON.stringify(address)}).then(() => 'answered', () => 'refused')`
    )
    await contents.executeJavaScript(`void (location.href = ${JSON.stringify(address)})`)
    const opened: unknown = await contents.executeJavaScript(
      `window.open(${JSON.stringify(address)}) === null`
    )
    return { fromSession, fromPage, opened, stayed: contents.getURL() === before }
  }, service.description.base_url)
  expect(tried).toEqual({ fromSession: 'refused', fromPage: 'refused', opened: true, stayed: true })
  // The viewer’s data is listed and can be cleared while no document is open.
  const places = await call(page, (bridge) => bridge.call.data.clear({ kind: 'documents' }))
  const { path: folder, clearing } = places.find(({ kind }) => kind === 'documents')!
  expect(folder).toBe(path.join(userData, 'documents'))
  expect(clearing).toMatch(/No documents are stored there/)
  expect(places.find(({ kind }) => kind === 'archive')?.path).toBe(path.join(userData, 'archive.json'))
  await expect.poll(open).toBe(1)
  await page.evaluate(async ({ key, file }) => window.leadline!.call.statements.show({ key, name: file }), {
    key: row!.key,
    file: name
  })
  // Closing a document keeps the desk open.
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((window) => window.webContents.getURL().includes('/archive/'))
      ?.close()
  )
  await expect.poll(open).toBe(1)
  await page.evaluate(async ({ key, file }) => window.leadline!.call.statements.show({ key, name: file }), {
    key: row!.key,
    file: name
  })
  expect(await open()).toBe(2)
  const gone = new Promise<void>((done) => app.process().once('exit', () => done()))
  await page.keyboard.press('Control+W').catch(() => {})
  await gone
  expect(await readdir(userData)).toContain('archive.json')
})
