import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Archive } from '#engine/records/statements/index'
import { manifest } from '#engine/records/statements/reading/manifest'
import type { Scope } from '#engine/records/statements/reading/view'
import { freshFolder } from '../../../../integration/support/folder'
import { openArchive, sourceOf, totalsIn } from './opened'
import { id, statementOf } from './support'

const owners = [
  { environment: 'production', profile: { id: 'a', name: 'Desk' } },
  { environment: 'production', profile: { id: 'b', name: 'Desk as seen by another' } },
  { environment: 'sandbox', profile: { id: 'c', name: 'Trial' } }
] as const

/** One ID from two production connections; in the sandbox it is another statement. */
async function filled() {
  const folder = await freshFolder()
  let owner: (typeof owners)[number] = owners[0]
  const read = (own: string) =>
    statementOf({ id: own, total: owner.environment === 'sandbox' ? '900000.000000' : '0.000001' })
  const archive = await openArchive(folder, { source: () => sourceOf(read, owner) })
  for (owner of owners) {
    archive.sourceChanged()
    archive.fetch(id(1))
    await archive.fetched()
  }
  return { folder, archive }
}

const sumsOf = (archive: Archive, scope: Scope) =>
  totalsIn(archive, scope).years.map(({ environment, total, statements }) => [environment, total, statements])

test('limits rows and totals to the scope, and adds nothing across environments', async () => {
  const { archive } = await filled()
  expect(archive.state()).toMatchObject({ profileId: 'c', environment: 'sandbox' })
  const production = ['production', '0.000001', 1]
  const sandbox = ['sandbox', '900000.000000', 1]
  expect(sumsOf(archive, { profileId: null })).toEqual([production, sandbox])
  expect(sumsOf(archive, { profileId: null, environment: 'production' })).toEqual([production])
  expect(sumsOf(archive, { profileId: 'b', environment: 'production' })).toEqual([production])
  expect(sumsOf(archive, { profileId: 'c' })).toEqual([sandbox])
  expect(sumsOf(archive, { profileId: 'c', environment: 'production' })).toEqual([])
  expect(archive.view.rows({ profileId: null, environment: 'production' })).toHaveLength(2)
  await archive.dispose()
})

test('limits an export to the scope, and names the connection in its manifest', async () => {
  const { archive, folder } = await filled()
  const period = { from: '2026-10', to: '2026-10', assets: [] }
  const target = path.join(folder, 'statements.zip')
  const exported = (scope: Scope) =>
    archive.export(target, { ...scope, ...period }).then(({ statements }) => statements)
  expect(await exported({ profileId: null })).toBe(3)
  expect(await exported({ profileId: null, environment: 'production' })).toBe(2)
  expect(await exported({ profileId: 'a', environment: 'production' })).toBe(1)
  // File names are not compressed in a ZIP.
  const names = (await readFile(target)).toString('latin1')
  expect(names).toContain('production/Desk (')
  expect(names).not.toContain('sandbox/')
  const now = new Date(0)
  const all = manifest(archive.view.all(), { period: '2026-10 to 2026-10', now })
  expect(all).toContain(
    [
      'Fetched by Desk (production)',
      '           Desk as seen by another (production)',
      '           Trial (sandbox)'
    ].join('\n')
  )
  expect(all).toContain('\nproduction\n  2026  USDP  0.000001  (1 statement)\n')
  expect(all).toContain('\nsandbox\n  2026  USDP  900000.000000  (1 statement)\n')
  const own = manifest(archive.view.rows({ profileId: 'a' }), { period: '2026-10 to 2026-10', now })
  expect(own).toMatch(/^Fetched by Desk \(production\)\nExported/m)
  expect(own).not.toMatch(/sandbox|900000/)
  await archive.dispose()
})
