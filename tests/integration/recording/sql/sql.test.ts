import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csvOf } from '#engine/recording/sql/csv'
import { maxSqlRows } from '#shared/contract/recording/sql'
import { toProblem } from '#shared/domain/base/problem'
import { sqlOf } from '#renderer/messages/report-sql'
import { sqlText } from '#renderer/messages/sql'
import type { AnalysisReport } from '#shared/contract/recording/analysis'
import { zcat } from '../../../unit/engine/recording/support'
import { expectRows } from '../parquet/expect-rows'
import { rowsOfLines } from '../parquet/oracle'
import type { Values } from '../parquet/readers'
import { contentOf, openSealedDesk, rowsOf, type SealedDesk } from './sealed-desk'

let desk: SealedDesk
beforeAll(async () => {
  desk = await openSealedDesk()
  await writeFile(path.join(desk.home, 'secret.csv'), 'a,b\n1,canary-of-the-user\n')
})
afterAll(() => desk.session.dispose())

const run = (sql: string) => desk.session.run(desk.folder, sql)
const problemOf = (sql: string) =>
  run(sql).then(
    () => null,
    (thrown: unknown) => toProblem(thrown)
  )

test('every number of the tables is that of the recording, to the last digit', async () => {
  const read = async (_folder: string, table: string): Promise<Values[]> => {
    const result = await run(`SELECT * FROM ${table}`)
    const names = result!.columns.map(({ name }) => name)
    return rowsOf(result).map((row) =>
      Object.fromEntries(names.map((name, index) => [name, row[index] ?? null]))
    )
  }
  const truth = rowsOfLines(await zcat(desk.log))
  expect(truth.book.length).toBeGreaterThan(1000)
  await expectRows(desk.folder, truth, read)
})

test('the schema names what the tables have', async () => {
  const tables = await desk.session.schema(desk.folder)
  expect(tables.map(({ name }) => name)).toEqual(['book', 'trades', 'quotes', 'states', 'depth_1s'])
  expect(tables[0]!.files).toBeGreaterThan(0)
  for (const { name, columns, files, bytes } of tables) {
    const described = rowsOf(await run(`SELECT column_name, column_type FROM (DESCRIBE ${name})`))
    expect(described).toEqual(columns.map((column) => [column.name, column.type]))
    expect(files > 0).toBe(bytes > 0)
  }
})

test('values are exact, in the table and as CSV', async () => {
  const result =
    await run(`SELECT 9007199254740993::BIGINT AS whole, 170141183460469231731687303715884105727::HUGEINT AS huge,
    12345678901234567890.123456789012345678::DECIMAL(38,18) AS price, 1.50::DECIMAL(10,2) AS money, 0.1::FLOAT AS single,
    0.1::DOUBLE + 0.2 AS double, NULL AS none, make_timestamp_ns(1767603600123456789) AS time, '=1+1' AS formula, [1, NULL] AS list`)
  expect(rowsOf(result)).toEqual([
    [
      '9007199254740993',
      '170141183460469231731687303715884105727',
      '12345678901234567890.123456789012345678',
      '1.50',
      '0.1',
      '0.30000000000000004',
      null,
      '2026-01-05 09:00:00.123456789',
      '=1+1',
      '[1, NULL]'
    ]
  ])
  expect(result!.columns.map(({ kind }) => kind)).toEqual([
    ...Array.from({ length: 6 }, () => 'number'),
    'number',
    'time',
    'text',
    'text'
  ])
  const [head, line] = (await csvOf(result!)).split('\r\n')
  expect(head).toBe('whole,huge,price,money,single,double,none,time,formula,list')
  expect(line).toContain("2026-01-05 09:00:00.123456789,'=1+1,")
})

test('a result ends at its limits, and says so', async () => {
  const many = await run(`SELECT i FROM range(${maxSqlRows + 1}) t(i)`)
  expect([many!.rows, many!.cut]).toEqual([maxSqlRows, 'rows'])
  expect(rowsOf(many).length).toBe(maxSqlRows)
  expect((await run(`SELECT i FROM range(${maxSqlRows}) t(i)`))!.cut).toBe(null)
  const long = await run("SELECT repeat('x', 500000) FROM range(1000)")
  expect([long!.rows, long!.cut]).toEqual([32, 'size'])
  expect((await problemOf("SELECT repeat('x', 5000000)"))!.code).toBe('sql.refused')
})

const outside = (name: string) => path.join(desk.home, name)
const hostile: readonly (readonly [title: string, sql: () => string])[] = [
  ['another file', () => `SELECT * FROM read_csv('${outside('secret.csv')}')`],
  ['another file by its name', () => `FROM '${outside('secret.csv')}'`],
  ['a file above', () => `FROM '${desk.folder}/../../../../secret.csv'`],
  ['a text file', () => `SELECT content FROM read_text('${outside('secret.csv')}')`],
  ['a file in a subquery', () => `SELECT (SELECT content FROM read_blob('${outside('secret.csv')}'))`],
  ['a file in WITH', () => `WITH t AS (FROM read_text('/etc/passwd')) SELECT * FROM t`],
  ['a file to describe', () => `DESCRIBE FROM read_csv('/etc/passwd')`],
  ['names of files', () => `FROM glob('/**')`],
  ['the web', () => `FROM 'https://127.0.0.1/x.parquet'`],
  ['INSTALL', () => 'INSTALL httpfs'],
  ['LOAD', () => 'LOAD httpfs'],
  ['ATTACH', () => `ATTACH '${outside('new.db')}'`],
  ['COPY out', () => `COPY trades TO '${outside('out.parquet')}'`],
  ['COPY into the folder', () => `COPY trades TO '${desk.folder}/out.parquet'`],
  ['COPY in', () => `COPY trades FROM '/etc/passwd'`],
  ['EXPORT', () => `EXPORT DATABASE '${outside('all')}'`],
  ['SET', () => 'SET enable_external_access = true'],
  ['RESET', () => 'RESET lock_configuration'],
  ['PRAGMA', () => `PRAGMA enable_profiling`],
  ['CALL', () => `CALL enable_logging(storage = 'file', storage_path = '${desk.folder}')`],
  ['a function that writes', () => `FROM enable_logging(storage = 'file', storage_path = '${desk.folder}')`],
  [
    'the same in other letters',
    () => `FROM Enable_Logging(storage = 'file', storage_path = '${desk.folder}')`
  ],
  ['the same by its whole name', () => `FROM system.main.enable_logging(storage_path = '${desk.folder}')`],
  ['a profile', () => `FROM enable_profiling(save_location = '${outside('profile.json')}')`],
  ['SQL in a text', () => `FROM query('FROM enable_logging()')`],
  ['serialized SQL', () => `FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))`],
  ['two statements', () => 'SELECT 1; SELECT 2'],
  ['a second statement that writes', () => `SELECT 1; COPY trades TO '${outside('out.csv')}'`],
  ['text after a zero', () => `SELECT 1\0; COPY trades TO '${outside('out.csv')}'`],
  ['CREATE', () => 'CREATE TABLE t AS SELECT 1'],
  ['DROP', () => 'DROP VIEW trades'],
  ['INSERT', () => 'INSERT INTO trades SELECT * FROM trades'],
  ['DELETE', () => 'DELETE FROM trades'],
  ['a change in WITH', () => 'WITH t AS (DELETE FROM trades RETURNING *) SELECT * FROM t'],
  ['EXPLAIN ANALYZE', () => `EXPLAIN ANALYZE COPY trades TO '${outside('out.csv')}'`],
  ['PREPARE', () => 'PREPARE p AS SELECT 1'],
  ['a secret', () => `CREATE SECRET s (TYPE s3, KEY_ID 'a', SECRET 'b')`],
  ['the folder in a setting', () => `SELECT current_setting('allowed_directories')`],
  ['the same in parts', () => `SELECT Current_Setting('allowed_' || 'directories')`],
  ['the folder in a view', () => 'SELECT sql FROM duckdb_views'],
  ['the same by its whole name', () => 'SELECT definition FROM pg_catalog.pg_views'],
  ['the folder in the standard views', () => 'SELECT view_definition FROM information_schema.views'],
  ['the folder in those of SQLite', () => 'SELECT sql FROM "SQLITE_MASTER"'],
  [
    'the same behind a name of WITH',
    () => 'SELECT sql, (WITH sqlite_master AS (SELECT 1) SELECT 1) FROM sqlite_master'
  ],
  ['a file of the folder by its name', () => `FROM '${desk.folder}/table=book/**/*.parquet'`],
  ['nothing', () => ' -- only a comment']
]

test.each(hostile)('refuses %s', async (_title, sql) => {
  const before = await contentOf(desk.home)
  const problem = await problemOf(sql())
  expect(problem?.code).toMatch(/^sql\.(refused|failed)$/)
  expect(problem!.sentence).not.toContain('canary-of-the-user')
  expect(await contentOf(desk.home)).toEqual(before)
  // The same process goes on.
  expect(rowsOf(await run('SELECT count(*) > 0 FROM trades'))).toEqual([['true']])
})

test('reads tables by each of their names, and queries of WITH', async () => {
  const count = rowsOf(await run('SELECT count(*) FROM trades'))
  for (const sql of [
    'SELECT count(*) FROM main.Trades',
    'SELECT count(*) FROM memory.main.trades AS t',
    'WITH "My trades" AS (FROM trades), again AS (FROM "my trades") SELECT count(*) FROM AGAIN',
    'WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT count(*) FROM trades WHERE (SELECT max(i) FROM n) = 3'
  ])
    expect(rowsOf(await run(sql))).toEqual(count)
})

test('one process refused all of them, and cannot be configured differently', async () => {
  expect(desk.children.length).toBe(1)
  const settings = [
    'enable_external_access',
    'threads',
    'temp_directory',
    'lock_configuration',
    'memory_limit'
  ]
  const values = rowsOf(
    await run(`SELECT ${settings.map((name) => `current_setting('${name}')`).join(', ')}`)
  )
  expect(values).toEqual([['false', '1', '', 'true', '488.2 MiB']])
})

test('an error names no folder of this computer', async () => {
  const problem = await problemOf('SELECT seq / missing FROM trades')
  expect(problem!.sentence).toContain('missing')
  expect((await problemOf('SELECT price * amount FROM trades'))!.sentence).toContain('price::DOUBLE * amount')
  for (const sql of [
    'SELECT price::DATE FROM trades',
    'SELECT error(filename) FROM (SELECT filename FROM trades)'
  ])
    expect((await problemOf(sql))!.sentence).not.toContain(desk.home)
})

test.each([
  ['a list', 'SELECT list(i) FROM range(2000000000) t(i)'],
  ['a sort', 'SELECT * FROM range(2000000000) t(i) ORDER BY hash(i)'],
  ['a text that DuckDB does not count', "SELECT md5(repeat('x', 4000000000))"],
  ['a list that DuckDB does not count', 'SELECT list_sort(list_transform(range(400000000), x -> hash(x)))']
])('a memory bomb ends: %s', async (_title, sql) => {
  const problem = await problemOf(sql)
  expect(problem?.code).toMatch(/^sql\.(memory|stopped|failed)$/)
  expect(rowsOf(await run('SELECT 1'))).toEqual([['1']])
})

test.each([
  [
    'an endless recursion',
    'WITH RECURSIVE t(i) AS (SELECT 1 UNION ALL SELECT i FROM t) SELECT count(*) FROM t'
  ],
  ['endless rows', 'SELECT count(*) FROM range(9000000000000) a(i) WHERE hash(i) = 3'],
  ['a function that cannot be interrupted', "SELECT levenshtein(repeat('a', 1000000), repeat('b', 1000000))"]
])('is cancelled: %s', async (_title, sql) => {
  await run('SELECT 1')
  const child = desk.children.at(-1)!
  const endless = run(sql)
  desk.session.cancel()
  expect(await endless).toBe(null)
  // Either the query or its process ended.
  expect(rowsOf(await run('SELECT 42'))).toEqual([['42']])
  if (child !== desk.children.at(-1))
    await expect.poll(() => child.exitCode ?? child.signalCode).not.toBe(null)
})

test.each(sqlText.examples)('the example runs: $title', async ({ sql }) => {
  expect((await run(sql))!.columns.length).toBeGreaterThan(1)
})

test.each(['spread', 'depth', 'cost', 'average', 'coverage'] as const)(
  'the query of a report runs: %s',
  async (kind) => {
    const [[market]] = rowsOf(await run('SELECT min(market) FROM trades')) as [[string]]
    const period = { from: 0, to: 4e12 }
    const series = { period } as AnalysisReport['series']
    for (const byTimeOfDay of [true, false]) {
      const about = { kind, market, bucket: 30, byTimeOfDay, series }
      const result = await run(sqlOf(about))
      expect(result!.columns.length).toBeGreaterThan(2)
      // Too short for the depth of full seconds.
      if (kind !== 'depth' && kind !== 'cost') expect(rowsOf(result).length).toBeGreaterThan(0)
      expect(rowsOf(await run(sqlOf({ ...about, market: "it's" })))).toEqual([])
    }
  }
)
