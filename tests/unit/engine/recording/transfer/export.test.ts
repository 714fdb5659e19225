import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import { beforeEach, expect, test } from 'vitest'
import type { ExportChoice } from '#shared/contract/recording/catalog'
import { exportDays } from '#engine/recording/export/export-days'
import { membersOf } from '#engine/recording/keyframes/members'
import { dayOf, listSegments } from '#engine/recording/log/segments'
import { verifyLog } from '#engine/recording/log/verify'
import { parquetFolderOf } from '#engine/recording/parquet/locations'
import { sealLog } from '#engine/recording/parquet/seal'
import { bundle } from '../../../../../scripts/bundle.mjs'
import { folderOnce, freshFolder } from '../../../../integration/support/folder'
import { staleAfter, writeLog } from '../../../../integration/support/written-log'
import { exactLog } from '../../../../integration/recording/parquet/exact-log'
import { plainNumber, rowsOfLines } from '../../../../integration/recording/parquet/oracle'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'
import { zcat } from '../support'

const run = promisify(execFile)
const id = ['environment=production', 'service=20df12314ad4']
const now = Date.UTC(2026, 10, 25)
const options = {
  now,
  signal: new AbortController().signal,
  onProgress: (_log: string, _day: string, _share: number) => {}
}

let root: string
let log: string
let target: string
beforeEach(async () => {
  root = await freshFolder()
  target = await freshFolder()
  log = path.join(root, ...id, 'log')
})

const writeOnce = folderOnce((folder, seed: number, messages: number, keyframes: boolean) => {
  const random = new FuzzRandom(seed)
  return writeLog(folder, exactLog(random, messages), { random, segment: 40, keyframes })
})

/** Some days, in hours of a few hundred items. */
async function record(seed: number, messages = 1500, keyframes = true): Promise<string[]> {
  await writeOnce(log, seed, messages, keyframes)
  return [...new Set((await listSegments(log)).map(dayOf))]
}

const whole: ExportChoice = { format: 'raw', markets: null, from: null, to: null }
const exporting = (
  days: readonly string[],
  choice: Partial<ExportChoice>,
  more: Partial<typeof options> = {}
) =>
  exportDays(
    { root, logs: [{ log, days }], target, staleAfter, ...whole, ...choice },
    { ...options, ...more }
  )

/** The lines of some days, without our reader. */
async function linesOf(days: readonly string[]): Promise<string[]> {
  const folder = await freshFolder()
  for (const file of await listSegments(log))
    if (days.includes(dayOf(file)))
      await writeFile(path.join(folder, path.basename(file)), await readFile(file))
  return zcat(folder)
}

const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .sort()

const isProven = async (folder: string) =>
  (await run('sha256sum', ['--strict', '-c', 'SHA256SUMS'], { cwd: folder })).stdout
    .trimEnd()
    .split('\n')
    .every((line) => line.endsWith(': OK'))

test('the raw log is copied byte for byte, and proves itself', async () => {
  const days = await record(1)
  const chosen = [days[0]!, days[2]!]
  const { path: folder, files } = await exporting(chosen, {})
  expect(path.basename(folder)).toBe(`leadline-raw-${chosen[0]}-to-${chosen[1]}`)
  expect(await isProven(folder)).toBe(true)
  const copied = await filesIn(path.join(folder, ...id, 'log'))
  expect(files).toBe(copied.length)
  const originals = (await readdir(log)).filter((name) => chosen.includes(name.slice(0, 10)))
  expect(copied.map((file) => path.basename(file)).sort()).toEqual([...originals, 'removed.tsv'].sort())
  for (const name of originals)
    expect(
      (await readFile(path.join(folder, ...id, 'log', name))).equals(await readFile(path.join(log, name)))
    ).toBe(true)
  const report = await verifyLog(path.join(folder, ...id, 'log'))
  expect(report.damage).toEqual([])
  expect(report.items).toBe((await linesOf(chosen)).length)
})

test('of a segment that is being written, only what is whole is copied', async () => {
  const days = await record(2, 600)
  const last = (await listSegments(log)).at(-1)!
  const bytes = await readFile(last)
  await writeFile(last, Buffer.concat([bytes, bytes.subarray(0, 60)]))
  await writeFile(path.join(log, 'recorder.lock'), `${process.ppid} ${hostname()} x\n`)
  const { path: folder } = await exporting(days, {})
  const copy = path.join(folder, ...id, 'log', path.basename(last))
  expect((await readFile(copy)).equals(bytes)).toBe(true)
})

test('Parquet files of days are those that sealing writes', async () => {
  const days = await record(1)
  const sealed = parquetFolderOf(log)
  const chosen = days.slice(1, 3)
  const { path: folder } = await exporting(chosen, { format: 'parquet' })
  await sealLog(log, { staleAfter: () => staleAfter })
  expect(await isProven(folder)).toBe(true)
  const digests = async (parquet: string) =>
    Promise.all(
      (await filesIn(parquet))
        .filter((file) => chosen.some((day) => file.includes(`date=${day}`)))
        .map(async (file) => [
          path.relative(parquet, file),
          createHash('sha256')
            .update(await readFile(file))
            .digest('hex')
        ])
    )
  const exported = await digests(path.join(folder, ...id, 'parquet'))
  expect(exported.length).toBeGreaterThan(50)
  expect(exported).toEqual(await digests(sealed))
})

/** In the order of the oracle. */
const csvRows = async (folder: string, table: 'book' | 'trades') => {
  const rows: string[] = []
  for (const file of await filesIn(path.join(folder, ...id, 'csv', table))) {
    const records: Record<string, string>[] = parse(await readFile(file), { columns: true })
    for (const {
      market,
      seq,
      time,
      time_ns,
      received,
      received_ns,
      is_snapshot,
      side,
      price,
      amount
    } of records) {
      for (const [text, nanoseconds] of [
        [time!, time_ns!],
        [received!, received_ns!]
      ] as const)
        expect(`${Date.parse(text.slice(0, 19) + 'Z') / 1000}${text.slice(20, 29)}`).toBe(nanoseconds)
      const place = [market, seq, time_ns, received_ns]
      const numbers = [price!, amount!].map(plainNumber)
      rows.push([...place, ...(table === 'book' ? [is_snapshot, side] : []), ...numbers].join(' '))
    }
  }
  return rows.sort()
}

/** One column for a number, wherever it fits. */
function truthOf(lines: readonly string[]) {
  const { book, trades } = rowsOfLines(lines)
  const merged = (row: string) => {
    const cells = row.split(/ (?=\S)/)
    const [price, amount, priceText, amountText] = cells.slice(-4)
    const numbers = [
      price === 'null' ? plainNumber(priceText!) : price,
      amount === 'null' ? plainNumber(amountText!) : amount
    ]
    return [...cells.slice(0, -4), ...numbers].join(' ')
  }
  return { book: book.map(merged).sort(), trades: trades.map(merged).sort() }
}

test('CSV files have every row of the log, with exact times and numbers', async () => {
  // So that reading begins before them.
  const days = await record(3, 1500, false)
  const chosen = [days[1]!]
  const { path: folder } = await exporting(chosen, { format: 'csv' })
  expect(await isProven(folder)).toBe(true)
  const truth = truthOf(await linesOf(chosen))
  expect(truth.book.length).toBeGreaterThan(300)
  expect(await csvRows(folder, 'book')).toEqual(truth.book)
  expect(await csvRows(folder, 'trades')).toEqual(truth.trades)
})

test.each(['parquet', 'csv'] as const)('places that are damaged are counted (%s)', async (format) => {
  const days = await record(2, 900, false)
  const segments = await listSegments(log)
  const damage = async (segment: string, count: number) => {
    const bytes = await readFile(segment)
    const members = (await membersOf(segment)).slice(0, count)
    for (const { offset, facts } of members) bytes[offset + facts.length - 6]! ^= 1
    await writeFile(segment, bytes)
    return members.length
  }
  const first = await damage(segments[1]!, 1)
  const more = await damage(segments.at(-1)!, 2)
  expect(await exporting(days, { format })).toMatchObject({ damaged: first + more })
  const whole = days.filter((day) => ![segments[1]!, segments.at(-1)!].map(dayOf).includes(day))
  for (const day of whole) expect(await exporting([day], { format })).toMatchObject({ damaged: 0 })
  for (const file of segments) await damage(file, Infinity)
  // What was damaged before is whole again.
  await damage(segments[1]!, 1)
  await damage(segments.at(-1)!, 2)
  await expect(exporting(days, { format })).rejects.toThrow('are damaged and cannot be read')
})

test('markets and a range leave out the rest', async () => {
  const days = await record(4)
  const lines = await linesOf(days)
  const timeOf = (line: string) => Number(BigInt(line.split('\t')[1]!) / 1_000_000n)
  const [from, to] = [
    timeOf(lines[Math.floor(lines.length / 4)]!),
    timeOf(lines[Math.floor(lines.length / 2)]!)
  ]
  const { path: folder } = await exporting(days, { format: 'csv', markets: ['BTC/USD', 'Ä Ö'], from, to })
  const wanted = lines.filter((line) => timeOf(line) >= from && timeOf(line) < to)
  const truth = truthOf(wanted)
  const ofMarkets = (rows: string[]) => rows.filter((row) => /^(BTC\/USD|Ä Ö) /.test(row))
  expect(ofMarkets(truth.trades).length).toBeGreaterThan(20)
  expect(await csvRows(folder, 'book')).toEqual(ofMarkets(truth.book))
  expect(await csvRows(folder, 'trades')).toEqual(ofMarkets(truth.trades))
  const raw = await exporting(days, { from, to })
  const seqs = (some: readonly string[]) => some.map((line) => Number(line.split('\t')[0]))
  const kept = seqs(await zcat(path.join(raw.path, ...id, 'log')))
  expect(kept).toEqual(expect.arrayContaining(seqs(wanted)))
  expect(kept.length).toBeLessThan(lines.length)
})

test.each(['raw', 'csv', 'parquet'] as const)('a cancelled export leaves nothing (%s)', async (format) => {
  const days = await record(5, 900)
  const stop = new AbortController()
  const shares: number[] = []
  const onProgress = (_log: string, _day: string, share: number) => {
    shares.push(share)
    if (share > 0.3) stop.abort()
  }
  await expect(exporting(days, { format }, { signal: stop.signal, onProgress })).rejects.toThrow()
  expect(shares).toEqual([...shares].sort((one, other) => one - other))
  expect(await readdir(target)).toEqual([])
})

test('a full disk is an error, and leaves nothing', async () => {
  const days = await record(2, 600)
  const module = await bundle('electron/engine/recording/export/export-days.ts', 'test-export')
  const request = JSON.stringify({ root, logs: [{ log, days }], target, staleAfter, ...whole, format: 'csv' })
  const code =
    `import(${JSON.stringify(module)}).then(({ exportDays }) => exportDays(${request}, ` +
    `{ now: ${now}, signal: new AbortController().signal, onProgress() {} }))`
  const failed = run('bash', ['-c', 'ulimit -f 4; exec "$0" -e "$1"', process.execPath, code])
  await expect(failed).rejects.toThrow('EFBIG')
  expect(await readdir(target)).toEqual([])
})

test('a killed export is removed by the next one, and no other file is touched', async () => {
  const days = (await record(2, 600)).slice(0, 1)
  const name = `leadline-raw-${days[0]}`
  await mkdir(path.join(target, name))
  await writeFile(path.join(target, name, 'mine'), '')
  const left = path.join(target, `${name}-2.part`)
  await mkdir(path.join(left, 'environment=production'), { recursive: true })
  await writeFile(path.join(left, 'recorder.lock'), `999999999 ${hostname()} x\n`)
  const running = path.join(target, `${name}-3.part`)
  await mkdir(running)
  await writeFile(path.join(running, 'recorder.lock'), `${process.ppid} ${hostname()} x\n`)
  const first = await exporting(days, {})
  expect(path.basename(first.path)).toBe(`${name}-2`)
  expect(await isProven(first.path)).toBe(true)
  const second = await exporting(days, {})
  expect(path.basename(second.path)).toBe(`${name}-4`)
  expect((await readdir(target)).sort()).toEqual([name, `${name}-2`, `${name}-3.part`, `${name}-4`])
})

test('nothing recorded, or a folder within the recordings, is a sentence', async () => {
  const days = await record(7, 300)
  await expect(exporting(['2020-01-01'], {})).rejects.toThrow('there is nothing to export')
  await expect(exporting(days, { format: 'csv', markets: ['NONE'] })).rejects.toThrow(
    'there is nothing to export'
  )
  target = root
  await expect(exporting(days, {})).rejects.toThrow('outside the recordings')
  expect(await readdir(root)).toEqual(['environment=production'])
})
