import { rm, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { listSegments } from '../log/segments'
import type { TierBudget } from '../messages'
import { isPinned, readPins, type PinnedRange } from '../pins'
import { manifestFile, parquetFolderOf, type HourPart } from './locations'
import { readSealed, writeManifest, type Sealed } from './manifest'
import { withParquet } from './with-parquet'

const hour = 3_600_000
const day = 24 * hour

/**
 * Deletes the oldest Parquet files of a log until they fit their limits; pinned days do not count, and stay. The log
 * need not be sealed again.
 */
export async function keepParquetBudget(log: string, budget: TierBudget, now: number): Promise<void> {
  const isThere = await stat(parquetFolderOf(log)).catch(() => null)
  if (!isThere) return
  await withParquet(log, async (folder) => {
    const pins = await readPins(log)
    const parts = await readSealed(folder)
    const limited = parts.filter(({ part, files }) => files.length > 0 && !isPinned(pins, timeOf(part)))
    let total = limited.reduce((sum, part) => sum + bytesOf(part), 0)
    for (const part of limited) {
      const isOld = timeOf(part.part).to < now - budget.days * day
      if (!isOld && total <= budget.bytes) break
      await removeFiles(folder, part)
      total -= bytesOf(part)
    }
    await removeEmpty(log, folder)
  })
}

export const bytesOf = ({ files }: Sealed): number => files.reduce((sum, { bytes }) => sum + bytes, 0)

/** Segments of the hour may end after it. */
export function timeOf({ date, hour: of }: HourPart): PinnedRange {
  const from = Date.parse(`${date}T${of}:00:00Z`)
  return { from, to: from + hour }
}

/** Until the manifest says so, they count as there, and are deleted again. */
async function removeFiles(folder: string, { part, segments, files }: Sealed): Promise<void> {
  for (const { name } of files) {
    await rm(path.join(folder, name), { force: true })
    for (let below = path.dirname(name); below !== '.'; below = path.dirname(below))
      if (
        !(await rmdir(path.join(folder, below)).then(
          () => true,
          () => false
        ))
      )
        break
  }
  await writeManifest(folder, part, segments, [])
}

/** A segment without files or a log no longer matters. */
async function removeEmpty(log: string, folder: string): Promise<void> {
  const logged = new Set((await listSegments(log)).map((file) => path.basename(file)))
  for (const { part, segments, files } of await readSealed(folder))
    if (files.length === 0 && !segments.some(({ name }) => logged.has(name)))
      await rm(path.join(folder, manifestFile(part)), { force: true })
}
