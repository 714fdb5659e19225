import { execFile } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { launch, makeUserData } from './app'
import {
  connectForStatements,
  debrisIn,
  expectedOfViewers,
  fetchEnded,
  folderOf,
  hashOf,
  openArchive,
  proveAll,
  rowsIn
} from './archive-desk'
import { call, skipGuide } from './connections-desk'
import { run } from './face'
import { startOwnService, type OwnService } from './own-service'

let service: OwnService
let userData: string
test.beforeEach(async () => {
  userData = await makeUserData()
  await skipGuide(userData)
  service = await startOwnService()
})
test.afterEach(async () => {
  await service.close()
  await rm(userData, { recursive: true, force: true, maxRetries: 5 })
})

test('five kills of the whole app while it fetches lose nothing and leave no debris', async () => {
  test.setTimeout(180_000)
  const { description } = service
  const seen = new Map<string, string>()
  for (let kill = 1; kill <= 5; kill += 1) {
    const { page, app } = await launch({ userData })
    await connectForStatements(page, description)
    const before = await rowsIn(page)
    const ids = description.statement_ids.filter((id) => !before.some((row) => row.id === id))
    const bridge = await page.evaluateHandle(() => window.leadline!)
    await bridge.evaluate(
      async ({ call: calls }, text) => void (await calls.archive.fetch({ text })),
      ids.join('\n')
    )
    const wanted = 1 + Math.floor(Math.random() * 12)
    await expect
      .poll(
        async () => {
          const { run: fetching } = await call(page, (asked) => asked.call.archive.read())
          return fetching === null ? 0 : fetching.counts.saved
        },
        { intervals: [20] }
      )
      .toBeGreaterThanOrEqual(wanted)
    for (const { id, files } of await rowsIn(page))
      seen.set(id, JSON.stringify(files.map((one) => one.sha256)))
    const child = app.process()
    const gone = new Promise<void>((done) => child.once('exit', () => done()))
    child.kill('SIGKILL')
    await gone
  }
  const last = await launch({ userData, expected: expectedOfViewers })
  const { page } = last
  await connectForStatements(page, description)
  await expect.poll(async () => (await rowsIn(page)).length).toBeGreaterThanOrEqual(seen.size)
  const root = await folderOf(page)
  const rows = await rowsIn(page)
  for (const [id, hashes] of seen) {
    const row = rows.find((one) => one.id === id)
    expect(JSON.stringify(row?.files.map((one) => one.sha256)), id).toBe(hashes)
  }
  expect(await debrisIn(root)).toEqual([])
  await proveAll(root, rows)
  const { verification } = await call(page, (bridge) => bridge.call.archive.verify())
  expect(verification).toMatchObject({ altered: 0, missing: 0, unknown: 0 })
  // What was asked for is remembered, and completed.
  await call(page, (bridge) => bridge.call.archive.fetchWanted())
  await fetchEnded(page)
  expect(await debrisIn(root)).toEqual([])
  await last.close()
})

test('a period is exported as a ZIP that standard tools check', async () => {
  const running = await launch({ userData })
  const { page, app } = running
  await connectForStatements(page, service.description)
  await openArchive(page)
  const ids = service.description.statement_ids.slice(4, 9)
  const bridge = await page.evaluateHandle(() => window.leadline!)
  await bridge.evaluate(
    async ({ call: calls }, text) => void (await calls.archive.fetch({ text })),
    ids.join(' ')
  )
  await fetchEnded(page)
  const target = path.join(userData, 'export.zip')
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, target)
  await run(page, 'Export statements of a period')
  const dialog = page.getByRole('dialog', { name: 'Export a period as ZIP' })
  await expect(dialog.getByText(/^5 statements of .*, each with/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Export…' }).click()
  await expect(page.getByText(/^5 statements with \d+ files are in /)).toBeVisible()
  const folder = path.join(userData, 'unpacked')
  await mkdir(folder)
  const execute = promisify(execFile)
  await execute('unzip', ['-q', target, '-d', folder])
  const checked = await execute('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder })
  expect(checked.stdout.trim().split('\n')).not.toContainEqual(expect.stringMatching(/FAILED/))
  for (const { key, files } of await rowsIn(page))
    for (const { name, sha256 } of files) expect(await hashOf(path.join(folder, key, name))).toBe(sha256)
  expect(await readFile(path.join(folder, 'SHA256SUMS'), 'utf8')).toContain('MANIFEST.txt')
  await running.close()
})
