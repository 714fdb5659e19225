import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { fail } from '#shared/domain/base/problem'
import { freshFolder } from '../../../../integration/support/folder'
import { openArchive, sourceOf } from './opened'
import { id, statementOf } from './support'

const ids = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => id(from + index)).join()

/** Statements above 1000 are unfinished, and the others unknown to the service. */
const unwilling = () =>
  sourceOf((own) => {
    if (own <= id(1000)) throw fail('rest.not-found', 'The service knows no such statement.')
    return { ...statementOf({ id: own, formats: [] }), status: 'STATEMENT_STATUS_GENERATING' }
  })

test('cancels only requests of the chosen kind, however many are shown', async () => {
  const folder = await freshFolder()
  const asked: string[] = []
  const archive = await openArchive(folder, {
    source: () => {
      const source = unwilling()
      if (!('rest' in source)) return source
      const { read } = source.rest.statements
      return {
        ...source,
        rest: { statements: { read: (own, options) => (asked.push(own), read(own, options)) } }
      }
    }
  })
  archive.fetch([ids(1, 260), ids(1001, 230)].join())
  await archive.fetched()
  expect(archive.state()).toMatchObject({ requestCount: 490, pendingCount: 230 })
  expect(archive.state().wanted).toHaveLength(200)
  asked.length = 0
  expect(archive.refetch('pending')).toMatchObject({ count: 230 })
  await archive.fetched()
  expect(asked.every((own) => own > id(1000))).toBe(true)
  expect(new Set(asked).size).toBe(230)
  await archive.cancelRequests('pending')
  expect(archive.state()).toMatchObject({ requestCount: 260, pendingCount: 0 })
  expect(archive.refetch('failed')).toMatchObject({ count: 260 })
  await archive.fetched()
  expect(archive.refetch('damaged')).toMatchObject({ count: 0 })
  archive.fetch(ids(1001, 230))
  await archive.fetched()
  await archive.cancelRequests('failed')
  expect(archive.state()).toMatchObject({ requestCount: 230, pendingCount: 230 })
  await archive.cancelRequests('all')
  expect(archive.state()).toMatchObject({ requestCount: 0, pendingCount: 0 })
  await archive.dispose()
  const again = await openArchive(folder)
  expect(again.state().requestCount).toBe(0)
  await again.dispose()
})

test('refuses IDs beyond the limit with their count, and drops no queued ID', async () => {
  const folder = await freshFolder()
  const archive = await openArchive(folder, { source: unwilling })
  archive.fetch(ids(1, 6000))
  await archive.fetched()
  expect(archive.facts()).toMatchObject({ requestCount: 6000, notice: null })
  expect(archive.fetch(ids(10_001, 6000))).toMatchObject({ count: 6000, refused: 2000 })
  expect(archive.facts().notice).toMatch(
    /^2000 of these 6000 IDs were not queued: the limit is 10000, and 6000 are queued already/
  )
  await archive.fetched()
  expect(archive.state().requestCount).toBe(10_000)
  expect(() => archive.fetch(ids(30_001, 3))).toThrow(/3 of these 3 IDs were not queued/)
  // An ID already queued does not count again.
  expect(archive.fetch([id(1), id(10_001)].join())).not.toHaveProperty('refused')
  await archive.fetched()
  await archive.dispose()
  const again = await openArchive(folder)
  expect(again.state().requestCount).toBe(10_000)
  await again.dispose()
})

test('resumes requests that an earlier Leadline stored without an environment', async () => {
  const folder = await freshFolder()
  const first = await openArchive(folder, { source: unwilling })
  first.fetch(ids(1, 2))
  await first.fetched()
  await first.dispose()
  const file = path.join(folder, 'archive.json')
  const text = await readFile(file, 'utf8')
  expect(text).toContain('"desk production"')
  await writeFile(file, text.replace('"desk production"', '"desk"'))
  const archive = await openArchive(folder)
  expect(archive.refetch('failed')).toMatchObject({ count: 2 })
  await archive.fetched()
  expect(archive.state()).toMatchObject({ statements: 2, requestCount: 0 })
  await archive.dispose()
})
