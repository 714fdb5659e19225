import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '#engine/base/clock'
import type { Archive } from '#engine/records/statements/index'
import { maxFaultsReported } from '#engine/records/statements/facts'
import { freshFolder } from '../../../../integration/support/folder'
import { openArchive, totalsIn } from './opened'
import { id } from './support'

const count = maxFaultsReported / 2 + 10

test('shows no damaged file as verified, however many there are, even after a restart', async () => {
  const folder = await freshFolder()
  // With the quick clock, windows would be notified of each statement.
  const archive = await openArchive(folder, { clock: systemClock })
  archive.fetch(Array.from({ length: count }, (_, index) => id(index + 1)).join())
  await archive.fetched()
  for (const { key, files } of archive.view.all()) {
    for (const { name } of files) {
      const file = path.join(archive.view.folder(key), name)
      const bytes = await readFile(file)
      bytes[10]! ^= 1
      await writeFile(file, bytes)
    }
  }
  await archive.verify()
  const { verification } = archive.facts()
  expect(verification).toMatchObject({ altered: 2 * count, unaltered: 0 })
  expect(verification!.faults).toHaveLength(maxFaultsReported)
  const states = (one: Archive) =>
    new Set(one.view.all().flatMap(({ state, files }) => [state, ...files.map((file) => file.state)]))
  expect(states(archive)).toEqual(new Set(['altered']))
  expect(totalsIn(archive, { profileId: null }).leftOut).toEqual({ altered: 1, missing: 0, unfinished: 0 })
  await archive.dispose()
  const next = await openArchive(folder)
  expect(states(next)).toEqual(new Set(['altered']))
  expect(next.facts().verification!.faults).toHaveLength(maxFaultsReported)
  await next.dispose()
})
