import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { exportDays } from '#engine/recording/export/export-days'
import { importRecordings } from '#engine/recording/import/import-recordings'
import { membersOf } from '#engine/recording/keyframes/members'
import { dayOf, listSegments } from '#engine/recording/log/segments'
import { verifyLog } from '#engine/recording/log/verify'
import { changePins, pinsFile, readPins } from '#engine/recording/pins'
import { keepBudget } from '#engine/recording/retention'
import { bundle } from '../../../../../scripts/bundle.mjs'
import { freshFolder } from '../../../../integration/support/folder'
import { checkSeeks } from '../../../../integration/support/right-keyframes'
import { staleAfter, writeLog } from '../../../../integration/support/written-log'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { feedItems, feedMarkets } from '../replay/feed-log'
import { recordDays } from '../catalog-log'
import { zcat } from '../support'

const environment = 'environment=production'
const service = 'service=20df12314ad4'
const now = Date.UTC(2026, 11, 25)
const never = new AbortController().signal
const options = { now, signal: never, onProgress: (_day: string, _share: number) => {} }

/** Of the other computer, and of this one. */
let there: string
let here: string
beforeEach(async () => {
  there = await freshFolder()
  here = await freshFolder()
})

const logIn = (root: string, folder = service) => path.join(root, environment, folder, 'log')
const imported = () => logIn(here, `${service}-imported`)
const importing = (source = there, more: Partial<typeof options> = {}) =>
  importRecordings({ root: here, source }, { ...options, ...more })
const names = (files: readonly string[]) => files.map((file) => path.basename(file))

async function recordThere(seed: number, days = 3): Promise<string[]> {
  await mkdir(logIn(there), { recursive: true })
  return recordDays(logIn(there), seed, days)
}

async function exportRaw(days: readonly string[]): Promise<string> {
  const target = await freshFolder()
  const choice = { format: 'raw', markets: null, from: null, to: null } as const
  const request = { root: there, logs: [{ log: logIn(there), days }], target, staleAfter, ...choice }
  return (await exportDays(request, { now, signal: never, onProgress: () => {} })).path
}

test.each([1, 2])('an exported raw log shows the same markets at random instants (seed %i)', async (seed) => {
  const random = new FuzzRandom(seed)
  await writeLog(logIn(there), feedItems(seed, 5000, 3000), { random, segment: 2500, finish: true })
  const days = [...new Set((await listSegments(logIn(there))).map(dayOf))]
  const result = await importing(await exportRaw(days))
  expect(result).toMatchObject({ skipped: 0, refused: [], refusals: 0 })
  expect(result.connections).toEqual([{ connection: `${environment}/${service}-imported`, days }])
  expect(await zcat(imported())).toEqual(await zcat(logIn(there)))
  expect(await checkSeeks(imported(), feedMarkets, random)).toEqual([])
})

test('the days between which others are missing verify, and are pinned', async () => {
  const files = await recordThere(1, 4)
  const days = [...new Set(files.map(dayOf))]
  const chosen = [days[1]!, days[3]!]
  await importing(await exportRaw(chosen))
  const wanted = files.filter((file) => chosen.includes(dayOf(file)))
  expect(names(await listSegments(imported()))).toEqual(names(wanted))
  expect((await verifyLog(imported())).damage).toEqual([])
  expect([...(await readPins(imported())).days]).toEqual(chosen)
  await keepBudget(imported(), { bytes: 0, days: 1, freeBytes: 0, sealedFirst: false }, now)
  expect((await listSegments(imported())).length).toBe(wanted.length)
  await importing()
  expect(names(await listSegments(imported()))).toEqual(names(files))
  expect((await verifyLog(imported())).damage).toEqual([])
})

test.each(['', environment, path.join(environment, service), path.join(environment, service, 'log')])(
  'a recordings folder, or a part of it, is found (%s)',
  async (part) => {
    const files = await recordThere(2, 1)
    expect((await importing(path.join(there, part))).imported).toBe(files.length)
    expect(names(await listSegments(imported()))).toEqual(names(files))
  }
)

test('a log that was taken out of its folders is listed by itself', async () => {
  const files = await recordThere(2, 1)
  const away = path.join(await freshFolder(), 'stick')
  await rename(logIn(there), away)
  const { connections } = await importing(away)
  expect(connections[0]!.connection).toBe('environment=unknown/service=unknown-imported')
  expect((await listSegments(path.join(here, connections[0]!.connection, 'log'))).length).toBe(files.length)
})

test('what is here is skipped, what differs is refused and named, and the rest is imported', async () => {
  const files = await recordThere(3, 3)
  const [first, second, ...others] = files as [string, string, ...string[]]
  await importing(await exportRaw([dayOf(first)]))
  const known = await listSegments(imported())
  const bytes = await readFile(second)
  bytes[bytes.length - 10]! ^= 1
  await writeFile(second, bytes)
  const result = await importing()
  expect(result.skipped).toBe(known.length - 1)
  expect(result.refused).toEqual([expect.stringContaining(path.basename(second))])
  expect(result.imported).toBe(files.length - known.length)
  expect(others.length).toBeGreaterThan(3)
  expect(await verifyLog(imported())).toMatchObject({ segments: files.length, damage: [] })
})

test.each(['altered', 'cut', 'unchained', 'link', 'not a segment'])(
  'a segment that cannot be relied on is not imported, alone (%s)',
  async (how) => {
    const files = await recordThere(4, 3)
    const file = files[2]!
    const bytes = await readFile(file)
    if (how === 'altered') bytes[bytes.length - 10]! ^= 1
    if (how === 'altered') await writeFile(file, bytes)
    else if (how === 'cut') await writeFile(file, bytes.subarray(0, -3))
    else if (how === 'unchained') {
      const { offset } = (await membersOf(files[1]!)).at(-1)!
      await writeFile(files[1]!, (await readFile(files[1]!)).subarray(0, offset))
    } else {
      await rm(file)
      await (how === 'link' ? symlink(files[1]!, file) : writeFile(file, 'x'.repeat(5000)))
    }
    const { imported: count, refused } = await importing()
    const isCutAtMember = how === 'unchained'
    expect(refused).toEqual(isCutAtMember ? [] : [expect.stringContaining(path.basename(file))])
    expect(count).toBe(files.length - refused.length)
    expect((await verifyLog(imported())).damage).toEqual([])
    expect((await readdir(imported())).filter((name) => name.endsWith('.part'))).toEqual([])
  }
)

test('a segment that grew there, and was cut while it was written, is completed', async () => {
  const all = await recordThere(5, 1)
  const sizes = await Promise.all(all.map(async (file) => (await membersOf(file)).length))
  const files = all.slice(0, sizes.findLastIndex((members) => members > 1) + 1)
  for (const file of all.slice(files.length)) await rm(file)
  const last = files.at(-1)!
  const whole = await readFile(last)
  const { offset } = (await membersOf(last))[1]!
  await writeFile(last, whole.subarray(0, offset + 40))
  await importing()
  const copy = path.join(imported(), path.basename(last))
  expect((await stat(copy)).size).toBe(offset)
  await writeFile(last, whole)
  expect(await importing()).toMatchObject({ imported: 1, skipped: files.length - 1, refused: [] })
  expect((await readFile(copy)).equals(whole)).toBe(true)
  await writeFile(last, whole.subarray(0, offset))
  expect(await importing()).toMatchObject({ imported: 0, skipped: files.length, refused: [] })
  expect((await readFile(copy)).equals(whole)).toBe(true)
})

test('recordings of several computers do not mix, and what was recorded here is not copied', async () => {
  const files = await recordThere(6, 2)
  await importing()
  const other = await freshFolder()
  await mkdir(logIn(other), { recursive: true })
  const others = await recordDays(logIn(other), 7, 2)
  await importing(other)
  expect(names(await listSegments(imported()))).toEqual(names(files))
  expect(names(await listSegments(logIn(here, `${service}-imported-2`)))).toEqual(names(others))
  expect((await importing(other)).skipped).toBe(others.length)
  expect((await importing(here)).skipped).toBe(files.length + others.length)
  const third = await freshFolder()
  await importRecordings({ root: third, source: here }, options)
  const homes = [1, 2].map((number) => logIn(third, `${service}-imported${number === 1 ? '' : '-2'}`))
  const found = await Promise.all(homes.map(async (home) => names(await listSegments(home)).join()))
  expect(found.sort()).toEqual([names(files).join(), names(others).join()].sort())
  const own = await freshFolder()
  await mkdir(logIn(own), { recursive: true })
  const recorded = await recordDays(logIn(own), 8, 2)
  here = own
  expect((await importing(await copyOf(own))).skipped).toBe(recorded.length)
  expect(await readdir(path.join(own, environment))).toEqual([service])
})

async function copyOf(root: string): Promise<string> {
  const folder = await freshFolder()
  await mkdir(logIn(folder), { recursive: true })
  for (const file of await listSegments(logIn(root)))
    await writeFile(path.join(logIn(folder), path.basename(file)), await readFile(file))
  return folder
}

test('a cancelled import keeps what is complete, and the next one adds the rest', async () => {
  const files = await recordThere(9, 3)
  const stop = new AbortController()
  const onProgress = (_day: string, share: number) => {
    if (share > 0.5) stop.abort()
  }
  await expect(importing(there, { signal: stop.signal, onProgress })).rejects.toThrow()
  const kept = await listSegments(imported())
  expect(kept.length).toBeGreaterThan(0)
  expect((await verifyLog(imported())).damage).toEqual([])
  expect((await readdir(imported())).filter((name) => name.endsWith('.part'))).toEqual([])
  expect(await importing()).toMatchObject({ skipped: kept.length, imported: files.length - kept.length })
})

test('too little space is known before anything is written', async () => {
  await recordThere(1, 1)
  const low = importRecordings({ root: here, source: there }, { ...options, freeBytes: async () => 1e9 })
  await expect(low).rejects.toThrow('Nothing was written')
  expect(await readdir(here)).toEqual([])
})

/** In a process of its own. */
async function importInProcess(before = '') {
  const module = await bundle('electron/engine/recording/import/import-recordings.ts', 'test-import')
  const request = JSON.stringify({ root: here, source: there })
  const code =
    `import(${JSON.stringify(module)}).then(({ importRecordings }) => importRecordings(${request}, ` +
    `{ now: ${now}, signal: new AbortController().signal, onProgress() {} }))`
  const child = spawn('bash', ['-c', `${before} exec "$0" -e "$1"`, process.execPath, code], {
    stdio: 'pipe'
  })
  let errors = ''
  child.stderr.on('data', (part: Buffer) => (errors += part.toString()))
  return { child, closed: once(child, 'close').then(() => errors) }
}

test('a kill leaves whole segments, which the next import adds to', async () => {
  const files = await recordThere(2, 4)
  const { child, closed } = await importInProcess()
  let isOver = false
  const ended = closed.then(() => (isOver = true))
  while (!isOver && (await listSegments(imported())).length < 3);
  child.kill('SIGKILL')
  await ended
  const kept = await listSegments(imported())
  expect((await verifyLog(imported())).damage).toEqual([])
  for (const day of new Set(kept.map(dayOf))) expect((await readPins(imported())).days).toContain(day)
  expect((await importing()).skipped).toBe(kept.length)
  expect(await verifyLog(imported())).toMatchObject({ segments: files.length, damage: [] })
})

test('a full disk is an error, and leaves no part of a segment', async () => {
  const random = new FuzzRandom(3)
  await writeLog(logIn(there), feedItems(3, 3000), { random, keyframes: false })
  const { closed } = await importInProcess('ulimit -f 4;')
  expect(await closed).toContain('EFBIG')
  expect(await readdir(imported())).toEqual([])
})

test('a folder without recordings, or a damaged list of pinned days, is a sentence', async () => {
  await expect(importing()).rejects.toThrow(`${there} has no recording`)
  await recordThere(1, 1)
  await changePins(imported(), ['2026-01-01'], true)
  await writeFile(pinsFile(imported()), '{')
  await expect(importing()).rejects.toThrow('is damaged')
  expect(await listSegments(imported())).toEqual([])
})
