import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../../../../integration/support/folder'
import { openArchive, sourceOf } from './opened'
import { id, namesBelow, statementOf } from './support'

const open = (folder: string, statusOf: (own: string) => string | null) =>
  openArchive(folder, {
    source: () =>
      sourceOf((own) => {
        const status = statusOf(own)
        const whole = statementOf({ id: own })
        return status === 'STATEMENT_STATUS_COMPLETED' ? whole : { ...whole, status, files: [] }
      })
  })

test('reports no fault for a statement still in preparation, and requests it again, even after a restart', async () => {
  const folder = await freshFolder()
  const statuses = ['STATEMENT_STATUS_PENDING', 'GENERATING', null, 'STATEMENT_STATUS_FAILED']
  const first = await open(folder, (own) => statuses[Number(own.at(-1))] ?? null)
  first.fetch([0, 1, 2, 3].map(id).join())
  await first.fetched()
  expect(first.state()).toMatchObject({ requestCount: 4, pendingCount: 3, statements: 0 })
  expect(first.state().run?.counts).toMatchObject({ pending: 3, failed: 1 })
  const sentences = first.state().wanted.map(({ pending, sentence }) => [pending, sentence])
  // Problems come first.
  expect(sentences[0]).toEqual([false, expect.stringMatching(/no files.*status is STATEMENT_STATUS_FAILED/)])
  expect(sentences[1]).toEqual([
    true,
    expect.stringMatching(/still preparing.*status is STATEMENT_STATUS_PENDING/)
  ])
  expect(sentences[3]).toEqual([
    true,
    expect.stringMatching(/still preparing this statement: its files are not/)
  ])
  await first.dispose()
  expect(
    (await namesBelow(path.join(folder, 'statements'))).filter((name) => name.startsWith('production'))
  ).toEqual([])
  const next = await open(folder, () => 'STATEMENT_STATUS_COMPLETED')
  expect(next.state().pendingCount).toBe(3)
  expect(next.refetch().count).toBe(4)
  await next.fetched()
  expect(next.state()).toMatchObject({ requestCount: 0, pendingCount: 0, statements: 4 })
  await next.dispose()
})

test('reads settings from before pending statements were stored', async () => {
  const folder = await freshFolder()
  const archive = await open(folder, () => 'STATEMENT_STATUS_PENDING')
  archive.fetch(id(1))
  await archive.fetched()
  await archive.dispose()
  const file = path.join(folder, 'archive.json')
  const { verification: _none, ...kept } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
  const counts = { files: 0, unaltered: 0, altered: 0, missing: 0, unknown: 0 }
  const text = JSON.stringify({ ...kept, verification: { at: 1, ...counts, faults: [] } })
  await writeFile(file, text.replaceAll(/,"pending":true/g, ''))
  const next = await open(folder, () => 'STATEMENT_STATUS_PENDING')
  expect(next.facts()).toMatchObject({ notice: null, requestCount: 1, pendingCount: 0 })
  expect(next.facts().verification).toMatchObject({ at: 1, copy: null })
  await next.dispose()
})
