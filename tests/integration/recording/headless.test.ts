import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSandbox } from '#sandbox/index'
import { listLogs } from '#engine/recording/location'
import { compareTimes } from '#engine/recording/replay/log-time'
import { RecordingReader } from '#engine/recording/replay/recording-reader'
import { canonicalDecimal, formatDecimal } from '#shared/domain/base/decimal'
import { parquetFolderOf } from '#engine/recording/parquet/locations'
import { expectRows } from './parquet/expect-rows'
import { rowsOfLines } from './parquet/oracle'
import { withDuckdb } from './parquet/readers'
import { freshFolder } from '../support/folder'
import { plainBook, recordedBook, recordedLines } from '../support/recorded-book'

const script = path.resolve(import.meta.dirname, '../../../scripts/record.mjs')
const secret = 'the-client-secret'
const markets = ['BTCUSD', 'ETHUSD']

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let folder: string
const started: ChildProcess[] = []
beforeEach(async () => {
  folder = await freshFolder()
  sandbox = await startSandbox({ clientId: 'desk', clientSecret: secret, rate: 200, addresses: 0 })
})
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await sandbox.close()
})

function run(...options: string[]) {
  const { base_url, auth_url, ws_url } = sandbox.description
  const connection = ['--environment', 'local', '--rest-base', base_url, '--token-host', auth_url]
  const words = [
    script,
    ...connection,
    '--stream',
    ws_url,
    '--client-id',
    'desk',
    '--folder',
    folder,
    ...options
  ]
  const child = spawn(process.execPath, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LEADLINE_CLIENT_SECRET: secret }
  })
  started.push(child)
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output.text += part.toString()))
  return { child, output, exit: once(child, 'close').then(([code]) => code as number | null) }
}

const control = async <T>(method: string, words: string): Promise<T> => {
  const { control_url, control_key } = sandbox.description
  const response = await fetch(`${control_url}/${words}`, {
    method,
    headers: { authorization: `Bearer ${control_key}` }
  })
  return (await response.json()) as T
}

/** The books at the newest item, as a desk reads them. */
async function newestBooks(reader: RecordingReader) {
  await reader.refresh()
  const { hub } = await reader.seek(reader.to!, { staleAfter: () => Infinity, markets: () => markets })
  const sideOf = (market: string, side: 'bids' | 'asks') =>
    hub
      .market(market)!
      .book.levels(side, Infinity)
      .map(({ price, amount }) => [price, amount].map((each) => canonicalDecimal(formatDecimal(each))))
  const books = markets.map((market) => ({ bids: sideOf(market, 'bids'), asks: sideOf(market, 'asks') }))
  hub.dispose()
  return books
}

const frames = async () => (await recordedLines(folder).catch(() => [])).filter(([, , kind]) => kind === 'f')

test('records a stream without the app, which a desk reads meanwhile, verifies it and seals it', async () => {
  const recorder = run('--markets', [...markets, 'NONE'].join(','))
  await expect.poll(async () => (await frames()).length, { timeout: 60_000 }).toBeGreaterThan(20)
  const [log] = await listLogs(folder)
  const reader = await RecordingReader.open(log!)
  const opened = reader.to!
  await control('POST', 'pause')
  const truth = await Promise.all(
    markets.map(async (market) => plainBook(await control(`GET`, `books/${market}`)))
  )
  await expect.poll(() => newestBooks(reader), { timeout: 60_000 }).toEqual(truth)
  expect(compareTimes(reader.to!, opened)).toBeGreaterThan(0)
  await reader.dispose()
  recorder.child.kill('SIGTERM')
  expect(await recorder.exit).toBe(0)
  expect(recorder.output.text).toContain('Connected to Recorded.')
  expect(recorder.output.text).toContain('The service has no market NONE.')
  const lines = await recordedLines(folder)
  expect(lines.map(([seq]) => Number(seq))).toEqual(lines.map((_, index) => index + 1))
  expect(markets.map((market) => recordedBook(lines, market))).toEqual(truth)
  const files = await readdir(folder, { recursive: true })
  expect(files.filter((name) => name.endsWith('.lock'))).toEqual([])
  const verified = run('--verify')
  expect(await verified.exit).toBe(0)
  expect(verified.output.text).toContain('nothing altered or missing')
  const sealed = run('--seal')
  expect(await sealed.exit).toBe(0)
  expect(sealed.output.text).toMatch(/: \d[\d,]* rows in \d+ files [\s\S]*is sealed\./)
  await expectRows(parquetFolderOf(log!), rowsOfLines(lines.map((fields) => fields.join('\t'))), withDuckdb)
})

test('a second recorder of the same log waits for the first one', async () => {
  const first = run('--markets', 'BTCUSD')
  await expect.poll(async () => (await frames()).length, { timeout: 60_000 }).toBeGreaterThan(5)
  const second = run('--markets', 'BTCUSD')
  await expect.poll(() => second.output.text, { timeout: 60_000 }).toContain('is already recording to')
  first.child.kill('SIGTERM')
  expect(await first.exit).toBe(0)
  const before = (await frames()).length
  await expect.poll(async () => (await frames()).length, { timeout: 60_000 }).toBeGreaterThan(before + 20)
  second.child.kill('SIGTERM')
  expect(await second.exit).toBe(0)
  const seqs = (await recordedLines(folder)).map(([seq]) => Number(seq))
  expect(seqs).toEqual(seqs.map((_, index) => index + 1))
})

test.each([
  [['--markets', ''], '--markets is missing'],
  [['--markets', 'A', '--days', 'x'], '--days needs a whole number'],
  [['--markets', 'A', '--stamp-authority', 'http://a.example'], '--stamp-authority needs a URL'],
  [['--connections', '/nowhere/connections.json'], '/nowhere/connections.json cannot be read']
])('explains what is wrong with %j', async (options, sentence) => {
  const { exit, output } = run(...options)
  expect(await exit).toBe(2)
  expect(output.text).toContain(sentence)
})
