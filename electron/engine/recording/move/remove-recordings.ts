import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { ignoreMissing } from '../missing'

/** Whether something in the folder of all recordings belongs to them. */
export const isRecorded = (name: string): boolean => name.startsWith('environment=')

/** Other files of that folder stay. */
export async function removeRecordings(root: string): Promise<void> {
  for (const name of (await readdir(root).catch(ignoreMissing)) ?? [])
    if (isRecorded(name)) await rm(path.join(root, name), { recursive: true, force: true })
}
