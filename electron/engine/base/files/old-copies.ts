import { lstat, readdir, rm } from 'node:fs/promises'
import path from 'node:path'

/** Of one file: whoever repairs it needs the newest ones, and a fault at every start must not fill the disk. */
const maxCopies = 10
const maxBytesOfCopies = 256 * 1024 * 1024

/** Removes the oldest copies that were set aside of a file. The newest stays whatever its size, and so do folders. */
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
    const place = path.join(folder, name)
    const found = await lstat(place).catch(() => null)
    if (!found || found.isDirectory()) continue
    files += 1
    bytes += found.size
    if (files > 1 && (files > maxFiles || bytes > maxBytes)) await rm(place, { force: true }).catch(() => {})
  }
}
