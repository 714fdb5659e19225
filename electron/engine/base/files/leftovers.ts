import { lstat, readdir, rm } from 'node:fs/promises'
import path from 'node:path'

/** The names of unfinished files of `writeAtomically` and `writeStreamed`. */
const unfinished = /\.\d+-(?:\d+|[0-9a-f]{8})\.tmp$/

/**
 * Removes what writers that were killed have left. Only one Leadline runs over a data folder, so that a file from
 * before its start has no writer any more. `depth` is how many folders deep it looks.
 */
export async function removeLeftovers(folder: string, startedAt: number, depth = 4): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory() && depth > 0) await removeLeftovers(place, startedAt, depth - 1)
    if (!entry.isFile() || !unfinished.test(entry.name)) continue
    const found = await lstat(place).catch(() => null)
    if (found && found.mtimeMs < startedAt) await rm(place, { force: true }).catch(() => {})
  }
}
