import { chmod, readdir } from 'node:fs/promises'
import path from 'node:path'

const maxDepth = 12

/** Restricts a folder and its contents to the owner; links are skipped. */
export async function makePrivate(folder: string, depth = 0): Promise<void> {
  await chmod(folder, 0o700).catch(() => {})
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory() && depth < maxDepth) await makePrivate(file, depth + 1)
    else if (entry.isFile()) await chmod(file, 0o600).catch(() => {})
  }
}
