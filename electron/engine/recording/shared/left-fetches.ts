import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { removeLeftovers } from '../../base/files'
import { segmentOfDerived } from '../keyframes/files'
import { isDesk, listLogs } from '../location'
import { partEnding } from '../parquet/locations'

/** Of what is fetched, until it was verified. */
export const incomingFolder = (log: string): string => path.join(path.dirname(log), 'incoming')

/** Removes what fetches left that were killed before this time. */
export async function removeLeftFetches(root: string, before: number): Promise<void> {
  for (const log of await listLogs(root)) {
    if (!isDesk(path.basename(path.dirname(log)))) continue
    await removeLeftovers(path.dirname(log), before, 0)
    const names = await readdir(log).catch((): string[] => [])
    const isAlone = (name: string) => {
      const segment = segmentOfDerived(name)
      return segment !== null && !names.includes(segment)
    }
    const lefts = names.filter((name) => name.endsWith(partEnding) || isAlone(name))
    for (const left of [incomingFolder(log), ...lefts.map((name) => path.join(log, name))]) {
      const found = await stat(left).catch(() => null)
      if (found && found.mtimeMs < before) await rm(left, { recursive: true, force: true })
    }
  }
}
