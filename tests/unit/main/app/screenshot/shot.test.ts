import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pictureName } from '#main/app/screenshot/names'
import { whyUnwritable } from '#main/app/screenshot/target'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'leadline-shot-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('numbers screenshots from the second on', () => {
  expect([0, 1, 2].map((index) => pictureName('/x/a.b.png', index))).toEqual([
    '/x/a.b.png',
    '/x/a.b-2.png',
    '/x/a.b-3.png'
  ])
  expect(pictureName('plain', 1)).toBe('plain-2')
})

test('checks in advance whether a file is writable', () => {
  const file = path.join(folder, 'a.png')
  expect(whyUnwritable(file)).toBeNull()
  writeFileSync(file, 'old')
  expect(whyUnwritable(file)).toBeNull()
  expect(readdirSync(folder)).toEqual(['a.png'])
  expect(whyUnwritable(folder)).toContain('it is a folder')
  expect(whyUnwritable(path.join(folder, 'absent', 'a.png'))).toContain('ENOENT')
  expect(whyUnwritable(path.join(file, 'a.png'))).toContain('ENOTDIR')
})
