import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { sealLog } from '#engine/recording/parquet/seal'
import { FolderStore } from '#engine/recording/shared/folder-store'
import { SharedSets } from '#engine/recording/shared/read-sums'
import { shareSealed } from '#engine/recording/shared/share'
import { FuzzRandom } from '../../../unit/shared/wire/fuzz/random'
import { freshFolder } from '../../support/folder'
import { recordedBook } from '../../support/recorded-book'
import { zcat } from '../../../unit/engine/recording/support'
import { staleAfter, writeLog } from '../../support/written-log'
import { feedItems } from '../../../unit/engine/recording/replay/feed-log'
import { exactLog } from './exact-log'
import { plainNumber } from './oracle'

const document = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/recording.md'), 'utf8')
const section = document.slice(document.indexOf('### DuckDB'), document.indexOf('### ClickHouse'))
const queries = [...section.matchAll(/```sql\n-- (.*)\n([\s\S]*?)```/g)].map(
  ([, title, query]) => [title!, query!] as const
)

const services = ['one', 'other'].map(
  (clientId) => ({ environment: 'local', restBase: 'http://127.0.0.1', clientId }) as const
)
async function sharedFolder(home: string): Promise<string> {
  const folder = path.join(home, 'shared')
  await mkdir(folder, { recursive: true })
  return folder
}

let connection: DuckDBConnection
let log: string
beforeAll(async () => {
  const home = await freshFolder()
  log = path.join(home, 'recordings', 'environment=local', 'service=0123456789ab', 'log')
  const random = new FuzzRandom(31)
  await writeLog(log, exactLog(random, 1500), { random, segment: 500, keyframes: false })
  const other = path.join(home, 'recordings', 'environment=local', 'service=ba9876543210', 'log')
  await writeLog(other, feedItems(1, 6000), { random, segment: 1e6, keyframes: false })
  for (const each of [log, other]) await sealLog(each, { staleAfter: () => staleAfter })
  for (const [index, each] of [log, other].entries()) {
    const store = FolderStore.of(await sharedFolder(home), services[index]!)
    await shareSealed({
      store,
      sets: new SharedSets(store),
      log: each,
      limits: { days: 36_500, bytes: 1e12 },
      now: Date.now(),
      settle: -1e15,
      mayContinue: false,
      isDue: true,
      signal: new AbortController().signal,
      onShared: () => {},
      onRemoved: () => {}
    })
  }
  connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect()
  await connection.run(`SET file_search_path = '${home}'`)
})
afterAll(() => connection.closeSync())

const rowsOf = async (query: string) => (await connection.runAndReadAll(query)).getRowObjectsJson()

test.each(queries)('the query “%s” of the documents has an answer', async (_title, query) => {
  expect((await rowsOf(query)).length).toBeGreaterThan(3)
})

test.each(queries)('the query “%s” has the same answer over a shared folder', async (_title, query) => {
  const rows = (answer: unknown[]) => answer.map((row) => JSON.stringify(row)).sort()
  const shared = await rowsOf(query.replaceAll("'recordings/", "'shared/"))
  expect(rows(shared)).toEqual(rows(await rowsOf(query)))
})

test('there are five of them, and the one for the book is right', async () => {
  expect(queries.length).toBe(5)
  const query = queries.find(([title]) => title.startsWith('The book'))![1]
  const until = BigInt(Date.parse('2026-01-05T09:00:01.5Z')) * 1_000_000n
  const lines = (await zcat(log))
    .map((line) => line.split('\t'))
    .filter(([, received]) => BigInt(received!) <= until)
  const { bids, asks } = recordedBook(
    lines.filter(([, , , text]) => isJson(text!)),
    'BTC/USD'
  )
  const rows = await rowsOf(query)
  const spelled = rows.map(({ side, price, amount }) =>
    [side, plainNumber(String(price)), plainNumber(String(amount))].join(' ')
  )
  const truth = [...bids.map((level) => ['bid', ...level]), ...asks.map((level) => ['ask', ...level])]
  expect(spelled.sort()).toEqual(truth.map((level) => level.join(' ')).sort())
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
