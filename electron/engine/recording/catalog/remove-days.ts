import { removeDerived } from '../keyframes/files'
import { LogLock } from '../log/lock'
import { removeSegment } from '../log/removed'
import { dayOf, listSegments, segmentTime } from '../log/segments'
import { isPinned, readPins } from '../pins'
import { ignoreMissing } from '../missing'

interface RemoveOptions {
  readonly now: number
  readonly signal: AbortSignal
  readonly onProgress: (day: string, share: number) => void
}

/** Deletes the segments of these days, but none that is pinned, and not the newest while a recorder has the log. */
export async function removeDays(
  log: string,
  days: readonly string[],
  { now, signal, onProgress }: RemoveOptions
): Promise<void> {
  const lock = await LogLock.takeIfFree(log, () => now)
  try {
    const pins = await readPins(log)
    const segments = await listSegments(log)
    const removable = (lock ? segments : segments.slice(0, -1)).filter((file, index) => {
      const next = segments[index + 1]
      const to = next === undefined ? now : segmentTime(next)
      return days.includes(dayOf(file)) && !isPinned(pins, { from: segmentTime(file), to })
    })
    for (const [index, file] of removable.entries()) {
      signal.throwIfAborted()
      onProgress(dayOf(file), index / removable.length)
      await removeDerived(file)
      await removeSegment(file, now, 'user').catch(ignoreMissing)
    }
  } finally {
    await lock?.release()
  }
}
