import { readFile, readdir, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { listSegments } from '#engine/recording/log/segments'
import { verifyLog } from '#engine/recording/log/verify'
import { LogWriter } from '#engine/recording/log/writer'
import { keepBudget } from '#engine/recording/retention'
import { freshFolder } from '../../../integration/support/folder'
import { FuzzRandom } from '../../shared/wire/fuzz/random'
import { epoch, randomItem } from './support'

const hour = 3_600_000
const roomy = { bytes: 1e12, days: 14, freeBytes: 0, sealedFirst: false }

let folder: string
beforeEach(async () => {
  folder = await freshFolder()
})

/** One segment an hour. */
async function recordHours(count: number): Promise<string[]> {
  const random = new FuzzRandom(count)
  let now = epoch
  const writer = await LogWriter.open(folder, () => now)
  for (let index = 0; index < count; index++) {
    for (let item = 0; item < 20; item++) {
      const { kind, content } = randomItem(random, 0, 0)
      writer.add(index * 20 + item + 1, { epoch: now, milliseconds: item }, kind, content)
    }
    await writer.write(false)
    now += hour
  }
  await writer.close()
  return listSegments(folder)
}

const sizeOf = async (files: readonly string[]) => {
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

const removed = async () =>
  (await readFile(path.join(folder, 'removed.tsv'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))

test('keeps what fits, newest first, and records what it removed', async () => {
  const files = await recordHours(8)
  const kept = files.slice(3)
  const bytes = await sizeOf(kept)
  const before = await verifyLog(folder)
  const size = await keepBudget(folder, { ...roomy, bytes }, epoch + 8 * hour)
  expect(await listSegments(folder)).toEqual(kept)
  expect(size).toEqual({ bytes, since: epoch + 3 * hour })
  const [columns, ...lines] = await removed()
  expect(columns![0]).toBe('segment')
  expect(lines.map(([name, first, last]) => [name, first, last])).toEqual(
    files.slice(0, 3).map((file, index) => [path.basename(file), `${index * 20 + 1}`, `${index * 20 + 20}`])
  )
  // The chain of what is left begins where that of the removed segments ended.
  const after = await verifyLog(folder)
  expect(after).toMatchObject({ damage: [], items: before.items - 60, last: before.last })
  expect(lines.at(-1)![5]).toBe(after.first)
})

test('removes what is older than the limit, by the end of each segment', async () => {
  const files = await recordHours(5)
  const now = epoch + 24 * hour + 2 * hour
  await keepBudget(folder, { ...roomy, days: 1 }, now - 1)
  expect(await listSegments(folder)).toEqual(files.slice(1))
  await keepBudget(folder, { ...roomy, days: 1 }, now + 1)
  expect(await listSegments(folder)).toEqual(files.slice(2))
})

test('removes the last segment too, once it was not written for that long', async () => {
  const files = await recordHours(2)
  const written = epoch + 2 * hour
  await utimes(files[1]!, written / 1000, written / 1000)
  const now = written + 24 * hour
  await keepBudget(folder, { ...roomy, days: 1 }, now - 1000)
  expect(await listSegments(folder)).toContain(files[1])
  const size = await keepBudget(folder, { ...roomy, days: 1 }, now + 1000)
  expect(await listSegments(folder)).toEqual([])
  expect(size).toEqual({ bytes: 0, since: null })
  // Numbers and chain continue.
  const [, , last] = await removed()
  const writer = await LogWriter.open(folder, () => now)
  expect(writer.nextSeq).toBe(41)
  const { kind, content } = randomItem(new FuzzRandom(1), 0, 0)
  writer.add(41, { epoch: now, milliseconds: 0 }, kind, content)
  await writer.write(false)
  await writer.close()
  expect(await verifyLog(folder)).toMatchObject({ items: 1, damage: [], first: last![5] })
})

test('never removes the last segment for its size: it may be being written', async () => {
  const files = await recordHours(3)
  await keepBudget(folder, { ...roomy, bytes: 0 }, epoch)
  expect(await listSegments(folder)).toEqual(files.slice(2))
})

test('records each removal once, even if it was interrupted', async () => {
  const files = await recordHours(3)
  const first = await readFile(files[0]!)
  await keepBudget(folder, { ...roomy, bytes: 0 }, epoch)
  await writeFile(files[0]!, first)
  await keepBudget(folder, { ...roomy, bytes: 0 }, epoch)
  expect((await removed()).map(([name]) => name)).toEqual([
    'segment',
    ...files.slice(0, 2).map((file) => path.basename(file))
  ])
  expect(await readdir(folder)).not.toContain(path.basename(files[0]!))
})

test('a segment that is deleted meanwhile does not stop it', async () => {
  const files = await recordHours(3)
  // Listed, and not there.
  await symlink('nowhere', path.join(folder, '2026-11-20T10-00-00.000Z.tsv.gz'))
  const kept = files.slice(2)
  const size = await keepBudget(folder, { ...roomy, bytes: await sizeOf(kept) }, epoch + 3 * hour)
  expect(size.bytes).toBe(await sizeOf(kept))
  expect((await removed()).length).toBe(3)
})
