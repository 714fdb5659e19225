import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { DayVerification } from '#shared/contract/recording/catalog'
import { ProblemError } from '#shared/domain/base/problem'
import { removeDays } from '#engine/recording/catalog/remove-days'
import { verifyDays } from '#engine/recording/catalog/verify-days'
import { listRemoved } from '#engine/recording/log/removed'
import { dayOf, listSegments } from '#engine/recording/log/segments'
import { verifyLog } from '#engine/recording/log/verify'
import { LogWriter } from '#engine/recording/log/writer'
import { changePins, pinsFile, readPins } from '#engine/recording/pins'
import { keepBudget } from '#engine/recording/retention'
import { freshFolder } from '../../../integration/support/folder'
import { FuzzRandom } from '../../shared/wire/fuzz/random'
import { dayLength, firstDay, recordDays } from './catalog-log'

let log: string
beforeEach(async () => {
  log = path.join(await freshFolder(), 'log')
  await mkdir(log)
})

const signal = new AbortController().signal
const now = firstDay + 10 * dayLength
const options = { now, signal, onProgress: () => {} }
const daysOf = (files: readonly string[]) => [...new Set(files.map(dayOf))]
const lockedByAnother = () => writeFile(path.join(log, 'recorder.lock'), `${process.ppid} ${hostname()} x\n`)

test.each([1, 2, 3, 4, 5, 6])(
  'any days can be deleted: the rest verifies, and numbers continue (seed %i)',
  async (seed) => {
    const random = new FuzzRandom(seed)
    const files = await recordDays(log, seed, 5)
    const before = await verifyLog(log)
    const removed = daysOf(files).filter(() => random.chance(2))
    await removeDays(log, removed, options)
    expect(await listSegments(log)).toEqual(files.filter((file) => !removed.includes(dayOf(file))))
    expect((await listRemoved(log)).length).toBe(files.length - (await listSegments(log)).length)
    expect((await verifyLog(log)).damage).toEqual([])
    const writer = await LogWriter.open(log, () => now)
    const { nextSeq } = writer
    writer.add(nextSeq, { epoch: now, milliseconds: 0 }, 'f', Buffer.from('{}'))
    await writer.write(false)
    await writer.close()
    expect(nextSeq).toBeGreaterThanOrEqual(before.items + 1)
    const after = await verifyLog(log)
    expect(after.damage).toEqual([])
    // Nor is a segment missed that went without a record.
    const [first, , third] = await listSegments(log)
    if (third === undefined) return
    const second = (await listSegments(log))[1]!
    await writeFile(second, '')
    expect((await verifyLog(log)).damage.map(({ kind }) => kind)).toEqual(['chain'])
    expect(first).not.toBe(second)
  }
)

test('the newest segment stays while another process records', async () => {
  const files = await recordDays(log, 1, 2)
  await lockedByAnother()
  await removeDays(log, daysOf(files), options)
  expect(await listSegments(log)).toEqual(files.slice(-1))
})

test('pinned days are neither deleted nor counted by the limits', async () => {
  const files = await recordDays(log, 3, 4)
  const [first, second, ...others] = daysOf(files)
  await changePins(log, [second!], true)
  await removeDays(log, [first!, second!], options)
  const left = files.filter((file) => dayOf(file) !== first)
  expect(await listSegments(log)).toEqual(left)
  const size = await keepBudget(log, { bytes: 0, days: 1, freeBytes: 0, sealedFirst: false }, firstDay)
  const pinned = left.filter((file) => dayOf(file) === second)
  expect(await listSegments(log)).toEqual([...pinned, files.at(-1)])
  expect(size.since).toBeGreaterThanOrEqual(Date.parse(second!))
  expect((await verifyLog(log)).damage).toEqual([])
  await changePins(log, [second!], false)
  await keepBudget(log, { bytes: 0, days: 1, freeBytes: 0, sealedFirst: false }, firstDay)
  expect(daysOf(await listSegments(log))).toEqual(others.slice(-1))
})

test('nothing is deleted while the list of pinned days cannot be read', async () => {
  const files = await recordDays(log, 1, 2)
  await changePins(log, ['2026-11-24'], true)
  await appendFile(pinsFile(log), '}')
  await expect(readPins(log)).rejects.toThrow(ProblemError)
  await expect(keepBudget(log, { bytes: 0, days: 1, freeBytes: 0, sealedFirst: false }, now)).rejects.toThrow(
    'is damaged'
  )
  await expect(removeDays(log, daysOf(files), options)).rejects.toThrow('is damaged')
  expect(await listSegments(log)).toEqual(files)
})

test('damage is named with its day, and the chain between days counts', async () => {
  const files = await recordDays(log, 2, 3)
  const [first, second, third] = daysOf(files) as [string, string, string]
  const inSecond = files.filter((file) => dayOf(file) === second)
  const bytes = await readFile(inSecond[0]!)
  bytes[bytes.length - 12]! ^= 1
  await writeFile(inSecond[0]!, bytes)
  await writeFile(inSecond.at(-1)!, (await readFile(inSecond.at(-1)!)).subarray(0, 0))
  const found = new Map<string, DayVerification>()
  const shares: number[] = []
  await verifyDays(log, [third, first, second], {
    now: () => now,
    signal,
    onProgress: (_day, share) => shares.push(share),
    onVerified: (day, verification) => found.set(day, verification)
  })
  expect(shares).toEqual([...shares].sort((one, other) => one - other))
  expect(found.get(first)).toMatchObject({ damaged: 0, at: now })
  expect(found.get(second)!.damaged).toBeGreaterThan(0)
  expect(found.get(third)).toMatchObject({ damaged: 1 })
  expect(found.get(third)!.damage[0]).toContain('the segment before it was altered or removed')
})
