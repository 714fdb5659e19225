import { rm } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { freshUserData, launch } from './app'
import {
  beginFetch,
  connectForStatements,
  expectNoDebris,
  expectedOfViewers,
  fetchEnded,
  folderOf,
  proveAll,
  rowsIn
} from './statements-desk'
import { call } from './connections-desk'
import { startOwnService, type OwnService } from './own-service'
import { test } from './test'

let service: OwnService
let userData: string
test.beforeEach(async () => {
  userData = await freshUserData({ offline: true, settings: { guideDone: true } })
  service = await startOwnService()
})
test.afterEach(async () => {
  await service.close()
  await rm(userData, { recursive: true, force: true, maxRetries: 5 })
})

/** `npm run soak -- archive` kills at every step, 200 times. */
const kills = 2

test('loses nothing and leaves no debris when the app is killed during a fetch', async () => {
  test.setTimeout(180_000)
  const { description } = service
  const seen = new Map<string, string>()
  for (let kill = 1; kill <= kills; kill += 1) {
    const { page, app } = await launch({ userData })
    await connectForStatements(page, description)
    const before = await rowsIn(page)
    const ids = description.statement_ids.slice(4, 24).filter((id) => !before.some((row) => row.id === id))
    await beginFetch(page, ids)
    const wanted = 1 + Math.floor(Math.random() * 6)
    await expect
      .poll(
        async () => {
          const { run: fetching } = await call(page, (asked) => asked.call.statements.read())
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
  await expectNoDebris(root)
  await proveAll(root, rows)
  const { verification } = await call(page, (bridge) => bridge.call.statements.verify())
  expect(verification).toMatchObject({ isClean: true })
  // The requested IDs are kept and completed.
  await call(page, (bridge) => bridge.call.statements.refetch())
  await fetchEnded(page)
  await expectNoDebris(root)
  await last.close()
})
