import { spawn } from 'node:child_process'
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
import { bundle } from '../../../../scripts/bundle.mjs'
import { zcat } from '../../../unit/engine/recording/support'
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

let log: string
let folder: string
let truth: ReturnType<typeof rowsOfLines>
beforeEach(async () => {
  log = path.join(await freshFolder(), 'log')
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

test('a full disk is an error, and leaves no file', async () => {
  const { code, errors } = await sealing('ulimit -f 4;').exit
  expect(code).not.toBe(0)
  expect(errors).toContain('EFBIG')
  expect(await namesIn('.part')).toEqual([])
  expect(await namesIn('.tsv')).toEqual([])
  await sealLog(log, options)
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
