import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { unzip } from '../../../scripts/setup/zip.mjs'
import { zipFile, type Packed } from './zip-file'

let folder = ''
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'zip-'))))
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

async function unpack(bytes: Buffer) {
  const work = fs.mkdtempSync(path.join(folder, 'work-'))
  const file = path.join(work, 'a.zip')
  fs.writeFileSync(file, bytes)
  await unzip(file, path.join(work, 'out'))
  return path.join(work, 'out')
}

const word = fc.stringMatching(/^[a-z]{1,8}$/)
const entry = fc.record({
  name: fc.tuple(word, word).map(([one, other]) => `${one}/d/${other}.txt`),
  content: fc.uint8Array({ maxLength: 5_000 }).map((bytes) => Buffer.from(bytes)),
  stored: fc.boolean()
})
const entries = fc.uniqueArray(entry, { maxLength: 6, selector: ({ name }) => name })
const one: Packed = { name: 'a/text.txt', content: Buffer.from('a text '.repeat(100)) }
const link = (name: string, target: string): Packed => ({
  name,
  content: Buffer.from(target),
  mode: 0o120777
})

describe('unzip', () => {
  it('returns every byte', async () => {
    await fc.assert(
      fc.asyncProperty(entries, word, async (packed, comment) => {
        const out = await unpack(zipFile(packed, comment))
        for (const { name, content } of packed) {
          expect(fs.readFileSync(path.join(out, name)).equals(content)).toBe(true)
        }
      }),
      { numRuns: 40 }
    )
  })

  it('keeps executable modes only', async () => {
    const out = await unpack(zipFile([one, { ...one, name: 'run', mode: 0o100755 }]))
    expect(fs.statSync(path.join(out, 'run')).mode & 0o111).not.toBe(0)
    expect(fs.statSync(path.join(out, one.name)).mode & 0o111).toBe(0)
  })

  it.each(['../a', 'a/../../b', '/etc/a', 'c:/a', 'a\\..\\b', '..'])('refuses the path %s', async (name) => {
    const work = fs.mkdtempSync(path.join(folder, 'work-'))
    fs.writeFileSync(path.join(work, 'a.zip'), zipFile([one, { ...one, name }]))
    await expect(unzip(path.join(work, 'a.zip'), path.join(work, 'out'))).rejects.toThrow(/leads outside/)
    expect(fs.readdirSync(work)).toEqual(['a.zip'])
  })

  it('creates inner links and refuses others', async () => {
    const out = await unpack(zipFile([link('current', 'a'), one]))
    expect(fs.readFileSync(path.join(out, 'current/text.txt'), 'utf8')).toBe(String(one.content))
    for (const target of ['../../b', '/etc']) {
      await expect(unpack(zipFile([link('current', target)]))).rejects.toThrow(/leads outside/)
    }
    await expect(unpack(zipFile([link('a', 'b'), one]))).rejects.toThrow()
  })

  it('refuses a truncated file', async () => {
    const whole = zipFile([one, { ...one, name: 'b', stored: true }])
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: whole.length - 1 }), async (length) => {
        await expect(unpack(whole.subarray(0, length))).rejects.toThrow()
      }),
      { numRuns: 60 }
    )
  })

  it('refuses changed content', async () => {
    const bytes = zipFile([{ ...one, stored: true }])
    const at = bytes.indexOf('a text')
    bytes[at] = (bytes[at] ?? 0) ^ 1
    await expect(unpack(bytes)).rejects.toThrow(/damaged/)
  })

  it('skips excluded files', async () => {
    const file = path.join(folder, 'a.zip')
    fs.writeFileSync(file, zipFile([one, { ...one, name: 'skip/b' }]))
    await unzip(file, path.join(folder, 'out'), { skip: (name) => name.startsWith('skip/') })
    expect(fs.readdirSync(path.join(folder, 'out'))).toEqual(['a'])
  })
})
