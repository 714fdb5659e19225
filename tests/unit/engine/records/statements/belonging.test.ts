import { cp, mkdir, rename } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { rowsOf } from '#engine/records/statements/reading/rows'
import { totalsOf } from '#shared/domain/records/statements/totals'
import { verifyAll } from '#engine/records/statements/maintenance/verify'
import { keysToRestore } from '#engine/records/statements/maintenance/restore'
import { realDisk } from '#engine/records/statements/index'
import { freshFolder } from '../../../../integration/support/folder'
import { id, quickClock, save, storeAt } from './support'

const parts = { environment: 0, profile: 1, asset: 2, month: 3, statement: 4 } as const

async function withOne() {
  const root = path.join(await freshFolder(), 'archive')
  const store = storeAt(root)
  await store.open()
  const { key } = await save(store)
  const verify = () =>
    verifyAll({
      disk: realDisk,
      clock: quickClock,
      store,
      signal: new AbortController().signal,
      onProgress: () => {}
    })
  const renamed = async (part: keyof typeof parts, name: string) => {
    const segments = key.split('/')
    const to = segments.with(parts[part], name)
    const [from, target] = [segments, to].map((one) => path.join(root, ...one.slice(0, parts[part] + 1)))
    await rename(from!, target!)
    return to.join('/')
  }
  return { root, store, key, verify, renamed }
}

test.each([
  ['environment', 'sandbox'],
  ['asset', 'USDG'],
  ['month', '2025-10'],
  ['month', 'old ones'],
  ['statement', id(77)]
] as const)('treats a %s folder renamed to %s as moved, not altered, and excludes it', async (part, name) => {
  const { store, key, verify, renamed } = await withOne()
  expect(await verify()).toMatchObject({ unaltered: 2, altered: 0 })
  await renamed(part, name)
  const found = await verify()
  expect(found).toMatchObject({ altered: 0, missing: 0, unaltered: 2, faults: [] })
  const rows = rowsOf(store.index.statements, null)
  // The record identifies a statement, not the folder.
  expect(rows).toMatchObject([
    {
      id: id(1),
      month: '2026-10',
      asset: 'USDP',
      environment: 'production',
      state: 'moved',
      belongs: key
    }
  ])
  expect(totalsOf(rows)).toMatchObject({
    years: [{ environment: 'production', asset: 'USDP', year: '2026', total: null, leftOut: 1 }],
    leftOut: { altered: 0, missing: 0, moved: 1 }
  })
  expect(keysToRestore(rows, store.index).size).toBe(0)
  await store.dispose()
})

test('accepts any name for a connection’s folder', async () => {
  const { store, verify, renamed } = await withOne()
  await renamed('profile', 'Ours')
  expect(await verify()).toMatchObject({ unaltered: 2, altered: 0 })
  const [row] = rowsOf(store.index.statements, null)
  expect([row!.state, row!.belongs]).toEqual(['unaltered', undefined])
  await store.dispose()
})

test('counts a copy in another month once, with the original', async () => {
  const { root, store, key } = await withOne()
  const segments = key.split('/')
  await cp(path.join(root, key), path.join(root, ...segments.with(parts.month, '2025-01')), {
    recursive: true
  })
  await store.rebuild()
  const totals = totalsOf(rowsOf(store.index.statements, null))
  expect(totals.years).toMatchObject([{ year: '2026', total: '0.500000', statements: 1, leftOut: 0 }])
  await store.dispose()
})

test('does not overwrite a folder that was given another statement’s name', async () => {
  const { root, store, key, renamed } = await withOne()
  const taken = await renamed('statement', id(2))
  await expect(save(store, { id: id(2) })).rejects.toThrow(/statements\.taken/)
  await store.rebuild()
  expect(store.statement(taken)?.sidecar.record['id']).toBe(id(1))
  await mkdir(path.dirname(path.join(root, key)), { recursive: true })
  await rename(path.join(root, taken), path.join(root, key))
  await save(store, { id: id(2) })
  await store.rebuild()
  expect(store.index.statements.map(({ faults }) => faults)).toEqual([[], []])
  await store.dispose()
})

test.each([
  { start: '0001-01-01T00:00:00Z' },
  { start: 'never' },
  { start: '2026-10-01T01:00:00+02:00' },
  { asset: 'https://files.test/a?sig=secret' },
  { asset: '//files.test/a' },
  { id: 'a/../b' },
  { asset: 'con' }
])('recognizes a saved statement as being in its own folder: %o', async (draft) => {
  const store = storeAt(path.join(await freshFolder(), 'archive'))
  await store.open()
  const { key } = await save(store, draft)
  expect(store.statement(key)).toMatchObject({ faults: [] })
  expect(store.statement(key)?.belongs).toBeUndefined()
  await store.dispose()
})
