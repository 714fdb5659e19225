import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readJsonFile, writeAtomically } from '#engine/base/files/index'
import { writeAtomicallyNow } from '#engine/base/files/write'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-files-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const options = {
  schema: v.object({ colour: v.string() }),
  title: 'settings',
  version: 2,
  now: () => new Date('2026-01-02T03:04:05.678Z')
}

test('reads back what was written, leaving no temporary files', async () => {
  const file = path.join(folder, 'deep', 'settings.json')
  await fc.assert(
    fc.asyncProperty(fc.string(), async (text) => {
      await writeAtomically(file, text)
      expect(await readFile(file, 'utf8')).toBe(Buffer.from(text).toString())
      writeAtomicallyNow(file, text + text)
      expect(await readFile(file, 'utf8')).toBe(Buffer.from(text + text).toString())
    }),
    { numRuns: 20 }
  )
  expect(await readdir(path.dirname(file))).toEqual(['settings.json'])
})

test('keeps the last of concurrent writes, never a partial one', async () => {
  const file = path.join(folder, 'settings.json')
  const contents = Array.from({ length: 30 }, (_, index) => String(index).repeat(100_000))
  await writeAtomically(file, contents[0]!)
  const writes = contents.map((content) => writeAtomically(file, content))
  for (let reads = 0; reads < 20; reads++) expect(contents).toContain(await readFile(file, 'utf8'))
  await Promise.all(writes)
  expect(await readFile(file, 'utf8')).toBe(contents.at(-1))
})

test('keeps the old content after a failed write', async () => {
  const file = path.join(folder, 'taken')
  await mkdir(path.join(file, 'inside'), { recursive: true })
  await expect(writeAtomically(file, 'new')).rejects.toThrow()
  expect(() => writeAtomicallyNow(file, 'new')).toThrow()
  expect(await readdir(folder)).toEqual(['taken'])
  await rm(file, { recursive: true })
  await writeAtomically(file, 'new')
  expect(await readFile(file, 'utf8')).toBe('new')
})

test('restricts files to the owner', async () => {
  const file = path.join(folder, 'settings.json')
  await writeAtomically(file, '{}')
  expect((await stat(file)).mode & 0o077).toBe(0)
})

test('reads absent and valid files', async () => {
  const file = path.join(folder, 'settings.json')
  expect(await readJsonFile(file, options)).toEqual({ value: null, notice: null, writable: true })
  await writeFile(file, '\ufeff{"version":2,"colour":"blue"}')
  expect(await readJsonFile(file, options)).toEqual({
    value: { colour: 'blue' },
    notice: null,
    writable: true
  })
})

test.each(['', '{', 'null', '[]', '"text"', '{"version":2}', '{"version":2,"colour":7}', '\0\0\0\0'])(
  'quarantines a damaged file: %j',
  async (text) => {
    const file = path.join(folder, 'settings.json')
    await writeFile(file, text)
    const reading = await readJsonFile(file, options)
    expect(reading).toMatchObject({
      value: null,
      writable: true,
      notice: expect.stringContaining('settings.json.damaged-2026-01-02T03-04-05.678Z')
    })
    expect(await readdir(folder)).toEqual(['settings.json.damaged-2026-01-02T03-04-05.678Z'])
    expect(await readFile(path.join(folder, (await readdir(folder))[0]!), 'utf8')).toBe(text)
  }
)

test('keeps every copy of files that were damaged at the same time', async () => {
  const file = path.join(folder, 'settings.json')
  const texts = Array.from({ length: 5 }, (_, index) => `{${index}`)
  for (const text of texts) {
    await writeFile(file, text)
    await readJsonFile(file, options)
  }
  const names = (await readdir(folder)).sort()
  expect(await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))).toEqual(texts)
})

describe('a partly damaged file', () => {
  const damaged = '{"version":2,"colour":7,"shape":"\u00e9"}'
  const salvaging = {
    ...options,
    salvage: (content: Record<string, unknown>) => ({
      content: { ...content, colour: 'grey' },
      lost: 'colour was ignored'
    })
  }

  test('is used in part and copied once', async () => {
    const file = path.join(folder, 'settings.json')
    // An invalid character must be copied unchanged.
    const bytes = Buffer.concat([Buffer.from(damaged.slice(0, -2)), Buffer.from([0xff]), Buffer.from('"}')])
    await writeFile(file, bytes)
    const copy = `${file}.damaged-2026-01-02T03-04-05.678Z`
    const reading = await readJsonFile(file, salvaging)
    expect(reading).toMatchObject({
      value: { colour: 'grey' },
      writable: true,
      notice: expect.stringMatching(`colour was ignored.*${path.basename(copy)}`)
    })
    const later = await readJsonFile(file, { ...salvaging, now: () => new Date('2027-01-01T00:00:00Z') })
    expect(later).toEqual(reading)
    expect(await readdir(folder)).toEqual(['settings.json', path.basename(copy)])
    expect((await readFile(copy)).equals(bytes)).toBe(true)
    expect((await readFile(file)).equals(bytes)).toBe(true)
  })

  test('is not written if it cannot be copied', async () => {
    // The name of the copy is too long for the disk.
    const file = path.join(folder, `${'x'.repeat(240)}.json`)
    await writeFile(file, damaged)
    const reading = await readJsonFile(file, salvaging)
    expect(reading).toMatchObject({
      value: { colour: 'grey' },
      writable: false,
      notice: expect.stringContaining('changes are not saved')
    })
    expect(await readFile(file, 'utf8')).toBe(damaged)
  })

  test('is quarantined if nothing is usable', async () => {
    const file = path.join(folder, 'settings.json')
    await writeFile(file, damaged)
    const salvage = (content: Record<string, unknown>) => ({ content, lost: 'nothing' })
    expect(await readJsonFile(file, { ...options, salvage })).toMatchObject({ value: null, writable: true })
  })
})

test('is used as far as possible and never written if newer', async () => {
  const file = path.join(folder, 'settings.json')
  const newer = '{"version":3,"colour":{"from":"the future"}}'
  await writeFile(file, newer)
  const salvage = () => ({ content: { colour: 'grey' }, lost: 'colour was ignored' })
  const notice = expect.stringContaining('newer Leadline')
  expect(await readJsonFile(file, options)).toEqual({ value: null, notice, writable: false })
  expect(await readJsonFile(file, { ...options, salvage })).toEqual({
    value: { colour: 'grey' },
    notice,
    writable: false
  })
  expect(await readFile(file, 'utf8')).toBe(newer)
})

test('is salvaged or quarantined without a valid version', async () => {
  const file = path.join(folder, 'settings.json')
  const salvage = (content: Record<string, unknown>) => ({ content, lost: 'it has no valid version' })
  await writeFile(file, '{"version":1,"colour":"blue"}')
  expect(await readJsonFile(file, { ...options, salvage })).toMatchObject({
    value: { colour: 'blue' },
    notice: expect.stringContaining('it has no valid version')
  })
  expect(await readJsonFile(file, options)).toMatchObject({ value: null, writable: true })
})

test('is reported and not written if unreadable', async () => {
  const file = path.join(folder, 'settings.json')
  await symlink('settings.json', file)
  const reading = await readJsonFile(file, options)
  expect(reading).toEqual({ value: null, notice: expect.stringContaining('ELOOP'), writable: false })
})
