import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confine } from '#main/base/protocol/confine'

let folder: string
let root: string
beforeAll(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'leadline-confine-')))
  root = path.join(folder, 'renderer')
  await mkdir(path.join(root, 'assets'), { recursive: true })
  await mkdir(path.join(folder, 'renderer-other'))
  await Promise.all(
    [
      'renderer/index.html',
      'renderer/assets/a b.js',
      'renderer/.hidden',
      'renderer-other/x.js',
      'secret.txt'
    ].map((name) => writeFile(path.join(folder, name), name))
  )
  await symlink(path.join(folder, 'secret.txt'), path.join(root, 'link.txt'))
  await symlink(folder, path.join(root, 'up'))
  await symlink(path.join(root, 'index.html'), path.join(root, 'home.html'))
  await symlink(root, path.join(folder, 'installed'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('finds the renderer’s files, also through a link to it', async () => {
  expect(await confine(root, 'app://leadline/index.html')).toEqual({
    status: 200,
    file: path.join(root, 'index.html')
  })
  expect(await confine(root, 'app://leadline/assets/a%20b.js?v=1#part')).toMatchObject({ status: 200 })
  // Decoded twice, it would be a file that exists.
  expect(await confine(root, 'app://leadline/assets/a%2520b.js')).toEqual({ status: 404 })
  expect(await confine(root, 'app://leadline/home.html')).toMatchObject({
    file: path.join(root, 'index.html')
  })
  expect(await confine(path.join(folder, 'installed'), 'app://leadline/index.html')).toMatchObject({
    status: 200
  })
})

test.each([
  'app://leadline/../secret.txt',
  'app://leadline/%2e%2e/secret.txt',
  'app://leadline/..%2fsecret.txt',
  'app://leadline/..%5csecret.txt',
  'app://leadline/%252e%252e%252fsecret.txt',
  'app://leadline/assets/..%2f..%2fsecret.txt',
  'app://leadline//etc/passwd',
  'app://leadline/../renderer-other/x.js',
  'app://leadline/link.txt',
  'app://leadline/up/secret.txt',
  'app://leadline/index.html%00',
  'app://leadline/.hidden',
  'app://leadline/c:%5cwindows',
  'app://leadline/%ff',
  'app://leadline/',
  'app://leadline',
  'app://leadline/assets',
  'app://leadline/absent',
  'app://other/index.html',
  'app://leadline:80/index.html',
  'app://someone@leadline/index.html',
  'http://leadline/index.html',
  'file:///etc/passwd',
  'nonsense',
  ''
])('finds nothing at %s', async (address) => {
  expect([403, 404]).toContain((await confine(root, address)).status)
})

test('never leads outside for any URL', async () => {
  const part = fc.oneof(
    fc.constantFrom(
      '..',
      '.',
      '%2e',
      '%2F',
      '%5c',
      '/',
      '\\',
      '%00',
      'up',
      'assets',
      'secret.txt',
      'index.html',
      '%25'
    ),
    fc.string({ maxLength: 4 })
  )
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 8 }), fc.constantFrom('/', ''), async (parts, joint) => {
      const found = await confine(root, `app://leadline/${parts.join(joint)}`)
      if (found.status === 200) expect(found.file.startsWith(root + path.sep)).toBe(true)
    }),
    { numRuns: 500 }
  )
})
