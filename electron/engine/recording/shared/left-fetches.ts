import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { isDesk, listLogs } from '../location'
import { partEnding } from '../parquet/locations'

/** Of what is fetched, until it was verified. */
export const incomingFolder = (log: string): string => path.join(path.dirname(log), 'incoming')

/** Removes what fetches left that were killed before this time. */
export async function removeLeftFetches(root: string, before: number): Promise<void> {
  for (const log of await listLogs(root)) {
    if (!isDesk(path.basename(path.dirname(log)))) continue
    const names = await readdir(log).catch(() => [])
    const parts = names.filter((name) => name.endsWith(partEnding)).map((name) => path.join(log, name))
    for (const left of [incomingFolder(log), ...parts]) {
      const found = await stat(left).catch(() => null)
      if (found && found.mtimeMs < before) await rm(left, { recursive: true, force: true })
    }
  }
}
