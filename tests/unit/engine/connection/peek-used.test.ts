import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openProfileFile, peekUsedAtStart, usedAtStart } from '#engine/connection/profile-file'
import { localSandboxId } from '#shared/contract/connection/connections'

let folder = ''
beforeEach(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'leadline-peek-'))))
afterEach(() => rm(folder, { recursive: true, force: true }))

const lastUsed = fc.option(fc.constantFrom(localSandboxId, 'another', null), { nil: undefined })

test('agrees with the file once it is opened', async () => {
  await fc.assert(
    fc.asyncProperty(lastUsed, async (last) => {
      const file = path.join(folder, 'connections.json')
      await writeFile(file, JSON.stringify({ version: 1, profiles: [], lastUsed: last }))
      const opened = await openProfileFile({ file, onSaveStateChange: () => {} })
      expect(peekUsedAtStart(file)).toBe(usedAtStart(opened))
    }),
    { numRuns: 20 }
  )
})

test('expects the local sandbox at the first start, and nothing of a file that is not readable', async () => {
  const file = path.join(folder, 'connections.json')
  expect(peekUsedAtStart(file)).toBe(localSandboxId)
  await mkdir(file)
  expect(peekUsedAtStart(file)).toBeNull()
  await rm(file, { recursive: true })
  for (const damaged of ['', '{', '{"lastUsed":1}', ' '.repeat(2 ** 20 + 1)]) {
    await writeFile(file, damaged)
    expect(peekUsedAtStart(file)).toBeNull()
  }
})
