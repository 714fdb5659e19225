import { stat } from 'node:fs/promises'
import { removeDerived, sizeOfDerived } from './keyframes/files'
import { removeSegment } from './log/removed'
import { listSegments, segmentTime } from './log/segments'
import type { Budget, LogSize } from './messages'

const day = 86_400_000
interface Sized {
  readonly file: string
  /** When it was last written, in milliseconds since the epoch. */
  readonly modified: number
  readonly bytes: number
}

/**
 * Removes the oldest segments until the log fits its budget; the last one, which may be being written, only once it
 * is old. What is derived from a segment counts with it. Returns what is left.
 */
export async function keepBudget(folder: string, budget: Budget, now: number): Promise<LogSize> {
  const segments = await sizes(folder)
  let total = segments.reduce((sum, { bytes }) => sum + bytes, 0)
  let oldest = 0
  for (const { file, bytes, modified } of segments) {
    const next = segments[oldest + 1]
    const end = next ? segmentTime(next.file) : modified
    const isOld = end < now - budget.days * day
    if (!isOld && (!next || total <= budget.bytes)) break
    await removeDerived(file)
    await removeSegment(file, now)
    total -= bytes
    oldest += 1
  }
  const first = segments[oldest]
  return { bytes: total, since: first ? segmentTime(first.file) : null }
}

async function sizes(folder: string): Promise<Sized[]> {
  const files = await listSegments(folder)
  return Promise.all(
    files.map(async (file) => {
      const { size, mtimeMs } = await stat(file)
      return { file, bytes: size + (await sizeOfDerived(file)), modified: mtimeMs }
    })
  )
}
