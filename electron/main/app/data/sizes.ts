import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'

/** Recursive; missing files count as 0. */
export async function sizeOf(file: string): Promise<number> {
  try {
    const found = await lstat(file)
    if (!found.isDirectory()) return found.size
    let total = 0
    for (const name of await readdir(file)) total += await sizeOf(path.join(file, name))
    return total
  } catch {
    return 0
  }
}
