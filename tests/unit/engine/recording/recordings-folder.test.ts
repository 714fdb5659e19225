import { mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { ExportFolder } from '#engine/recording/export/export-folder'
import { markerName, RecordingsFolder } from '#engine/recording/move/recordings-folder'
import { freshFolder } from '../../../integration/support/folder'

let home: string
let folder: RecordingsFolder
const open = () => RecordingsFolder.open(path.join(home, 'recordings.json'), path.join(home, 'recordings'))
beforeEach(async () => {
  home = await freshFolder()
  folder = await open()
})

/** As at the next start. */
async function restart() {
  await folder.dispose()
  folder = await open()
}

async function moveTo(at: string) {
  await folder.begin(at)
  await folder.switchTo(at)
}

async function recordedAt(name: string): Promise<string> {
  const at = path.join(home, name)
  await mkdir(path.join(at, 'environment=production'), { recursive: true })
  await writeFile(path.join(at, 'own.txt'), 'mine')
  return at
}

test('removes moved recordings at the first start that finds their drive', async () => {
  const [first, second, third] = [
    await recordedAt('first'),
    await recordedAt('second'),
    await recordedAt('third')
  ]
  await moveTo(first)
  await rename(first, `${first}-away`)
  await moveTo(second)
  await folder.removeLeft()
  await restart()
  await rename(second, `${second}-away`)
  await moveTo(third)
  await folder.removeLeft()
  await rename(`${first}-away`, first)
  await rename(`${second}-away`, second)
  await restart()
  await folder.removeLeft()
  expect(await readdir(first)).toEqual(['own.txt'])
  expect(await readdir(second)).toEqual(['own.txt'])
  expect(await readdir(third)).toEqual(['environment=production', markerName, 'own.txt'])
  await recordedAt('first')
  await folder.removeLeft()
  expect(await readdir(first)).toContain('environment=production')
})

test('touches no recordings but its own where they were before', async () => {
  const first = await recordedAt('first')
  await moveTo(first)
  await rename(first, `${first}-away`)
  await moveTo(await recordedAt('second'))
  await folder.removeLeft()
  // Another drive in the same place.
  const other = await RecordingsFolder.open(path.join(home, 'other.json'), path.join(home, 'other'))
  await other.begin(await recordedAt('first'))
  await other.dispose()
  await restart()
  await folder.removeLeft()
  expect(await readdir(first)).toEqual(['environment=production', markerName, 'own.txt'])
  // A list that was edited.
  await folder.dispose()
  const listed = { version: 1, root: null, moving: await recordedAt('third'), leftover: first, away: [first] }
  await writeFile(path.join(home, 'recordings.json'), JSON.stringify(listed))
  folder = await open()
  await folder.removeLeft()
  expect(await readdir(first)).toEqual(['environment=production', markerName, 'own.txt'])
  expect(await readdir(path.join(home, 'third'))).toEqual(['environment=production', 'own.txt'])
})

test('keeps the recordings in use, by whatever name a move that could not clean up knew them', async () => {
  const first = await recordedAt('first')
  await moveTo(first)
  await rename(first, `${first}-away`)
  await moveTo(await recordedAt('second'))
  await folder.removeLeft()
  await rename(`${first}-away`, first)
  await symlink(first, `${first}-link`)
  await moveTo(`${first}-link`)
  await folder.removeLeft()
  expect(await readdir(first)).toContain('environment=production')
})

test('removes what killed exports left, and nothing else', async () => {
  const target = await freshFolder()
  const killed = 'leadline-csv-2026-11-24-to-2026-11-25-2.part'
  await mkdir(path.join(target, killed))
  await writeFile(path.join(target, killed, 'recorder.lock'), `999999999 ${hostname()} killed\n`)
  const others = ['leadline-csv-2026-11-24', 'leadline-raw-2026-11-24.part', 'own.part']
  for (const other of others) await mkdir(path.join(target, other))
  await writeFile(path.join(target, 'own.part', 'recorder.lock'), `999999999 ${hostname()} killed\n`)
  await ExportFolder.begin(target, 'leadline-parquet-2026-11-24', Date.now)
  const lock = path.join(target, 'leadline-parquet-2026-11-24.part', 'recorder.lock')
  await writeFile(lock, `${process.ppid} ${hostname()} exporting\n`)
  await folder.beginExport(target)
  await restart()
  await folder.removeExports(Date.now)
  expect((await readdir(target)).sort()).toEqual([...others, 'leadline-parquet-2026-11-24.part'].sort())
  await mkdir(path.join(target, killed))
  await writeFile(path.join(target, killed, 'recorder.lock'), `999999999 ${hostname()} killed\n`)
  await restart()
  await folder.removeExports(Date.now)
  expect(await readdir(target)).toContain(killed)
})
