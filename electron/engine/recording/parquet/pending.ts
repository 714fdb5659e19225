import { stat } from 'node:fs/promises'
import path from 'node:path'
import { fail } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { ignoreMissing } from '../missing'
import { readEnds } from '../log/ends'
import { LogLock } from '../log/lock'
import { listSegments } from '../log/segments'
import { sealedOf, type Sealed } from './manifest'

export interface PendingSegment {
  readonly file: string
  readonly bytes: number
  /** The first item that is not sealed. */
  readonly from: number
}

/** Segments that follow each other, and are not sealed; only of the first one, a part may be. */
export type PendingRun = readonly PendingSegment[]

/** The closed segments that are not sealed yet. */
export async function pendingRuns(log: string, sealed: readonly Sealed[]): Promise<PendingRun[]> {
  const segments = await listSegments(log)
  // Its end may be lost if the computer fails.
  const closed = (await LogLock.isLeft(log)) ? segments.slice(0, -1) : segments
  const runs: PendingSegment[][] = [[]]
  for (const file of closed) {
    const pending = await pendingOf(file, sealed)
    const isRest = pending !== null && sealedOf(sealed, path.basename(file)).length > 0
    if (runs.at(-1)!.length > 0 && (!pending || isRest)) runs.push([])
    if (pending) runs.at(-1)!.push(pending)
  }
  return runs.filter((run) => run.length > 0)
}

/** Whether all of a closed segment is sealed, or nothing of it is readable. */
export async function isSealed(file: string, sealed: readonly Sealed[]): Promise<boolean> {
  return (await pendingOf(file, sealed)) === null
}

async function pendingOf(file: string, sealed: readonly Sealed[]): Promise<PendingSegment | null> {
  const bytes = (await stat(file).catch(ignoreMissing))?.size
  if (bytes === undefined) return null
  const known = sealedOf(sealed, path.basename(file))
  const knownBytes = Math.max(0, ...known.map((each) => each.bytes))
  if (known.length > 0 && knownBytes === bytes) return null
  const ends = await readEnds(file)
  if (!ends) return null
  const from = Math.max(ends.first.firstSeq, ...known.map(({ to }) => to + 1))
  const isOther = sealed.some(({ segments }) => segments.some((each) => from >= each.from && from <= each.to))
  if (knownBytes > bytes || isOther) throw fail('recording.other-log', recordingText.otherLog(file))
  return from > ends.last.lastSeq ? null : { file, bytes, from }
}
