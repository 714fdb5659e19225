import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { removeDays } from '#engine/recording/catalog/remove-days'
import { membersOf } from '#engine/recording/keyframes/members'
import { dayOf, listSegments, segmentTime } from '#engine/recording/log/segments'
import { parquetFolderOf } from '#engine/recording/parquet/locations'
import { readSealed } from '#engine/recording/parquet/manifest'
import { bytesOf, keepParquetBudget } from '#engine/recording/parquet/retention'
import { sealLog } from '#engine/recording/parquet/seal'
import { changePinnedRange, changePins, readPins } from '#engine/recording/pins'
import { keepBudget } from '#engine/recording/retention'
import { exactLog } from '../../../../integration/recording/parquet/exact-log'
import { freshFolder } from '../../../../integration/support/folder'
import { staleAfter, writeLog } from '../../../../integration/support/written-log'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'

const hour = 3_600_000
const options = { staleAfter: () => staleAfter }
const nothing = { bytes: 0, days: 14, freeBytes: 0, sealedFirst: true }
const roomy = { bytes: 1e12, days: 14 }

let log: string
let folder: string
let segments: string[]
let now: number
beforeEach(async () => {
  log = path.join(await freshFolder(), 'log')
  folder = parquetFolderOf(log)
  const random = new FuzzRandom(3)
  await writeLog(log, exactLog(random, 400), { random, segment: 60, keyframes: false })
  segments = await listSegments(log)
  now = segmentTime(segments.at(-1)!)
  expect(segments.length).toBeGreaterThan(3)
})

const reasons = async () =>
  (await readFile(path.join(log, 'removed.tsv'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t').at(-1))

const parquetFiles = async () =>
  (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.parquet'))

const sealedBytes = async () => (await readSealed(folder)).reduce((sum, part) => sum + bytesOf(part), 0)

test('no segment is deleted before it is sealed, and then all that the limits say', async () => {
  await keepBudget(log, nothing, now)
  expect(await listSegments(log)).toEqual(segments)
  await sealLog(log, options)
  await keepBudget(log, nothing, now)
  expect(await listSegments(log)).toEqual(segments.slice(-1))
  expect(await reasons()).toEqual(['reason', ...segments.slice(1).map(() => 'limits')])
})

test('what follows a segment that is not sealed stays, too', async () => {
  await sealLog(log, options)
  const grown = await readFile(segments[1]!)
  await writeFile(segments[1]!, Buffer.concat([grown, await readFile(segments[2]!)]))
  await expect(keepBudget(log, nothing, now)).resolves.toBeDefined()
  expect(await listSegments(log)).toEqual(segments.slice(1))
})

test('a nearly full disk deletes what is over the limits, and the list says that it was not sealed', async () => {
  await keepBudget(log, { ...nothing, ...roomy }, now, true)
  expect(await listSegments(log)).toEqual(segments)
  await keepBudget(log, nothing, now, true)
  expect(await listSegments(log)).toEqual(segments.slice(-1))
  expect(await reasons()).toEqual(['reason', ...segments.slice(1).map(() => 'limits-unsealed')])
})

test('a segment of which nothing is readable does not keep the others', async () => {
  const [, damaged] = segments
  const bytes = await readFile(damaged!)
  for (const { offset, facts } of await membersOf(damaged!)) bytes[offset + facts.length - 6]! ^= 1
  await writeFile(damaged!, bytes)
  await writeFile(segments[2]!, 'not a segment')
  await sealLog(log, options)
  const sealed = await readSealed(folder)
  await sealLog(log, options)
  expect(await readSealed(folder)).toEqual(sealed)
  await keepBudget(log, nothing, now)
  expect(await listSegments(log)).toEqual(segments.slice(-1))
})

test('what was sealed by a manifest that is damaged is not deleted', async () => {
  await sealLog(log, options)
  const manifests = path.join(folder, 'sealed')
  for (const name of await readdir(manifests)) await writeFile(path.join(manifests, name), 'damaged')
  await keepBudget(log, nothing, now)
  expect(await listSegments(log)).toEqual(segments)
  await expect(sealLog(log, options)).rejects.toThrow('is damaged')
})

test('Parquet files have limits of their own, oldest first', async () => {
  await sealLog(log, options)
  const all = await parquetFiles()
  await keepParquetBudget(log, { ...roomy, bytes: await sealedBytes() }, now)
  expect(await parquetFiles()).toEqual(all)
  const [oldest] = await readSealed(folder)
  await keepParquetBudget(log, { ...roomy, bytes: (await sealedBytes()) - 1 }, now)
  const deleted = oldest!.files.map(({ name }) => name)
  expect(await parquetFiles()).toEqual(all.filter((name) => !deleted.includes(name)))
  // They were sealed all the same.
  await sealLog(log, options)
  expect((await parquetFiles()).length).toBe(all.length - deleted.length)
  await keepParquetBudget(log, roomy, now + 16 * 24 * hour)
  expect((await readdir(folder)).sort()).toEqual(['sealed'])
  await keepBudget(log, nothing, now)
  expect(await listSegments(log)).toEqual(segments.slice(-1))
  await keepParquetBudget(log, roomy, now)
  expect((await readSealed(folder)).flatMap((part) => part.segments.map(({ name }) => name))).toContain(
    path.basename(segments.at(-1)!)
  )
  expect((await readSealed(folder)).length).toBe(1)
})

test('Parquet files of pinned days stay, and count toward no limit', async () => {
  await sealLog(log, options)
  const all = await parquetFiles()
  await changePins(log, [...new Set(segments.map(dayOf))], true)
  await keepParquetBudget(log, { bytes: 0, days: 1 }, now + 16 * 24 * hour)
  expect(await parquetFiles()).toEqual(all)
})

test('a pinned range keeps whole segments and hours, in both tiers, until it is unpinned', async () => {
  await sealLog(log, options)
  const [, kept, next] = segments
  const [from, to] = [segmentTime(kept!) + 1000, segmentTime(next!) - 1000]
  await changePinnedRange(log, { from, to }, true)
  await keepBudget(log, nothing, now)
  expect(await listSegments(log)).toEqual([kept, segments.at(-1)])
  await removeDays(log, [...new Set(segments.map(dayOf))], {
    now,
    signal: new AbortController().signal,
    onProgress: () => {}
  })
  expect(await listSegments(log)).toEqual([kept])
  await keepParquetBudget(log, { bytes: 0, days: 14 }, now)
  const hours = new Set((await parquetFiles()).map((name) => name.slice(name.indexOf('date='))))
  expect(
    [...hours].every(
      (name) =>
        name.includes(path.basename(kept!).slice(11, 13)) || name.includes(path.basename(next!).slice(11, 13))
    )
  ).toBe(true)
  expect(hours.size).toBeGreaterThan(0)
  await changePinnedRange(log, { from, to: from }, false)
  await keepParquetBudget(log, { bytes: 0, days: 14 }, now)
  expect(await parquetFiles()).toEqual([])
})

test('ranges that touch become one, and a day that is unpinned takes its ranges with it', async () => {
  const at = Date.UTC(2026, 10, 24, 10)
  await changePinnedRange(log, { from: at, to: at + 10 }, true)
  await changePinnedRange(log, { from: at + hour, to: at + 2 * hour }, true)
  await changePinnedRange(log, { from: at + 10, to: at + 20 }, true)
  await changePinnedRange(log, { from: at + 24 * hour, to: at + 25 * hour }, true)
  const next = { from: at + 24 * hour, to: at + 25 * hour }
  expect((await readPins(log)).ranges).toEqual([
    { from: at, to: at + 20 },
    { from: at + hour, to: at + 2 * hour },
    next
  ])
  await changePins(log, ['2026-11-24'], false)
  expect(await readPins(log)).toEqual({ days: new Set(), ranges: [next] })
})
