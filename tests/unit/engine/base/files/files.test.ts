import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mayWrite, readJsonOrSetAside, writeAtomically, writeAtomicallyNow } from '#engine/base/files/index'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-files-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const options = {
  schema: v.object({ version: v.literal(2), colour: v.string() }),
  title: 'settings',
  newest: 2,
  now: () => new Date('2026-01-02T03:04:05.678Z')
}

test('what is written is what is read, and nothing else stays behind', async () => {
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

test('of many writes at once the last one asked for wins, and no reader sees half of one', async () => {
  const file = path.join(folder, 'settings.json')
  const contents = Array.from({ length: 30 }, (_, index) => String(index).repeat(100_000))
  await writeAtomically(file, contents[0]!)
  const writes = contents.map((content) => writeAtomically(file, content))
  for (let reads = 0; reads < 20; reads++) expect(contents).toContain(await readFile(file, 'utf8'))
  await Promise.all(writes)
  expect(await readFile(file, 'utf8')).toBe(contents.at(-1))
})

test('a failed write leaves the old content and no neighbour, and does not stop the next one', async () => {
  const file = path.join(folder, 'taken')
  await mkdir(path.join(file, 'inside'), { recursive: true })
  await expect(writeAtomically(file, 'new')).rejects.toThrow()
  expect(() => writeAtomicallyNow(file, 'new')).toThrow()
  expect(await readdir(folder)).toEqual(['taken'])
  await rm(file, { recursive: true })
  await writeAtomically(file, 'new')
  expect(await readFile(file, 'utf8')).toBe('new')
})

test('nobody but the owner may read what is written', async () => {
  const file = path.join(folder, 'settings.json')
  await writeAtomically(file, '{}')
  expect((await stat(file)).mode & 0o077).toBe(0)
})

test('an absent file is absent, a good one is read', async () => {
  const file = path.join(folder, 'settings.json')
  expect(await readJsonOrSetAside(file, options)).toEqual({ state: 'absent' })
  await writeFile(file, '\ufeff{"version":2,"colour":"blue"}')
  expect(await readJsonOrSetAside(file, options)).toEqual({
    state: 'read',
    value: { version: 2, colour: 'blue' }
  })
})

test.each(['', '{', 'null', '[]', '"text"', '{"version":2}', '{"version":2,"colour":7}', '\0\0\0\0'])(
  'a damaged file is set aside whole: %j',
  async (text) => {
    const file = path.join(folder, 'settings.json')
    await writeFile(file, text)
    const reading = await readJsonOrSetAside(file, options)
    expect(reading).toMatchObject({
      state: 'damaged',
      notice: expect.stringContaining('settings.json.damaged-2026-01-02T03-04-05.678Z')
    })
    expect(mayWrite(reading)).toBe(true)
    expect(await readdir(folder)).toEqual(['settings.json.damaged-2026-01-02T03-04-05.678Z'])
    expect(await readFile(path.join(folder, (await readdir(folder))[0]!), 'utf8')).toBe(text)
  }
)

describe('a file damaged in part', () => {
  const damaged = '{"version":2,"colour":7,"shape":"\u00e9"}'
  const mending = {
    ...options,
    mend: (content: Record<string, unknown>) => ({
      content: { ...content, colour: 'grey' },
      lost: 'colour was ignored'
    })
  }

  test('is used for the rest and copied once, to the byte, however often it is read', async () => {
    const file = path.join(folder, 'settings.json')
    // A broken character must be in the copy as it was found.
    const bytes = Buffer.concat([Buffer.from(damaged.slice(0, -2)), Buffer.from([0xff]), Buffer.from('"}')])
    await writeFile(file, bytes)
    const copy = `${file}.damaged-2026-01-02T03-04-05.678Z`
    const reading = await readJsonOrSetAside(file, mending)
    expect(reading).toMatchObject({
      state: 'mended',
      value: { version: 2, colour: 'grey' },
      setAside: copy,
      notice: expect.stringContaining('colour was ignored')
    })
    expect(mayWrite(reading)).toBe(true)
    const later = await readJsonOrSetAside(file, { ...mending, now: () => new Date('2027-01-01T00:00:00Z') })
    expect(later).toEqual(reading)
    expect(await readdir(folder)).toEqual(['settings.json', path.basename(copy)])
    expect((await readFile(copy)).equals(bytes)).toBe(true)
    expect((await readFile(file)).equals(bytes)).toBe(true)
  })

  test('that cannot be copied may not be written', async () => {
    const file = path.join(folder, 'settings.json')
    await writeFile(file, damaged)
    await mkdir(path.join(`${file}.damaged-2026-01-02T03-04-05.678Z`, 'in the way'), { recursive: true })
    const reading = await readJsonOrSetAside(file, mending)
    expect(reading).toMatchObject({
      state: 'mended',
      value: { colour: 'grey' },
      setAside: null,
      notice: expect.stringContaining('changes are not kept')
    })
    expect(mayWrite(reading)).toBe(false)
    expect(await readFile(file, 'utf8')).toBe(damaged)
  })

  test('is set aside where not even the rest can be used', async () => {
    const file = path.join(folder, 'settings.json')
    await writeFile(file, damaged)
    const mend = (content: Record<string, unknown>) => ({ content, lost: 'nothing' })
    expect(await readJsonOrSetAside(file, { ...options, mend })).toMatchObject({ state: 'damaged' })
  })
})

test('a newer file is left untouched and may not be written', async () => {
  const file = path.join(folder, 'settings.json')
  await writeFile(file, '{"version":3,"colour":{"from":"the future"}}')
  const reading = await readJsonOrSetAside(file, options)
  expect(reading).toMatchObject({ state: 'newer', notice: expect.stringContaining('newer Leadline') })
  expect(mayWrite(reading)).toBe(false)
  expect(await readFile(file, 'utf8')).toBe('{"version":3,"colour":{"from":"the future"}}')
})

test('an older file is upgraded; one that cannot be is set aside', async () => {
  const file = path.join(folder, 'settings.json')
  const upgrade = (older: Record<string, unknown>, version: number) => {
    if (version !== 1) throw new Error('unknown')
    return { version: 2, colour: older['color'] }
  }
  await writeFile(file, '{"version":1,"color":"blue"}')
  expect(await readJsonOrSetAside(file, { ...options, upgrade })).toEqual({
    state: 'read',
    value: { version: 2, colour: 'blue' }
  })
  await writeFile(file, '{"version":0}')
  expect(await readJsonOrSetAside(file, { ...options, upgrade })).toMatchObject({ state: 'damaged' })
})

test('what cannot be read at all says so and may not be written', async () => {
  const file = path.join(folder, 'settings.json')
  await symlink('settings.json', file)
  const reading = await readJsonOrSetAside(file, options)
  expect(reading).toMatchObject({ state: 'unreadable', notice: expect.stringContaining('ELOOP') })
  expect(mayWrite(reading)).toBe(false)
})
