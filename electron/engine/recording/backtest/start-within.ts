import { stat } from 'node:fs/promises'
import { listSegments, segmentTime } from '../log/segments'

/** Of the log, compressed: some minutes of work. */
const maxLogBytes = 1024 ** 3

/** The time, or that of the oldest segment with which there is not too much to read, in milliseconds since the epoch. */
export async function startWithin(log: string, from: number, maxBytes = maxLogBytes): Promise<number> {
  let bytes = 0
  let start = Infinity
  for (const file of (await listSegments(log)).toReversed()) {
    bytes += (await stat(file).catch(() => null))?.size ?? 0
    if (bytes > maxBytes && start < Infinity) return Math.max(from, start)
    start = segmentTime(file)
    if (start <= from) break
  }
  return from
}
