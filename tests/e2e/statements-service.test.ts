import type { ScenarioName } from '#shared/domain/connection/scenarios'
import { expect } from './expect'
import {
  archiveOf,
  beginFetch,
  connectForStatements,
  expectNoDebris,
  fetchEnded,
  openArchive,
  proveAll,
  rowsIn,
  sharedStatementsApp
} from './statements-desk'
import { call } from './connections-desk'
import { noMarkets, startOwnService, type OwnService } from './own-service'
import { test } from './test'

const running = sharedStatementsApp()
let service: OwnService
test.beforeAll(async () => {
  service = await startOwnService(noMarkets)
})
test.afterAll(() => service.close())

interface Trouble {
  readonly names: readonly ScenarioName[]
  /** The expected message, or null if the fault is recovered from silently. */
  readonly said: RegExp | null
  /** Whether the token is revoked first, so that a new one is requested. */
  readonly withoutToken?: true
}
/** Those of the network, and one of each other kind; tests/integration/statements.test.ts has the other ones. */
const troubles: readonly Trouble[] = [
  { names: ['rest-500'], said: /returned an error \(status 500\)/ },
  { names: ['rest-truncated'], said: /closed the connection before it had sent the complete answer/ },
  { names: ['token-revoked', 'wrong-content-type', 'clock-skew'], said: null },
  { names: ['token-down'], said: /closed the connection/, withoutToken: true },
  { names: ['url-expired'], said: /is no longer valid/ },
  { names: ['download-wrong-length'], said: /announced|closed the connection/ }
]

test('reports or recovers from faults of the service, and leaves nothing behind', async () => {
  test.setTimeout(150_000)
  const { page } = running
  await connectForStatements(page, service.description)
  await openArchive(page)
  const { statement_ids: all } = service.description
  const ids = all.slice(4, 5 + troubles.length)
  const unfinished: string[] = []
  for (const [index, { names, said, withoutToken }] of troubles.entries()) {
    const id = ids[index]!
    const what = names.join()
    if (withoutToken) {
      await service.simulateFault('token-revoked')
      await service.endFault('token-revoked')
    }
    for (const name of names) await service.simulateFault(name)
    await beginFetch(page, [id])
    await fetchEnded(page)
    for (const name of names) await service.endFault(name)
    const { run, wanted, folder } = await archiveOf(page)
    await expectNoDebris(folder, what)
    if (said === null) expect(run?.counts, what).toMatchObject({ saved: 1, failed: 0 })
    else {
      unfinished.push(id)
      const sentence = wanted.find((one) => one.id === id)?.sentence ?? ''
      expect(sentence, what).toMatch(said)
      if (unfinished.length === 1) await expect(page.getByText(sentence)).toBeVisible()
    }
  }
  await expect(page.getByText(`${unfinished.length} statements are not complete.`)).toBeVisible()

  // A repeatedly interrupted download advances each time and completes afterwards.
  const cut = ids.at(-1)!
  await service.simulateFault('download-cut')
  await beginFetch(page, [cut])
  await expect
    .poll(async () => (await archiveOf(page)).run?.items.find(({ id }) => id === cut)?.files[0]?.bytes ?? 0, {
      intervals: [50]
    })
    .toBeGreaterThan(0)
  await service.endFault('download-cut')
  await fetchEnded(page)
  expect((await archiveOf(page)).run?.counts).toMatchObject({ saved: 1, failed: 0 })

  // The newest statement of the last asset is still in preparation.
  await beginFetch(page, all.slice(0, 4))
  await fetchEnded(page)
  await expect(
    page.getByText(/^1 statement is not ready yet \(.*the service is still preparing it/)
  ).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect
    .poll(async () => (await rowsIn(page)).map(({ id }) => id).toSorted(), { timeout: 60_000 })
    .toEqual(expect.arrayContaining(ids.toSorted()))
  await fetchEnded(page)
  await expect(page.getByText(/not complete/)).toHaveCount(0)
  await expect(page.getByText(/^1 statement is not ready yet/)).toBeVisible()

  // Without the service, local statements can still be read and verified.
  await service.close()
  await beginFetch(page, [all.at(-1)!])
  await fetchEnded(page)
  await expect(page.getByText(/^1 statement is not complete\. .*(refused|Nothing answers)/)).toBeVisible()
  const { verification, folder } = await call(page, (bridge) => bridge.call.statements.verify())
  expect(verification).toMatchObject({ isClean: true, hasCopy: false })
  expect(await proveAll(folder, await rowsIn(page))).toBe(verification?.files)
  await expectNoDebris(folder)
})
