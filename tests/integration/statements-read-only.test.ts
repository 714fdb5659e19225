import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { fetchAll, openArchiveDesk, type ArchiveDesk } from './statements-desk'
import { freshFolder } from './support/folder'

const run = promisify(execFile)
let desk: ArchiveDesk | null = null
let mounted: string | null = null
afterEach(async () => {
  await desk?.close()
  if (mounted !== null) await run('umount', ['-l', mounted])
  desk = mounted = null
})

const mount = (...words: string[]) => run('mount', words)
/** Mounting needs privileges that some containers deny even to root. */
const canMount = async (root: string) =>
  process.platform === 'linux' &&
  (await mount('--bind', root, root).then(
    () => true,
    () => false
  ))

test('reads, verifies and exports an archive on a read-only mount, and reports it as read-only', async ({
  skip
}) => {
  const folder = await freshFolder()
  desk = await openArchiveDesk(folder)
  const ids = desk.sandbox.description.statement_ids.slice(4, 7)
  const { root } = desk
  await fetchAll(desk, ids.slice(0, 2))
  const lock = path.join(root, 'leadline-archive.lock')
  const held = await readFile(lock, 'utf8')
  const target = path.join(folder, 'export.zip')

  if (!(await canMount(root))) return skip('mounting is not allowed here')
  mounted = root
  await mount('-o', 'remount,bind,ro', root)
  // The mount becomes read-only while the archive is in use.
  const during = await fetchAll(desk, ids.slice(2))
  expect(during.wanted[0]?.sentence).toMatch(/is on a read-only drive/)

  // The mount is read-only from the start, with a stale lock of another computer.
  await mount('-o', 'remount,bind,rw', root)
  await desk.archive.dispose()
  await writeFile(
    lock,
    held.replace('"here"', '"elsewhere"').replace(/"machine":"[^"]*"/, '"machine":"other"')
  )
  await mount('-o', 'remount,bind,ro', root)
  await desk.again()
  const { fault, readOnly, statements } = desk.archive.facts()
  expect([fault, statements]).toEqual([null, 2])
  expect(readOnly).toMatch(/is on a read-only drive/)
  await desk.archive.verify()
  expect(desk.archive.facts().verification).toMatchObject({ unaltered: 4, altered: 0, missing: 0 })
  const { statements: exported } = await desk.archive.export(target, {
    profileId: null,
    from: '2000-01',
    to: '2099-12',
    assets: []
  })
  expect(exported).toBe(2)
  expect(() => desk!.archive.fetch(ids[2]!)).toThrow(/is on a read-only drive/)

  // The archive can be written once the mount is writable and the stale lock is gone.
  await mount('-o', 'remount,bind,rw', root)
  await rm(lock)
  await desk.archive.rebuild()
  expect(desk.archive.facts().readOnly).toBeNull()
  expect(await fetchAll(desk, ids.slice(2))).toMatchObject({ statements: 3, requestCount: 0 })
})
