import { refuseTarget } from './copy-recordings'
import type { RecordingsFolder } from './recordings-folder'

interface MovePorts {
  readonly folder: RecordingsFolder
  /** Copies what has changed since the last call; false if it was cancelled. */
  readonly copy: (to: string, isAgain: boolean) => Promise<boolean>
  /** Nothing is written into the recordings meanwhile. */
  readonly pausedWhile: (work: () => Promise<void>) => Promise<void>
}

/**
 * Copies all recordings while they grow, then the rest in a short pause, and uses the copy. False if it was cancelled;
 * then, after a failure and after a kill, the recordings are as they were. Only a verified copy is used, and only then
 * the old files are removed.
 */
export async function moveRecordings(to: string, { folder, copy, pausedWhile }: MovePorts): Promise<boolean> {
  await refuseTarget(folder.root, to)
  let isMoved = false
  try {
    await folder.begin(to)
    if (await copy(to, false))
      await pausedWhile(async () => {
        if (!(await copy(to, true))) return
        await folder.switchTo(to)
        isMoved = true
      })
  } finally {
    // Otherwise at the next start.
    await folder.removeLeft().catch(() => {})
  }
  return isMoved
}
