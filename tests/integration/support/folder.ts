import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Removed after the run. */
export const freshFolder = () => mkdtemp(path.join(tmpdir(), 'leadline-test-'))

/** Writes each folder once, by its arguments, and then copies it. */
export function folderOnce<Args extends readonly unknown[]>(
  write: (folder: string, ...args: Args) => Promise<unknown>
): (folder: string, ...args: Args) => Promise<void> {
  const written = new Map<string, Promise<string>>()
  const writeNew = async (args: Args) => {
    const folder = await freshFolder()
    await write(folder, ...args)
    return folder
  }
  return async (folder, ...args) => {
    const key = JSON.stringify(args)
    const source = written.get(key) ?? writeNew(args)
    written.set(key, source)
    await cp(await source, folder, { recursive: true, preserveTimestamps: true })
  }
}
