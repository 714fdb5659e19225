import { lstat, readdir, rm } from 'node:fs/promises'
import path from 'node:path'

/** Per file, so that a fault at every start does not fill the disk. */
const maxCopies = 10
const maxBytesOfCopies = 256 * 1024 * 1024

const nameOfCopies = (file: string) => `${path.basename(file)}.damaged-`

export const isCopyOf = (file: string, name: string): boolean =>
  name.startsWith(nameOfCopies(file)) && !name.endsWith('.tmp')

/** Where to keep a damaged file. The names sort by time, and no earlier copy has this name. */
export async function copyName(file: string, now: Date): Promise<string> {
  const folder = path.dirname(file)
  const name = nameOfCopies(file) + now.toISOString().replaceAll(':', '-')
  const names = new Set(await readdir(folder))
  let free = name
  for (let count = 2; names.has(free); count++) free = `${name}-${count}`
  return path.join(folder, free)
}

/** Removes the oldest quarantined copies of a file, but never the newest or a folder. */
export async function removeOldCopies(file: string): Promise<void> {
  const folder = path.dirname(file)
  const names = (await readdir(folder)).filter((name) => isCopyOf(file, name))
  await removeBeyond(folder, names.sort().reverse(), maxCopies, maxBytesOfCopies)
}

/** @param newestFirst names of files in the folder */
async function removeBeyond(
  folder: string,
  newestFirst: readonly string[],
  maxFiles: number,
  maxBytes: number
): Promise<void> {
  let files = 0
  let bytes = 0
  for (const name of newestFirst) {
    const file = path.join(folder, name)
    const found = await lstat(file).catch(() => null)
    if (!found || found.isDirectory()) continue
    files += 1
    bytes += found.size
    if (files > 1 && (files > maxFiles || bytes > maxBytes)) await rm(file, { force: true }).catch(() => {})
  }
}
