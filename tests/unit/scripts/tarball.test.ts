import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { extractFromTarball, verify } from '../../../scripts/setup/tarball.mjs'

let folder = ''
let tarball = ''
const sizes = [0, 1, 511, 512, 513, 200_000]
const name = (size: number) => `package/file-${size}`

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tarball-'))
  tarball = path.join(folder, 'a.tgz')
  fs.mkdirSync(path.join(folder, 'package'))
  for (const size of sizes) fs.writeFileSync(path.join(folder, name(size)), randomBytes(size))
  execFileSync('tar', ['-czf', tarball, '-C', folder, 'package'])
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

describe('a downloaded tarball', () => {
  it('is accepted only if pinned', async () => {
    const integrity = 'sha512-' + createHash('sha512').update(fs.readFileSync(tarball)).digest('base64')
    await expect(verify(tarball, integrity)).resolves.toBeUndefined()
    const bytes = fs.readFileSync(tarball)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    fs.writeFileSync(tarball, bytes)
    await expect(verify(tarball, integrity)).rejects.toThrow(/not the pinned one/)
  })

  it.each(sizes)('contains a file of %i bytes', async (size) => {
    const to = path.join(folder, 'out')
    await extractFromTarball(tarball, name(size), to)
    expect(fs.readFileSync(to).equals(fs.readFileSync(path.join(folder, name(size))))).toBe(true)
  })

  it('reports missing files and truncation', async () => {
    await expect(extractFromTarball(tarball, 'package/none', path.join(folder, 'out-1'))).rejects.toThrow(
      /does not hold/
    )
    fs.truncateSync(tarball, fs.statSync(tarball).size >> 1)
    await expect(extractFromTarball(tarball, name(200_000), path.join(folder, 'out-2'))).rejects.toThrow()
  })
})
