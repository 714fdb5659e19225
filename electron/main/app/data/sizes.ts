import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'

/** Bytes of a file, or of all in a folder. What is not there, or vanishes meanwhile, counts as nothing. */
export async function sizeOf(place: string): Promise<number> {
  try {
    const found = await lstat(place)
    if (!found.isDirectory()) return found.size
    let total = 0
    for (const name of await readdir(place)) total += await sizeOf(path.join(place, name))
    return total
  } catch {
    return 0
  }
}
