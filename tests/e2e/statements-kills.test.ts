import { expect } from './expect'
import {
  archiveOf,
  beginFetch,
  connectForStatements,
  expectNoDebris,
  expectedOfViewers,
  fetchEnded,
  folderOf,
  proveAll,
  rowsIn,
  sharedStatementsApp
} from './statements-desk'
import { call } from './connections-desk'
import { noMarkets, startOwnService, type OwnService } from './own-service'
import { test } from './test'

const running = sharedStatementsApp({ expected: expectedOfViewers })
let service: OwnService
test.beforeAll(async () => {
  service = await startOwnService(noMarkets)
})
test.afterAll(() => service.close())

/** `npm run soak -- statements` kills 200 times, and tests/integration/statements-kills.test.ts five times. */
test('loses nothing and leaves no debris when the app is killed during a fetch', async () => {
  test.setTimeout(180_000)
  const { description } = service
  const seen = new Map<string, string>()
  await connectForStatements(running.page, description)
  await beginFetch(running.page, description.statement_ids.slice(4, 24))
  const wanted = 1 + Math.floor(Math.random() * 6)
  await expect
    .poll(async () => (await archiveOf(running.page)).run?.counts.saved ?? 0, { intervals: [20] })
    .toBeGreaterThanOrEqual(wanted)
  for (const { id, files } of await rowsIn(running.page))
    seen.set(id, JSON.stringify(files.map((one) => one.sha256)))
  running.app.process().kill('SIGKILL')
  await expect.poll(() => running.hasEnded()).toBe(true)
  await running.restart()
  const { page } = running
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
})
