import { lstat, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { copyBytes } from '../../base/files'
import { derivedOf } from '../keyframes/files'
import { readEnds } from '../log/ends'
import { noMember } from '../log/member'
import { recordMissingBefore } from '../log/removed'
import { isLaterSegment, listSegments } from '../log/segments'
import { verifySegment } from '../log/verify'
import { partEnding } from '../parquet/locations'
import { follows } from './homes'
import type { SourceSegment } from './source'

interface SegmentOptions {
  readonly now: number
  readonly signal: AbortSignal
  /** Called with how many bytes were copied. */
  readonly onBytes: (bytes: number) => void
}

/** As for a segment. */
const maxBytes = 256 * 1024 * 1024

/** Why a segment was not imported. */
type Refusal = 'damaged' | 'chain'

/** Copies a segment and what lies beside it. The copy gets its name once it was verified. */
export async function importSegment(
  { file, name, ends, isLast }: SourceSegment,
  log: string,
  { now, signal, onBytes }: SegmentOptions
): Promise<Refusal | null> {
  await mkdir(log, { recursive: true, mode: 0o700 })
  const target = path.join(log, name)
  const part = target + partEnding
  let bytes = 0
  const copied = (count: number) => onBytes((bytes += count))
  try {
    const { size } = await lstat(file)
    // A recorder may have been writing the end of the last one.
    const length = isLast ? ends.end : size
    await copyBytes(file, part, { length, signal, onBytes: copied })
    const damage = await verifySegment(part, ends.first, signal)
    const found = await readEnds(part)
    const isSame = found?.digest.equals(ends.digest) && found.end === ends.end
    if (damage.length > 0 || !isSame) return 'damaged'
    const before = (await listSegments(log)).findLast((each) => isLaterSegment(target, each))
    const endsBefore = before === undefined ? null : await readEnds(before)
    if (endsBefore && !follows(endsBefore, ends)) return 'chain'
    await copyDerived(file, target, signal)
    // Without one before it, nothing is missing before the beginning of a recording.
    const expected = endsBefore?.digest ?? noMember
    if (!expected.equals(ends.first.previous)) await recordMissingBefore(target, ends, now)
    await rename(part, target)
    return null
  } finally {
    await rm(part, { force: true })
  }
}

/** They prove nothing, and each is checked when it is read, so a file that cannot be copied is left out. */
async function copyDerived(from: string, to: string, signal: AbortSignal): Promise<void> {
  const targets = derivedOf(to)
  for (const [index, file] of derivedOf(from).entries()) {
    const found = await lstat(file).catch(() => null)
    if (!found?.isFile() || found.size > maxBytes) continue
    const part = targets[index]! + partEnding
    await copyBytes(file, part, { length: found.size, signal })
    await rename(part, targets[index]!)
  }
}
