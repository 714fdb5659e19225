import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { ArchivePorts } from '#engine/records/statements/index'
import { systemClock } from '#engine/base/clock'
import type { StatementsState } from '#shared/contract/records/statements/index'
import { freshFolder } from '../../../../integration/support/folder'
import { HandClock } from '../../hand-clock'
import { openArchive, sourceOf } from './opened'
import { id, namesBelow, owner, statementOf, systemProblem, watchedDisk } from './support'

async function open(folder: string, more: Partial<ArchivePorts> = {}) {
  const states: StatementsState[] = []
  const archive = await openArchive(folder, { changed: ({ state }) => void states.push(state), ...more })
  return { archive, states }
}

/** The folder of an archive with one statement. */
async function archived(): Promise<string> {
  const folder = await freshFolder()
  const { archive } = await open(folder)
  archive.fetch(id(1))
  await archive.fetched()
  await archive.dispose()
  return folder
}

/** Changes the settings of a closed archive. */
async function setUp(folder: string, part: object): Promise<void> {
  const file = path.join(folder, 'archive.json')
  const settings = JSON.parse(await readFile(file, 'utf8')) as object
  await writeFile(file, JSON.stringify({ ...settings, ...part }))
}

test('keeps the requested IDs across restarts until complete, and requests no file twice', async () => {
  const folder = await freshFolder()
  const failing = await open(folder, { fetch: async () => new Response('no', { status: 418 }) })
  failing.archive.fetch([id(1), id(2)].join())
  await failing.archive.fetched()
  await failing.archive.dispose()
  const { archive, states } = await open(folder)
  expect(archive.state().wanted.map((one) => [one.id, one.asset, one.month])).toEqual([
    [id(1), 'USDP', '2026-10'],
    [id(2), 'USDP', '2026-10']
  ])
  expect(archive.state().wanted[0]!.sentence).toMatch(/files\.test refused to send the file \(status 418\)/)
  expect(archive.refetch().count).toBe(2)
  await archive.fetched()
  expect(archive.state()).toMatchObject({ statements: 2, files: 4, wanted: [], requestCount: 0 })
  await expect.poll(() => states.at(-1)?.run?.counts.saved).toBe(2)
  await archive.dispose()
})

test('keeps the IDs of a killed fetch', async () => {
  const folder = await freshFolder()
  const { archive } = await open(folder, { fetch: () => new Promise(() => {}) })
  archive.fetch([id(1), id(2)].join())
  const kept = async () =>
    Object.keys(
      (JSON.parse(await readFile(path.join(folder, 'archive.json'), 'utf8')) as { wanted: object }).wanted
    )
  await expect.poll(kept).toEqual(['desk production'])
  const next = await open(folder)
  expect(next.archive.state().requestCount).toBe(2)
  await next.archive.dispose()
  await archive.dispose()
})

test('stops the fetch with a message when the disk is full, loses nothing, and resumes once there is space', async () => {
  const folder = await freshFolder()
  let full = false
  const disk = watchedDisk((_step, what) => {
    if (full && /write|create|makeFolder/.test(what)) throw systemProblem('ENOSPC')
  })
  const { archive } = await open(folder, { disk })
  archive.fetch(id(1))
  await archive.fetched()
  full = true
  archive.fetch(Array.from({ length: 20 }, (_, index) => id(index + 1)).join())
  await archive.fetched()
  const { run, requestCount, wanted, statements } = archive.state()
  expect([run!.counts.saved, requestCount, statements]).toEqual([0, 19, 1])
  // The reason appears once, with the folder that the user knows.
  expect([...new Set(wanted.map(({ sentence }) => sentence))]).toEqual([
    expect.stringContaining(`The disk with ${path.join(folder, 'statements')} is full`)
  ])
  full = false
  archive.refetch()
  await archive.fetched()
  expect(archive.state()).toMatchObject({ statements: 20, requestCount: 0 })
  await archive.dispose()
})

test('opens an archive without write permission for reading, and explains why nothing is added', async () => {
  const folder = await archived()
  const disk = watchedDisk((_step, what) => {
    if (/create|write|makeFolder|rename|remove|link/.test(what)) throw systemProblem('EROFS')
  })
  const { archive } = await open(folder, { disk })
  expect(archive.facts().readOnly).toMatch(/is on a read-only drive/)
  expect(archive.view.rows({ profileId: null })).toHaveLength(1)
  await archive.verify()
  expect(archive.facts().verification).toMatchObject({ unaltered: 2 })
  expect(() => archive.fetch(id(2))).toThrow(/read-only/)
  await archive.dispose()
})

test('verifies automatically once a day', async () => {
  const folder = await archived()
  const clock = new HandClock()
  const { archive } = await open(folder, { clock })
  const at = () => archive.facts().verification?.at ?? null
  expect(at()).toBeNull()
  clock.advance(70_000)
  await expect.poll(at).not.toBeNull()
  const once = at()!
  for (let hour = 0; hour < 23; hour += 1) clock.advance(3_600_000)
  await archive.stop('verifying')
  expect(at()).toBe(once)
  clock.advance(2 * 3_600_000)
  await expect.poll(at).toBeGreaterThan(once)
  await archive.dispose()
})

test('rolls back a move that was interrupted before the switch, with a message', async () => {
  const folder = await archived()
  const [root, to] = [path.join(folder, 'statements'), path.join(folder, 'drive')]
  await cp(root, to, { recursive: true })
  await writeFile(path.join(to, 'mine.txt'), 'mine')
  await writeFile(path.join(to, 'README.txt.part'), 'half')
  await setUp(folder, { moving: to })
  const { archive } = await open(folder)
  expect(archive.facts().notice).toMatch(/was interrupted.*still at/)
  expect(archive.state()).toMatchObject({ folder: root, statements: 1 })
  expect(await namesBelow(to)).toEqual(['mine.txt'])
  archive.dismiss()
  expect(archive.facts().notice).toBeNull()
  await archive.dispose()
})

test('removes the old location at the next start if a move was interrupted after the switch', async () => {
  const folder = await archived()
  const [root, to] = [path.join(folder, 'statements'), path.join(folder, 'drive')]
  await cp(root, to, { recursive: true })
  await setUp(folder, { root: to, leftover: root })
  const { archive } = await open(folder)
  expect(archive.facts()).toMatchObject({ folder: to, statements: 1, notice: null })
  expect(await namesBelow(root)).toEqual([])
  await archive.dispose()
})

test('does not switch archives if the settings cannot be written; a stopped move leaves nothing behind', async () => {
  const folder = await freshFolder()
  let stopping: (() => void) | null = null
  const disk = watchedDisk((_step, what, place) => {
    if (what === 'create' && place.includes('drive')) stopping?.()
  })
  const { archive } = await open(folder, { disk })
  archive.fetch(id(1))
  await archive.fetched()
  const root = path.join(folder, 'statements')
  const before = await namesBelow(root)
  // A folder at this path prevents writing the file.
  const file = path.join(folder, 'archive.json')
  // A pending write of the fetch may create the file again.
  await expect
    .poll(async () => {
      await rm(file, { recursive: true, force: true })
      return mkdir(path.join(file, 'taken'), { recursive: true })
    })
    .toBe(file)
  await expect(archive.locations.move(path.join(folder, 'drive'))).rejects.toThrow()
  expect(archive.state().folder).toBe(root)
  await rm(file, { recursive: true })
  stopping = () => void archive.stop('moving')
  await expect(archive.locations.move(path.join(folder, 'drive'))).rejects.toThrow(/stopped/)
  expect(archive.state()).toMatchObject({ folder: root, statements: 1, job: null })
  expect(await namesBelow(root)).toEqual(before)
  expect(await namesBelow(path.join(folder, 'drive'))).toEqual([])
  await archive.dispose()
})

test('refuses a fetch requested while a move begins, and leaves nothing outside the archive', async () => {
  const folder = await freshFolder()
  const { archive } = await open(folder)
  archive.fetch(id(1))
  await archive.fetched()
  const moved = archive.locations.move(path.join(folder, 'drive'))
  expect(() => archive.fetch(id(2))).toThrow(/statements\.moving/)
  await moved
  expect(await namesBelow(path.join(folder, 'statements'))).toEqual([])
  archive.fetch(id(2))
  await archive.fetched()
  expect(archive.state()).toMatchObject({ folder: path.join(folder, 'drive'), statements: 2 })
  await archive.dispose()
})

test('does not change locations with settings of a newer Leadline', async () => {
  const folder = await archived()
  await setUp(folder, { version: 2 })
  const { archive } = await open(folder)
  await expect(archive.locations.move(path.join(folder, 'drive'))).rejects.toThrow(/statements\.settings/)
  await expect(archive.locations.chooseCopy(path.join(folder, 'copy'))).rejects.toThrow(
    /statements\.settings/
  )
  expect(await namesBelow(path.join(folder, 'statements'))).not.toEqual([])
  await archive.dispose()
})

test('rebuilds the index without missing statements saved meanwhile', async () => {
  const folder = await freshFolder()
  const { archive } = await open(folder)
  archive.fetch(Array.from({ length: 30 }, (_, index) => id(index + 1)).join())
  let over = false
  const fetched = archive.fetched().then(() => (over = true))
  while (!over) await archive.rebuild()
  await fetched
  await archive.rebuild()
  expect(archive.state()).toMatchObject({ statements: 30, files: 60, requestCount: 0 })
  expect(archive.state().run!.counts.saved).toBe(30)
  await archive.verify()
  expect(archive.facts().verification).toMatchObject({ unaltered: 60, altered: 0, missing: 0, unknown: 0 })
  await archive.dispose()
})

test('does not continue a download over another connection', async () => {
  const folder = await freshFolder()
  const asked: string[] = []
  const sourceAs = (profileId: string) =>
    sourceOf((own) => (asked.push(own), statementOf({ id: own })), {
      ...owner,
      profile: { ...owner.profile, id: profileId }
    })
  let source = sourceAs('desk')
  const { archive } = await open(folder, {
    source: () => source,
    fetch: () => new Promise(() => {}),
    clock: systemClock
  })
  archive.fetch([id(1), id(2), id(3), id(4), id(5)].join())
  await expect.poll(() => asked.length).toBe(3)
  source = sourceAs('other')
  archive.sourceChanged()
  await archive.fetched()
  expect(archive.state().wanted).toEqual([])
  expect(archive.state().run?.counts.stopped).toBe(5)
  expect(asked).toHaveLength(3)
  source = sourceAs('desk')
  expect(archive.state().requestCount).toBe(5)
  await archive.dispose()
})
