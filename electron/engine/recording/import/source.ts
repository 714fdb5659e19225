import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { sizeOfDerived } from '../keyframes/files'
import { readEnds, type SegmentEnds } from '../log/ends'
import { listSegments } from '../log/segments'

/** A segment that is to be imported, by its headers. */
export interface SourceSegment {
  readonly file: string
  readonly name: string
  readonly ends: SegmentEnds
  /** With what lies beside it. */
  readonly bytes: number
  /** The last of its log, which may have been cut off while it was written. */
  readonly isLast: boolean
}

/** Those that cannot be read are null. */
interface Listed {
  readonly name: string
  readonly segment: SourceSegment | null
}

/** Far more than a recorder writes. */
const maxBytes = 256 * 1024 * 1024

export async function listSource(log: string, signal: AbortSignal): Promise<Listed[]> {
  const files = await listSegments(log)
  const listed: Listed[] = []
  for (const [index, file] of files.entries()) {
    signal.throwIfAborted()
    const found = await lstat(file)
    const ends = found.isFile() && found.size <= maxBytes ? await readEnds(file) : null
    const name = path.basename(file)
    const isLast = index === files.length - 1
    const bytes = found.size + (await sizeOfDerived(file))
    listed.push({ name, segment: ends && { file, name, ends, bytes, isLast } })
  }
  return listed
}
