import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'

/** Removes unfinished files. Only one store at a time uses a connection's folder. */
export async function clearDebris(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    if (name.endsWith('.tmp')) await rm(path.join(folder, name), { force: true }).catch(() => undefined)
  }
}
