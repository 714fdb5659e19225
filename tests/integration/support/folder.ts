import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach } from 'vitest'

const made: string[] = []

/** Removed after the test. */
export async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'leadline-test-'))
  made.push(folder)
  return folder
}

afterEach(async () => {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true })
})
