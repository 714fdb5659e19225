import { lstat, readdir, rm } from 'node:fs/promises'
import path from 'node:path'

/** Temporary files of `writeAtomically` and `writeStreamed`. */
const unfinished = /\.\d+-(?:\d+|[0-9a-f]{8})\.tmp$/

/**
 * Removes temporary files of killed writers. Only one Leadline uses a data folder, so files older than its start have
 * no writer.
 */
export async function removeLeftovers(folder: string, startedAt: number, depth = 4): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory() && depth > 0) await removeLeftovers(file, startedAt, depth - 1)
    if (!entry.isFile() || !unfinished.test(entry.name)) continue
    const found = await lstat(file).catch(() => null)
    if (found && found.mtimeMs < startedAt) await rm(file, { force: true }).catch(() => {})
  }
}
