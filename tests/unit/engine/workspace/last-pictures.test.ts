import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { takeLastPictures, writeLastPicture } from '#engine/workspace/last-pictures'

let home: string
let folder: string
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'leadline-pictures-'))
  folder = path.join(home, 'last-pictures')
})
afterEach(() => rm(home, { recursive: true, force: true }))

const side = fc.integer({ min: 10, max: 20_000 })
const pictureArbitrary = fc.record({
  width: side,
  height: side,
  jpeg: fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes))
})

it('returns the picture of each window, whatever its key, and only once', async () => {
  const keys = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(fc.dictionary(keys, pictureArbitrary, { minKeys: 1, maxKeys: 5 }), async (pictures) => {
      for (const [key, picture] of Object.entries(pictures)) await writeLastPicture(folder, key, picture)
      for (const name of await readdir(folder)) expect(name).not.toMatch(/[/\\:*?"<>|]/)
      expect(Object.fromEntries(await takeLastPictures(folder))).toEqual(pictures)
      expect(await takeLastPictures(folder)).toEqual(new Map())
    }),
    { numRuns: 40 }
  )
})

it('lets only the owner read them', async () => {
  await writeLastPicture(folder, 'desk 1', { width: 100, height: 80, jpeg: Buffer.from('a') })
  const files = [folder, path.join(folder, 'desk%201@100x80.jpg')]
  expect(await Promise.all(files.map(async (file) => (await stat(file)).mode & 0o077))).toEqual([0, 0])
})

it('leaves out what is too large, and files of others', async () => {
  await writeLastPicture(folder, 'desk 1', { width: 100, height: 80, jpeg: Buffer.alloc(9 * 1024 * 1024) })
  await writeLastPicture(folder, 'desk 2', { width: 100, height: 80, jpeg: Buffer.from('a') })
  await writeFile(path.join(folder, 'desk 3@100x80.jpg'), Buffer.alloc(9 * 1024 * 1024))
  await writeFile(path.join(folder, 'desk 4@100x.jpg'), 'a')
  expect([...(await takeLastPictures(folder)).keys()]).toEqual(['desk 2'])
})
