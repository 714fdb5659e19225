import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { realDisk } from '#engine/records/statements/index'
import { syncCopy } from '#engine/records/statements/maintenance/sync-copy'
import { readme } from '#engine/records/statements/layout/readme'
import { earlierReadmes } from '#engine/records/statements/layout/readme-care'
import { openLocation } from '#engine/records/statements/store/mark'
import { freshFolder } from '../../../../integration/support/folder'
import { storeAt } from './support'

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
const old = 'This folder is an archive, as an earlier Leadline said\n'

test('lists only earlier versions of the text for replacement', () => {
  // When the text changes, add this digest to the earlier ones and put the new one here.
  expect(digest(readme)).toBe('d01753a8bbf20523796a4ba010eb178a01216f047b75490b83fdd4268506c892')
  expect(earlierReadmes).not.toContain(digest(readme))
  for (const one of earlierReadmes) expect(one).toMatch(/^[0-9a-f]{64}$/)
})

test('replaces the README of an earlier Leadline in the archive and its copy, but not an edited one', async () => {
  const known = vi.spyOn(earlierReadmes, 'has').mockImplementation((one) => one === digest(old))
  const root = await freshFolder()
  const file = path.join(root, 'README.txt')
  const opened = async (text: string) => {
    await writeFile(file, text)
    const store = storeAt(root)
    await store.open()
    await store.dispose()
    return readFile(file, 'utf8')
  }
  await opened('')
  expect(await opened(old)).toBe(readme)
  for (const own of [`${old}\nmy own line\n`, `${readme}\n`, 'mine', '']) expect(await opened(own)).toBe(own)

  const store = storeAt(root)
  await store.open()
  const copy = await freshFolder()
  await openLocation(realDisk, copy, { id: 'archive-1', expected: false })
  const there = path.join(copy, 'README.txt')
  for (const [before, after] of [
    [old, readme],
    ['mine', 'mine']
  ] as const) {
    await writeFile(there, before)
    const { signal } = new AbortController()
    await syncCopy({ disk: realDisk, store, id: 'archive-1', signal, onProgress: () => {} }, copy)
    expect(await readFile(there, 'utf8')).toBe(after)
  }
  await store.dispose()
  known.mockRestore()
})
