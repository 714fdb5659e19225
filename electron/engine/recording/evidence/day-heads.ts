import { stat } from 'node:fs/promises'
import path from 'node:path'
import { writeAtomically } from '../../base/files'
import { readEnds } from '../log/ends'
import { dayOf, listSegments } from '../log/segments'

/** Days before these are no longer stamped. */
const maxDays = 7

/** Beside the log: a text with the head of its chain at the end of each day, and the time stamp of that text. */
export const headsFolderOf = (log: string): string => path.join(path.dirname(log), 'heads')

interface HeadsOptions {
  /** In milliseconds since the epoch. */
  readonly now: number
  /** Null if there is no time stamp. */
  readonly stamp: (content: Uint8Array) => Promise<Uint8Array | null>
}

/** Has the chain's head of each finished day stamped, the oldest first; ends with the first that is not. */
export async function stampDayHeads(log: string, { now, stamp }: HeadsOptions): Promise<void> {
  const today = new Date(now).toISOString().slice(0, 10)
  const lastOfDay = new Map((await listSegments(log)).map((file) => [dayOf(file), file]))
  for (const [day, segment] of [...lastOfDay].slice(-maxDays - 1)) {
    const file = path.join(headsFolderOf(log), day)
    const isStamped = await stat(`${file}.tsr`).catch(() => null)
    if (isStamped || day >= today) continue
    const ends = await readEnds(segment)
    if (!ends) continue
    const head = [day, path.basename(segment), ends.last.lastSeq, ends.digest.toString('hex')]
    const text = Buffer.from(head.join('\t') + '\n')
    const reply = await stamp(text)
    if (!reply) return
    await writeAtomically(`${file}.txt`, text)
    await writeAtomically(`${file}.tsr`, reply)
  }
}
