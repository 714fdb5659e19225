import path from 'node:path'
import { expect, test } from 'vitest'
import { realDisk } from '#engine/records/statements/index'
import { freshFolder } from '../../../../integration/support/folder'
import { openArchive } from './opened'
import { id, namesBelow } from './support'

/** A drive that responds when the test allows it. */
function slowDrive() {
  let slow = ''
  let arrive = () => {}
  let drive = Promise.resolve()
  const asked: string[] = []
  const disk = {
    ...realDisk,
    async size(file: string) {
      if (slow !== '' && file.startsWith(slow)) {
        asked.push(file)
        await drive
      }
      return realDisk.size(file)
    }
  }
  const slowDown = (root: string) => {
    slow = root
    drive = new Promise((resolve) => (arrive = resolve))
  }
  return { disk, asked, slowDown, arrive: () => arrive() }
}

async function twoArchives() {
  const [folder, other] = [await freshFolder(), await freshFolder()]
  const elsewhere = await openArchive(other)
  elsewhere.fetch(id(9))
  await elsewhere.fetched()
  const otherRoot = elsewhere.state().folder
  await elsewhere.dispose()
  const drive = slowDrive()
  const archive = await openArchive(folder, { disk: drive.disk })
  archive.fetch(id(1))
  await archive.fetched()
  return { folder, otherRoot, drive, archive }
}

const statementsIn = async (root: string) =>
  (await namesBelow(root)).filter((name) => name.endsWith('statement.json')).length

test('saves IDs requested during a switch in the new archive, and loses none', async () => {
  const { otherRoot, drive, archive } = await twoArchives()
  const before = archive.state().folder
  drive.slowDown(otherRoot)
  const switched = archive.locations.useOther(otherRoot)
  expect(archive.state().job).toMatchObject({ kind: 'switching' })
  archive.fetch([id(1), id(2), id(3), id(4)].join())
  await expect.poll(() => drive.asked.length).toBeGreaterThan(0)
  archive.fetch([id(5), id(6)].join())
  const { requestCount, run } = archive.state()
  expect([requestCount, run!.counts.waiting]).toEqual([6, 6])
  drive.arrive()
  await switched
  await archive.fetched()
  const { counts } = archive.state().run!
  expect([counts.saved, counts.failed, counts.stopped]).toEqual([6, 0, 0])
  expect(archive.state()).toMatchObject({
    folder: otherRoot,
    statements: 7,
    requestCount: 0,
    job: null
  })
  expect(await statementsIn(before)).toBe(1)
  await archive.dispose()
})

test('continues with the requested IDs in the current archive if the other one does not exist', async () => {
  const { folder, otherRoot, drive, archive } = await twoArchives()
  const empty = path.join(path.dirname(otherRoot), 'empty')
  drive.slowDown(empty)
  const switched = expect(archive.locations.useOther(empty)).rejects.toThrow(/no archive/)
  archive.fetch([id(2), id(3)].join())
  drive.arrive()
  await switched
  await archive.fetched()
  expect(archive.state()).toMatchObject({ folder: path.join(folder, 'statements'), statements: 3 })
  await archive.dispose()
})

test('refuses other jobs during a switch, and changes nothing on quit', async () => {
  const { folder, otherRoot, drive, archive } = await twoArchives()
  drive.slowDown(otherRoot)
  const switched = expect(archive.locations.useOther(otherRoot)).rejects.toThrow(/Leadline is quitting/)
  const period = { profileId: null, from: '2026-01', to: '2026-12', assets: [] }
  const others: readonly (() => Promise<unknown>)[] = [
    () => archive.locations.useOther(otherRoot),
    () => archive.locations.move(path.join(folder, 'drive')),
    () => archive.locations.restore(),
    () => archive.locations.chooseCopy(path.join(folder, 'copy')),
    () => archive.locations.dropCopy(),
    () => archive.rebuild(),
    () => archive.verify(),
    () => archive.export(path.join(folder, 'a.zip'), period)
  ]
  for (const ask of others) await expect(ask()).rejects.toThrow(/statements\.switching/)
  archive.fetch(id(2))
  const closed = archive.dispose()
  drive.arrive()
  await switched
  await closed
  const again = await openArchive(folder)
  expect(again.state()).toMatchObject({ folder: path.join(folder, 'statements'), requestCount: 1 })
  await again.dispose()
})
