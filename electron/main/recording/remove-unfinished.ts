import { systemClock } from '#engine/base/clock'
import type { Log } from '#engine/base/log/index'
import type { RecordingsFolder } from '#engine/recording/move/recordings-folder'
import { removeLeftFetches } from '#engine/recording/shared/left-fetches'
import { toProblem } from '#shared/domain/base/problem'

/** Of jobs that were under way when the app ended, before the time it started. */
export async function removeUnfinished(folder: RecordingsFolder, startedAt: number, log: Log): Promise<void> {
  const failed = (problem: unknown) => log.warn(toProblem(problem).sentence)
  await folder.removeLeft().catch(failed)
  await folder
    .removeExports(systemClock.wall)
    .then(() => removeLeftFetches(folder.root, startedAt))
    .catch(failed)
}
