import { readFile, readdir, stat, writeFile } from 'node:fs/promises'
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
const roomy = { bytes: 1e12, days: 14, freeBytes: 0 }

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
  const size = await keepBudget(folder, { ...roomy, bytes }, { writing: null, now: epoch + 8 * hour })
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
  await keepBudget(folder, { ...roomy, days: 1 }, { writing: null, now: now - 1 })
  expect(await listSegments(folder)).toEqual(files.slice(1))
  await keepBudget(folder, { ...roomy, days: 1 }, { writing: null, now: now + 1 })
  expect(await listSegments(folder)).toEqual(files.slice(2))
})

test('never removes the segment that is being written', async () => {
  const files = await recordHours(3)
  await keepBudget(folder, { ...roomy, bytes: 0 }, { writing: files[2]!, now: epoch })
  expect(await listSegments(folder)).toEqual(files.slice(2))
})

test('records each removal once, even if it was interrupted', async () => {
  const files = await recordHours(3)
  const first = await readFile(files[0]!)
  await keepBudget(folder, { ...roomy, bytes: 0 }, { writing: files[1]!, now: epoch })
  await writeFile(files[0]!, first)
  await keepBudget(folder, { ...roomy, bytes: 0 }, { writing: files[1]!, now: epoch })
  expect((await removed()).length).toBe(2)
  expect(await readdir(folder)).not.toContain(path.basename(files[0]!))
})
