import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { Archive } from '#engine/records/statements/index'
import { freshFolder } from '../../../../integration/support/folder'
import { HandClock } from '../../hand-clock'
import { openArchive } from './opened'
import { id } from './support'

let folder: string
let file: string
beforeEach(async () => {
  folder = await freshFolder()
  file = path.join(folder, 'archive-provenance.json')
})

const problemOf = (archive: Archive, kind: string) =>
  archive.state().problems.find((problem) => problem.kind === kind)

test('says so while it cannot be saved which records were fetched, and tries again', async () => {
  const clock = new HandClock()
  const archive = await openArchive(folder, { clock })
  await rm(file, { force: true })
  await mkdir(path.join(file, 'in the way'), { recursive: true })
  archive.fetch(id(1))
  await archive.fetched()
  clock.advance(1000)
  await expect
    .poll(() => problemOf(archive, 'not-saved'))
    .toMatchObject({
      severity: 'warning',
      sentence: expect.stringContaining(file) as string
    })
  await rm(file, { recursive: true })
  clock.advance(30_000)
  await expect.poll(() => problemOf(archive, 'not-saved')).toBeUndefined()
  await archive.dispose()
})

test('says so if the file was damaged, and keeps it', async () => {
  await writeFile(file, '{')
  const archive = await openArchive(folder)
  const [, aside] = /set aside as (.*?), /.exec(problemOf(archive, 'notice')!.sentence)!
  expect(await readFile(path.resolve(folder, aside!), 'utf8')).toBe('{')
  expect(problemOf(archive, 'not-saved')).toBeUndefined()
  await archive.dispose()
})

test('leaves the file of a newer Leadline alone, and says so once', async () => {
  await writeFile(file, '{"version":2}')
  const archive = await openArchive(folder)
  expect(problemOf(archive, 'not-saved')!.sentence).toContain('newer Leadline')
  expect(problemOf(archive, 'notice')).toBeUndefined()
  await archive.dispose()
})
