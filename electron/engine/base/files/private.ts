import { chmod, readdir } from 'node:fs/promises'
import path from 'node:path'

const maxDepth = 12

/** Takes what others may do with a folder of ours and all that is in it; links are left alone. */
export async function makePrivate(folder: string, depth = 0): Promise<void> {
  await chmod(folder, 0o700).catch(() => {})
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory() && depth < maxDepth) await makePrivate(place, depth + 1)
    else if (entry.isFile()) await chmod(place, 0o600).catch(() => {})
  }
}
