import { createHash } from 'node:crypto'
import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { membersOf } from '#engine/recording/keyframes/members'
import { listSegments } from '#engine/recording/log/segments'
import { parquetFolderOf } from '#engine/recording/parquet/locations'
import { sealLog } from '#engine/recording/parquet/seal'

import { zcat } from '../../../unit/engine/recording/support'
import { FuzzRandom } from '../../../unit/shared/wire/fuzz/random'
import { freshFolder } from '../../support/folder'
import { loggedItems } from '../../support/straight-play'
import { staleAfter, writeLog } from '../../support/written-log'
import { exactLog } from './exact-log'
import { rowsOfLines } from './oracle'
import { withArrow, withDuckdb, withHyparquet } from './readers'
import { expectRows } from './expect-rows'
import { StraightStates } from './straight-states'

const options = { staleAfter: () => staleAfter, limits: { group: 700, pending: 2000 } }

let log: string
let folder: string
beforeEach(async () => {
  log = path.join(await freshFolder(), 'log')
  folder = parquetFolderOf(log)
})

async function expectStraight() {
  const [states, quotes, trades] = await Promise.all(
    (['states', 'quotes', 'trades'] as const).map((table) => withHyparquet(folder, table))
  )
  const straight = new StraightStates({ states: states!, quotes: quotes! }, trades!)
  for (const item of await loggedItems(log)) straight.play(item)
  expect(straight.compared).toBeGreaterThan(5000)
  expect(straight.sides).toBeGreaterThan(300)
  expect(straight.interruptions).toBeGreaterThan(20)
}

test('three readers agree with the lines of the log on every row', async () => {
  const random = new FuzzRandom(11)
  await writeLog(log, exactLog(random, 2500), { random, segment: 900 })
  await sealLog(log, options)
  const truth = rowsOfLines(await zcat(log))
  expect(Math.min(truth.book.length, truth.trades.length)).toBeGreaterThan(400)
  for (const read of [withDuckdb, withHyparquet, withArrow]) await expectRows(folder, truth, read)
  const [states, quotes] = await Promise.all(
    ['states', 'quotes'].map((table) => withHyparquet(folder, table))
  )
  for (const read of [withDuckdb, withArrow]) {
    expect(new Set(await read(folder, 'states'))).toEqual(new Set(states))
    expect(new Set(await read(folder, 'quotes'))).toEqual(new Set(quotes))
  }
})

test.each([1])('states, best prices and sides are those of straight play (seed %i)', async (seed) => {
  const random = new FuzzRandom(seed)
  await writeLog(log, exactLog(random, 2500), { random, segment: 700 })
  await sealLog(log, options)
  await expectStraight()
})

test('what is added to a log is sealed later, and nothing twice', async () => {
  const random = new FuzzRandom(5)
  const items = exactLog(random, 2500)
  const restart = items.findIndex(({ seq, content }) => seq > 900 && content.includes('"start":true'))
  for (const [from, to] of [
    [0, 700],
    [700, restart],
    [restart, restart + 50],
    [restart + 50, items.length]
  ] as const) {
    await writeLog(log, items.slice(from, to), { random, segment: 500 })
    await sealLog(log, options)
  }
  const before = await readdir(folder, { recursive: true })
  await sealLog(log, options)
  expect(await readdir(folder, { recursive: true })).toEqual(before)
  await expectRows(folder, rowsOfLines(await zcat(log)), withHyparquet)
  await expectStraight()
  const manifests = before.filter((name) => name.endsWith('.tsv')).sort()
  expect(manifests.length).toBeGreaterThan(3)
  const listed: string[] = []
  for (const name of manifests) {
    const [, ...lines] = (await readFile(path.join(folder, name), 'utf8')).trimEnd().split('\n')
    for (const line of lines) {
      const [file, , bytes, digest] = line.split('\t')
      const content = await readFile(path.join(folder, file!))
      expect([String(content.length), createHash('sha256').update(content).digest('hex')]).toEqual([
        bytes,
        digest
      ])
      listed.push(file!)
    }
  }
  expect(listed.sort()).toEqual(before.filter((name) => name.endsWith('.parquet')).sort())
})

test('a segment that its recorder still has open is left out', async () => {
  const random = new FuzzRandom(6)
  await writeLog(log, exactLog(random, 1500), { random, segment: 400 })
  const segments = await listSegments(log)
  const last = (await membersOf(segments.at(-1)!))[0]!.facts.firstSeq
  await writeFile(path.join(log, 'recorder.lock'), 'left by a kill\n')
  await sealLog(log, options)
  const lines = await zcat(log)
  const closed = lines.filter((line) => Number(line.split('\t')[0]) < last)
  expect(closed.length).toBeLessThan(lines.length)
  await expectRows(folder, rowsOfLines(closed), withHyparquet)
  await rm(path.join(log, 'recorder.lock'))
  await sealLog(log, options)
  await expectRows(folder, rowsOfLines(lines), withHyparquet)
})

test('a damaged part of the log is left out and shows as unrecorded', async () => {
  const random = new FuzzRandom(7)
  await writeLog(log, exactLog(random, 1500), { random, segment: 400 })
  const lines = await zcat(log)
  const segments = await listSegments(log)
  const members = await Promise.all(segments.map(membersOf))
  const number = members.findIndex(({ length }) => length > 2)
  const file = segments[number]!
  const { offset, facts } = members[number]![1]!
  const bytes = await readFile(file)
  bytes[offset + facts.length - 6]! ^= 1
  await writeFile(file, bytes)
  await sealLog(log, options)
  const seqOf = (line: string) => Number(line.split('\t')[0])
  const left = lines.filter((line) => seqOf(line) < facts.firstSeq || seqOf(line) > facts.lastSeq)
  await expectRows(folder, rowsOfLines(left), withHyparquet)
  const states = await withHyparquet(folder, 'states')
  const missing = states.filter(
    ({ dropped, seq }) => Number(dropped) > 0 && Number(seq) === facts.firstSeq - 1
  )
  expect(missing.length).toBeGreaterThan(0)
  for (const { state, dropped } of missing)
    expect([state, Number(dropped)]).toEqual(['unrecorded', facts.lastSeq - facts.firstSeq + 1])
})

test('a log that begins again is not mixed with what was sealed', async () => {
  const random = new FuzzRandom(8)
  await writeLog(log, exactLog(random, 900), { random })
  await sealLog(log, options)
  await rm(log, { recursive: true })
  await writeLog(log, exactLog(random, 100), { random })
  await expect(sealLog(log, options)).rejects.toThrow(/another log/)
})

test.each([1, 2, 3])('segments may arrive in any order (seed %i)', async (seed) => {
  const random = new FuzzRandom(seed)
  await writeLog(log, exactLog(random, 900), { random, segment: 120, keyframes: false })
  const truth = rowsOfLines(await zcat(log))
  const aside = await freshFolder()
  const names = (await listSegments(log)).map((file) => path.basename(file))
  expect(names.length).toBeGreaterThan(4)
  for (const name of names) await rename(path.join(log, name), path.join(aside, name))
  const left = [...names]
  while (left.length > 0) {
    const [name] = left.splice(random.below(left.length), 1)
    await rename(path.join(aside, name!), path.join(log, name!))
    if (random.chance(2)) await sealLog(log, options)
  }
  await sealLog(log, options)
  await expectRows(folder, truth, withHyparquet)
})
