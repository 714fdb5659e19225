import {
  appendFile,
  open as openFile,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
  type FileHandle
} from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { headLength } from '#engine/recording/log/member'
import { removeSegment } from '#engine/recording/log/removed'
import { listSegments, segmentTime } from '#engine/recording/log/segments'
import { verifyLog } from '#engine/recording/log/verify'
import { LogWriter } from '#engine/recording/log/writer'
import { freshFolder } from '../../../integration/support/folder'
import { FuzzRandom } from '../../shared/wire/fuzz/random'
import { epoch, lineOf, randomItem, zcat, type Written } from './support'

let folder: string
let now: number
beforeEach(async () => {
  folder = await freshFolder()
  now = epoch
})

const open = () => LogWriter.open(folder, () => now)

const add = (writer: LogWriter, { seq, at, kind, content }: Written) =>
  writer.add(seq, { epoch, milliseconds: at }, kind, content)

/** One member per item. */
async function writeItems(count: number, from = 1): Promise<Written[]> {
  const random = new FuzzRandom(count, from)
  const items = Array.from({ length: count }, (_, index) => randomItem(random, from + index, index))
  const writer = await open()
  for (const item of items) {
    add(writer, item)
    await writer.write(false)
  }
  await writer.close()
  return items
}

const newest = async () => (await listSegments(folder)).at(-1)!

test.each([1, 2, 3, 4, 5])(
  'zcat prints exactly what was recorded, over all restarts (seed %i)',
  async (seed) => {
    const random = new FuzzRandom(seed)
    const items: Written[] = []
    let writer = await open()
    let at = 0
    for (let seq = 1; seq <= 600; seq++) {
      at += random.below(1000) / 7
      if (random.chance(100)) now += 3_600_000
      const item = randomItem(random, seq, at)
      items.push(item)
      add(writer, item)
      if (random.chance(20)) await writer.write(random.chance(2))
      if (!random.chance(100)) continue
      await writer.write(true)
      await writer.close()
      writer = await open()
      expect(writer.nextSeq).toBe(seq + 1)
    }
    await writer.write(true)
    await writer.close()
    expect(await zcat(folder)).toEqual(items.map(lineOf))
    expect(await verifyLog(folder)).toMatchObject({ items: items.length, damage: [], first: '0'.repeat(64) })
  }
)

test('a member that was not written to its end is cut off, wherever it ends', async () => {
  const items = await writeItems(5)
  const file = await newest()
  const bytes = await readFile(file)
  const last = bytes.lastIndexOf(Buffer.from([0x1f, 0x8b, 8, 4]))
  for (let size = last; size < bytes.length; size++) {
    await writeFile(file, bytes.subarray(0, size))
    const writer = await open()
    await writer.close()
    expect(writer.nextSeq).toBe(5)
    expect((await stat(file)).size).toBe(last)
  }
  expect(await zcat(folder)).toEqual(items.slice(0, 4).map(lineOf))
})

test('space that was never written is cut off', async () => {
  const items = await writeItems(3)
  await appendFile(await newest(), Buffer.alloc(5000))
  await writeItems(2, 4)
  expect((await verifyLog(folder)).damage).toEqual([])
  expect((await zcat(folder)).length).toBe(items.length + 2)
})

test('a segment of which nothing was finished gives way', async () => {
  await writeItems(1)
  await truncate(await newest(), 60)
  const writer = await open()
  expect(writer.nextSeq).toBe(1)
  expect(await listSegments(folder)).toEqual([])
  await writer.close()
})

test('a damaged byte is found, and affects one member', async () => {
  const items = await writeItems(12)
  const file = await newest()
  const bytes = await readFile(file)
  const random = new FuzzRandom(7)
  for (let round = 0; round < 200; round++) {
    const offset = random.below(bytes.length)
    const damaged = Buffer.from(bytes)
    damaged[offset]! ^= 1 << random.below(8)
    await writeFile(file, damaged)
    const report = await verifyLog(folder)
    expect(report.damage.length, `at ${offset}`).toBeGreaterThan(0)
    expect(report.items, `at ${offset}`).toBeGreaterThanOrEqual(10)
    // A bit that no reader looks at.
    if (report.items === items.length) expect(await zcat(folder)).toEqual(items.map(lineOf))
  }
})

test('damage at the end stays, and the log continues in a new segment', async () => {
  await writeItems(3)
  const damaged = await newest()
  await appendFile(damaged, 'not ours')
  const before = await readFile(damaged)
  now += 1000
  await writeItems(3, 4)
  expect(await readFile(damaged)).toEqual(before)
  const report = await verifyLog(folder)
  expect(report).toMatchObject({ segments: 2, items: 6 })
  expect(report.damage).toMatchObject([{ kind: 'unreadable', length: 8 }])
})

test('a removed member breaks the chain', async () => {
  await writeItems(3)
  const file = await newest()
  const bytes = await readFile(file)
  const length = (offset: number) => bytes.readUInt32LE(offset + 16)
  const second = length(0)
  const third = second + length(second)
  await writeFile(file, Buffer.concat([bytes.subarray(0, second), bytes.subarray(third)]))
  expect((await verifyLog(folder)).damage).toMatchObject([{ kind: 'chain', offset: second }])
})

test('a removed segment breaks the chain, unless the limits removed it', async () => {
  for (const from of [1, 4, 7]) {
    await writeItems(3, from)
    now += 3_600_000
  }
  const [first] = await listSegments(folder)
  const bytes = await readFile(first!)
  await rm(first!)
  expect((await verifyLog(folder)).damage).toMatchObject([{ kind: 'chain', offset: 0 }])
  await writeFile(first!, bytes)
  await removeSegment(first!, now, 'limits')
  expect(await verifyLog(folder)).toMatchObject({ items: 6, damage: [] })
})

test('a member whose content was never written is cut off', async () => {
  const items = await writeItems(4)
  const file = await newest()
  const bytes = await readFile(file)
  const last = bytes.lastIndexOf(Buffer.from([0x1f, 0x8b, 8, 4]))
  await writeFile(file, bytes.fill(0, last + headLength))
  await writeItems(2, 4)
  expect((await verifyLog(folder)).damage).toEqual([])
  expect((await zcat(folder)).slice(0, 3)).toEqual(items.slice(0, 3).map(lineOf))
})

test('a recorder of the same process waits until the one before has closed the log', async () => {
  const writer = await open()
  await expect(open()).rejects.toMatchObject({ problem: { code: 'recording.in-use', retryable: true } })
  await writer.close()
  await (await open()).close()
})

test('a lock that could not be written is not left behind, empty, as if of another process', async () => {
  const probe = await openFile('/dev/null')
  const prototype = Object.getPrototypeOf(probe) as FileHandle
  await probe.close()
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  vi.spyOn(prototype, 'writeFile').mockRejectedValueOnce(full)
  await expect(open()).rejects.toBe(full)
  vi.restoreAllMocks()
  expect(await readdir(folder)).toEqual([])
  await (await open()).close()
  // As a power failure may leave it.
  await writeFile(path.join(folder, 'recorder.lock'), '')
  now = Date.now()
  await expect(open()).rejects.toThrow(`Another Leadline is already recording to ${folder}.`)
  now += 61_000
  await (await open()).close()
})

test('segments are in the order of recording, even if the clock was set back', async () => {
  await writeItems(2)
  now -= 86_400_000
  await writeItems(2, 3)
  now -= 86_400_000
  await writeItems(2, 5)
  expect((await listSegments(folder)).length).toBe(3)
  expect(await verifyLog(folder)).toMatchObject({ items: 6, damage: [] })
})

test('segments end with each part of an hour, also if the recorder was restarted', async () => {
  const length = 300_000
  const begun = new Set<number>()
  for (let seq = 1; seq <= 60; seq++) {
    now = Date.UTC(2026, 10, 24, 10, 2) + seq * 47_000
    begun.add(Math.floor(now / length))
    const writer = await LogWriter.open(folder, () => now, Infinity, undefined, length)
    add(writer, { seq, at: seq, kind: 'f', content: Buffer.from('{}') })
    await writer.write(false)
    await writer.close()
  }
  const segments = await listSegments(folder)
  expect(segments.map((file) => Math.floor(segmentTime(file) / length))).toEqual([...begun])
  expect((await verifyLog(folder)).damage).toEqual([])
})

test('a segment that was created, but not written before a kill, is removed', async () => {
  const empty = path.join(folder, '2026-01-05T09-00-00.000Z.tsv.gz')
  await writeFile(empty, '')
  const writer = await LogWriter.open(folder, Date.now)
  await writer.close()
  expect(await readdir(folder)).toEqual([])
})
