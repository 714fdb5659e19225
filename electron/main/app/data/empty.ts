import { readdir, rm, truncate } from 'node:fs/promises'
import path from 'node:path'

/** Deletes the logs, but empties the current one, which is open. */
export async function emptyLogs(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name)
    if (name === 'leadline.log') await truncate(file)
    else await rm(file, { recursive: true, force: true })
  }
}
