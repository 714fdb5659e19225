import { lstat, readdir, rm } from 'node:fs/promises'
import path from 'node:path'

/** Per file, so that a fault at every start does not fill the disk. */
const maxCopies = 10
const maxBytesOfCopies = 256 * 1024 * 1024

/** Removes the oldest quarantined copies of a file, but never the newest or a folder. */
export async function removeOldCopies(file: string): Promise<void> {
  const folder = path.dirname(file)
  const start = `${path.basename(file)}.damaged-`
  const names = (await readdir(folder)).filter((name) => name.startsWith(start) && !name.endsWith('.tmp'))
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
