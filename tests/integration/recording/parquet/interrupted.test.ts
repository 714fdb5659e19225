import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { checkFile } from '#engine/recording/parquet/check-file'
import { parquetFolderOf } from '#engine/recording/parquet/locations'
import { ParquetFile } from '#engine/recording/parquet/parquet-file'
import { addRow, noRows } from '#engine/recording/parquet/rows'
import { sealLog } from '#engine/recording/parquet/seal'
import type { Row } from '#engine/recording/parquet/tables'
import type { SealingReply } from '#engine/recording/sealing/messages'
import { bundle } from '../../../../scripts/bundle.mjs'
import { everywhere, zcat } from '../../../unit/engine/recording/support'
import { FuzzRandom } from '../../../unit/shared/wire/fuzz/random'
import { freshFolder } from '../../support/folder'
import { staleAfter, writeLog } from '../../support/written-log'
import { exactLog } from './exact-log'
import { expectRows } from './expect-rows'
import { rowsOfLines } from './oracle'
import { withHyparquet } from './readers'
import { killAtSteps } from './stepped-kills'

const options = { staleAfter: () => staleAfter }

let module: string
beforeAll(async () => {
  module = await bundle('electron/engine/recording/parquet/seal.ts', 'test-seal')
})

let root: string
let log: string
let folder: string
let truth: ReturnType<typeof rowsOfLines>
beforeEach(async () => {
  root = await freshFolder()
  log = path.join(root, 'environment=production', 'service=20df12314ad4', 'log')
  folder = parquetFolderOf(log)
  const random = new FuzzRandom(21)
  await writeLog(log, exactLog(random, 900), { random, segment: 300, keyframes: false })
  truth = rowsOfLines(await zcat(log))
})

const namesIn = async (ending: string) =>
  (await readdir(folder, { recursive: true }).catch(() => [])).filter((name) => name.endsWith(ending))

/** Seals in a process of its own. */
function sealing(before = '') {
  const code =
    `import(${JSON.stringify(module)}).then(({ sealLog }) => ` +
    `sealLog(${JSON.stringify(log)}, { staleAfter: () => ${staleAfter} }))`
  const child = spawn('bash', ['-c', `${before} exec "$0" -e "$1"`, process.execPath, code], {
    stdio: 'pipe'
  })
  let errors = ''
  child.stderr.on('data', (part: Buffer) => (errors += part.toString()))
  return { child, exit: once(child, 'close').then(() => ({ code: child.exitCode, errors })) }
}

test.each([1, 9, 25])(
  'a kill once it has %i files leaves nothing that the next run does not mend',
  async (count) => {
    const { child, exit } = sealing()
    let ended = false
    const over = exit.then(() => (ended = true))
    while (!ended && (await namesIn('')).filter((name) => /parquet(\.part)?$/.test(name)).length < count);
    child.kill('SIGKILL')
    await over
    await sealLog(log, options)
    expect(await namesIn('.part')).toEqual([])
    await expectRows(folder, truth, withHyparquet)
  }
)

test('a kill at any step deletes nothing that is not verified, and leaves nothing unfinished', async () => {
  const child = await bundle('tests/integration/recording/parquet/tiers-child.ts', 'test-tiers')
  const { kills, faults } = await killAtSteps({ child, every: 60 })
  expect(faults).toEqual([])
  expect(kills).toBeGreaterThan(3)
})

test('a full disk is reported in a sentence, loses nothing, and all is sealed once there is room', async () => {
  const before = await zcat(log)
  const host = await bundle('electron/engine/recording/sealing/host.ts', 'test-sealing-host')
  const seal = (limit: string) => {
    const code =
      `import(${JSON.stringify(host)}).then(({ runSealing }) => runSealing(${JSON.stringify(request)}, ` +
      `{ now: Date.now, rest: async () => {}, reply: (reply) => console.log(JSON.stringify(reply)) }))`
    const args = ['-c', `${limit} exec "$0" -e "$1"`, process.execPath, code]
    const { stdout } = spawnSync('bash', args, { encoding: 'utf8' })
    return JSON.parse(stdout.trim().split('\n').at(-1)!) as SealingReply
  }
  const budget = { bytes: 1e9, days: 36_500, freeBytes: 0, sealedFirst: true }
  const request = { root, isOn: true, budgets: everywhere(budget), staleAfter }
  const full = seal('ulimit -f 4;')
  expect(full).toMatchObject({ kind: 'ended', problem: { code: 'recording.disk', retryable: true } })
  expect(full.kind === 'ended' && full.problem?.sentence).toContain('could not be written')
  expect(await namesIn('.part')).toEqual([])
  expect(await namesIn('.tsv')).toEqual([])
  expect(await zcat(log)).toEqual(before)
  expect(seal('')).toEqual({ kind: 'ended', problem: null })
  await expectRows(folder, truth, withHyparquet)
})

test('a folder that cannot be written is an error, and the log stays as it is', async () => {
  const before = await zcat(log)
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'table=trades'), 'not a folder')
  await expect(sealLog(log, options)).rejects.toThrow(/EEXIST|ENOTDIR/)
  expect(await namesIn('.part')).toEqual([])
  expect(await namesIn('.tsv')).toEqual([])
  expect(await zcat(log)).toEqual(before)
})

test('only one process seals a log', async () => {
  const results = await Promise.allSettled([sealing().exit, sealing().exit])
  const codes = results.map((result) => (result.status === 'fulfilled' ? result.value.code : null))
  expect(codes).toContain(0)
  await expectRows(folder, truth, withHyparquet)
})

const rowsFrom = (from: number, to: number) => {
  const rows = noRows('states')
  for (let index = from; index < to; index++) addRow(rows, rowOf(index))
  return rows
}
const rowOf = (index: number): Row => [
  BigInt(index),
  1_767_603_600_000_000_000n + BigInt(index),
  index % 2 ? 'live' : 'stale',
  null,
  0n
]

test('a file that is not what was written is not accepted', async () => {
  const file = path.join(await freshFolder(), '10.parquet.part')
  const writing = new ParquetFile(file, 'states')
  await writing.write(rowsFrom(0, 300))
  await writing.write(rowsFrom(300, 500))
  const written = await writing.finish()
  await checkFile(file, 'states', written)
  await expect(checkFile(file, 'states', { ...written, rows: 499 })).rejects.toThrow(/could not be read back/)
  await expect(checkFile(file, 'states', { ...written, lastSeq: 498n })).rejects.toThrow(
    /could not be read back/
  )
  await expect(checkFile(file, 'book', written)).rejects.toThrow(/could not be read back/)
  const bytes = await readFile(file)
  bytes[100]! ^= 1
  await writeFile(file, bytes)
  await expect(checkFile(file, 'states', written)).rejects.toThrow(/could not be read back/)
  bytes[100]! ^= 1
  await writeFile(file, bytes.subarray(0, -1))
  await expect(checkFile(file, 'states', written)).rejects.toThrow(/could not be read back/)
  await appendFile(file, bytes.subarray(-1))
  await checkFile(file, 'states', written)
})
