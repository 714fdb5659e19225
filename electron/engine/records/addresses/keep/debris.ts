import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'

/** What was being written when Leadline ended. Only one store at a time uses the folder of a connection. */
export async function clearDebris(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    if (name.endsWith('.tmp')) await rm(path.join(folder, name), { force: true }).catch(() => undefined)
  }
}
