import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Disk } from '../disk/disk'
import { readSmall, replaceFile } from '../disk/files'
import { readmeName } from './layout'
import { readme } from './readme'

/** The SHA-256 of every README.txt of an earlier version: a change adds the old one. */
export const earlierReadmes: ReadonlySet<string> = new Set([
  'f7a6abc81c49c1051e93a8536279dbe521b7acec96328c916730ec0ebc660ded',
  'd4e3d6af65e703a749ab2d832f79c642b0c9518f2656311aa653b8c8dd9b3442',
  '4149a5276cd2e291fdc6ec9f28c8ec87de4271d7f251a052f5482d5189e81775',
  '4eeb3b980e480da870ce395ffd25f51a17bbf761bfde2549e34318f2338f3877',
  '8ab14dfb6424adc81b8247c6daf737d010b7dee8f44b0ff3f3fa6e93fb07e15d'
])

const maxBytes = 100_000

/** Renews the unchanged README of an earlier version; a person's own is left as it is. */
export async function renewReadme(disk: Disk, root: string): Promise<boolean> {
  const file = path.join(root, readmeName)
  const size = await disk.size(file)
  if (size === null || size > maxBytes || (await disk.kind(file)) !== 'file') return false
  const text = await readSmall(disk, file, maxBytes)
  if (!earlierReadmes.has(createHash('sha256').update(text).digest('hex'))) return false
  await replaceFile(disk, file, readme)
  return true
}
