import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFile, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Archive } from '#engine/records/statements/index'
import { freshFolder } from '../../../../integration/support/folder'
import { openArchive, sourceOf } from './opened'
import { id, namesBelow, statementOf } from './support'

const run = promisify(execFile)
let archive: Archive
let root: string
let folder: string
beforeEach(async () => {
  folder = await freshFolder()
  root = path.join(folder, 'the archive')
  await open()
  await fetchAll()
})
afterEach(() => archive.dispose())

async function open(maxShownBytes?: number): Promise<void> {
  archive = await openArchive(folder, {
    usualRoot: root,
    ...(maxShownBytes !== undefined && { maxShownBytes }),
    source: () => sourceOf((own) => statementOf({ id: own, more: { note: '"sha256": "no"', name: 'x' } }))
  })
}

async function fetchAll(): Promise<void> {
  archive.fetch([id(1), id(2), id(3)].join())
  await archive.fetched()
}

/** The commands as written in the README. */
async function commands(): Promise<readonly string[]> {
  const readme = await readFile(path.join(root, 'README.txt'), 'utf8')
  expect(readme).toMatch(/^[\x20-\x7e\n]+$/)
  for (const line of readme.split('\n')) expect(line.length).toBeLessThan(101)
  return readme.split('\n\n').filter((part) => /sha256sum -c -/.test(part) && /^(awk|find) /.test(part))
}
const shell = (command: string, cwd: string) => run('sh', ['-c', command], { cwd })
const csvs = async () => (await namesBelow(root)).filter((name) => name.endsWith('.csv'))

test('lets an auditor check a statement and the whole archive with the README’s commands', async () => {
  const [one, all] = await commands()
  const [first] = await csvs()
  const checked = await shell(one!, path.dirname(path.join(root, first!)))
  expect(checked.stdout).toBe('USDP-2026-10.pdf: OK\nUSDP-2026-10.csv: OK\n')
  expect((await shell(all!, root)).stdout.match(/: OK$/gm)).toHaveLength(6)
  await appendFile(path.join(root, first!), 'x')
  await expect(shell(one!, path.dirname(path.join(root, first!)))).rejects.toThrow(/did NOT match/)
  const found = await shell(`${all!} 2>&1 || true`, root)
  expect([found.stdout.match(/: OK$/gm)?.length, found.stdout.match(/: FAILED$/gm)?.length]).toEqual([5, 1])
  // After another fetch the altered file is kept, and the commands still work.
  await archive.verify()
  await fetchAll()
  expect((await shell(all!, root)).stdout.match(/: OK$/gm)).toHaveLength(6)
  expect((await namesBelow(root)).filter((name) => name.includes('.altered-'))).toHaveLength(1)
  await archive.verify()
  expect(archive.facts().verification).toMatchObject({ unaltered: 6, altered: 0, missing: 0, unknown: 0 })
})

test('lets an auditor check the seal as described in the README', async () => {
  const place = (await namesBelow(root)).find((name) => name.endsWith('statement.json'))!
  const { seal, ...rest } = JSON.parse(await readFile(path.join(root, place), 'utf8')) as Record<
    string,
    unknown
  >
  expect(createHash('sha256').update(JSON.stringify(rest)).digest('hex')).toBe(seal)
})

test('reports a document as too long for the viewer, altered or missing', async () => {
  const [row] = archive.view.rows({ profileId: null })
  const { name, bytes } = row!.files.find((file) => file.name.endsWith('.pdf'))!
  const shown = () => archive.view.document(row!.key, name)
  expect((await shown()).length).toBe(bytes)
  const place = path.join(archive.view.folder(row!.key), name)
  await appendFile(place, 'x')
  await expect(shown()).rejects.toMatchObject({ problem: { code: 'statements.altered' } })
  await rm(place)
  const missing = { problem: { sentence: `${name} is missing from the archive. Fetch the statement again.` } }
  await expect(shown()).rejects.toMatchObject(missing)
  await rename(root, `${root} away`)
  await expect(shown()).rejects.toMatchObject({ problem: { code: 'statements.gone' } })
  // The first write detects that the lock is missing with the drive.
  if (archive.facts().readOnly === null) archive.fetch(id(4))
  await archive.fetched()
  await rename(`${root} away`, root)
  // The returned lock is its own.
  await archive.rebuild()
  expect(archive.facts()).toMatchObject({ fault: null, readOnly: null })
  await archive.dispose()
  await open(bytes - 1)
  await archive.verify()
  await fetchAll()
  await expect(shown()).rejects.toMatchObject({ problem: { code: 'statements.too-long' } })
})
