import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openSavedQueries } from '#engine/recording/sql/saved-queries'
import { maxSavedQueries } from '#shared/contract/recording/sql'
import { freshFolder } from '../../../../integration/support/folder'

async function begin() {
  const folder = await freshFolder()
  const file = path.join(folder, 'queries.json')
  let ids = 0
  const open = () => openSavedQueries({ file, newId: () => `id-${(ids += 1)}`, changed: () => undefined })
  return { folder, file, open }
}

test('queries are kept by name, renamed and removed', async () => {
  const { open } = await begin()
  const queries = await open()
  await queries.save({ name: 'Trades', sql: 'FROM trades' })
  await queries.save({ name: 'Quotes', sql: 'FROM quotes' })
  await queries.save({ name: 'Trades', sql: 'FROM trades LIMIT 1' })
  await queries.rename('id-1', 'Some trades')
  expect(() => queries.rename('id-1', 'Quotes')).toThrow('sql.name-taken')
  expect(() => queries.rename('id-9', 'Gone')).toThrow('sql.gone')
  await queries.remove('id-2')
  await queries.dispose()
  const again = await open()
  expect(again.all).toEqual([{ id: 'id-1', name: 'Some trades', sql: 'FROM trades LIMIT 1' }])
  await again.dispose()
})

test('their number is limited', async () => {
  const { open } = await begin()
  const queries = await open()
  for (let saved = 0; saved < maxSavedQueries; saved++)
    await queries.save({ name: `Query ${saved}`, sql: 'SELECT 1' })
  expect(() => queries.save({ name: 'One more', sql: 'SELECT 1' })).toThrow('sql.too-many')
  await queries.save({ name: 'Query 1', sql: 'SELECT 2' })
  await queries.dispose()
})

test('an unreadable query does not affect the others', async () => {
  const { folder, file, open } = await begin()
  const good = { id: 'a', name: 'Good', sql: 'SELECT 1' }
  await writeFile(file, JSON.stringify({ version: 1, queries: [good, { id: 'b', name: '' }, 7] }))
  const queries = await open()
  expect(queries.all).toEqual([good])
  expect(queries.notice).toContain('2 saved queries were unreadable')
  await queries.save({ name: 'More', sql: 'SELECT 2' })
  await queries.dispose()
  expect((await readdir(folder)).length).toBe(2)
  expect(await readFile(file, 'utf8')).toContain('More')
})
