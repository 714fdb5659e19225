import { afterEach, expect, test, vi } from 'vitest'
import type * as Rows from '#engine/records/statements/reading/rows'
import { rowsOf } from '#engine/records/statements/reading/rows'
import { SettingsFile } from '#engine/records/statements/settings'
import { Ledger } from '#engine/records/statements/store/ledger'
import { openArchive } from '../unit/engine/records/statements/opened'
import { id } from '../unit/engine/records/statements/support'
import { HandClock } from '../unit/engine/hand-clock'
import { freshFolder } from './support/folder'

// The mock needs a process that has not loaded the module yet.
vi.mock('#engine/records/statements/reading/rows', async (original) => {
  const real = await original<typeof Rows>()
  return { ...real, rowsOf: vi.fn(real.rowsOf) }
})

afterEach(() => void vi.restoreAllMocks())

const many = 60
const ids = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => id(from + index)).join()

test('needs the same work for a statement after a hundred others as after none', async () => {
  const folder = await freshFolder()
  // The clock is frozen, so that no push is delayed.
  const archive = await openArchive(folder, { clock: new HandClock() })
  archive.fetch(ids(1, many))
  await archive.fetched()
  vi.mocked(rowsOf).mockClear()
  const gone = vi.spyOn(Ledger.prototype, 'gone')
  const written = vi.spyOn(SettingsFile.prototype, 'change')
  const versions = new Set([archive.state().version])
  // Half of them are already saved.
  archive.fetch(ids(1, 2 * many))
  while (archive.state().run!.running) {
    versions.add(archive.state().version)
    await new Promise((resolve) => setImmediate(resolve))
  }
  versions.add(archive.state().version)
  expect(archive.state()).toMatchObject({ statements: 2 * many, files: 4 * many, requestCount: 0 })
  const rows = vi.mocked(rowsOf).mock.calls.reduce((sum, [statements]) => sum + statements.length, 0)
  expect(rows).toBeLessThanOrEqual(8 * many)
  expect(gone.mock.calls.length).toBeLessThan(10)
  const wanted = written.mock.calls.filter(([change]) => 'wanted' in change)
  expect(wanted.length).toBeLessThan(10)
  // A window reads all rows on the first and after the last statement.
  expect(versions.size).toBeLessThanOrEqual(3)
  await archive.dispose()
})
