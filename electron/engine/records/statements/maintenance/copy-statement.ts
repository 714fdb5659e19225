import path from 'node:path'
import type { Disk } from '../disk/disk'
import { digestOf, makeInside, partOf, readSmall, writePart } from '../disk/files'
import { onDisk } from '../disk/problem'
import { sidecarName } from '../layout/layout'
import { maxSidecarBytes } from '../layout/sidecar'
import { folderOf, readStatement, type ArchivedStatement } from '../store/scan'
import { keepAside, commit } from '../store/commit'
import { copyPart } from './copy-file'
import { whileReading } from './unreadable'

interface StatementCopy {
  readonly disk: Disk
  readonly from: string
  readonly signal: AbortSignal
  /** Replaces the target even if it looks intact: a person chose this version, or the target is damaged. */
  readonly isDamaged: boolean
}

/** `differs`: both are whole by their own record, and neither is an earlier one of the other. */
export type CopyOutcome = 'there' | 'behind' | 'differs'

/** A statement that was altered is not copied over a good one, and one that only claims to be right neither. */
export async function copyStatement(
  { disk, from, signal, isDamaged }: StatementCopy,
  target: string,
  statement: ArchivedStatement
): Promise<CopyOutcome> {
  const { key, sidecar } = statement
  const there = await onDisk(target, async () => {
    const folder = folderOf(target, key)
    return (await disk.kind(folder)) === 'folder' ? readStatement(disk, target, key) : null
  })
  const known = there?.statement ?? null
  const isWhole = known?.faults.length === 0
  if (!isDamaged && isWhole && JSON.stringify(known.sidecar) === JSON.stringify(sidecar)) return 'there'
  if (statement.faults.length > 0) return 'behind'
  if (!isDamaged && isWhole && !sidecar.follows?.includes(known.sha256 ?? '')) return 'differs'
  const folder = await onDisk(target, () => makeInside(disk, target, key.split('/')))
  const parts: string[] = []
  const removeParts = async () => {
    for (const part of parts) await disk.remove(part).catch(() => {})
  }
  try {
    for (const { name, sha256, bytes } of sidecar.files) {
      const to = path.join(folder, name)
      // Only damaged files are set aside.
      const isThere = async () =>
        (await disk.size(to)) === bytes && (await digestOf(disk, to, { signal })).sha256 === sha256
      if (await onDisk(target, isThere)) continue
      parts.push(partOf(to))
      const source = path.join(folderOf(from, key), name)
      const digest = await onDisk(target, () => copyPart(disk, source, to, { signal }))
      if (digest.sha256 === sha256) continue
      await removeParts()
      return 'behind'
    }
    const record = path.join(folderOf(from, key), sidecarName)
    const text = await whileReading(record, signal, () => readSmall(disk, record, maxSidecarBytes))
    await onDisk(target, async () => {
      parts.push(partOf(path.join(folder, sidecarName)))
      await writePart(disk, parts.at(-1)!, text)
      await keepAside(disk, folder, sidecar, statement.sha256 ?? '')
    })
  } catch (thrown) {
    await removeParts()
    throw thrown
  }
  // A failure in these last steps is repaired at the next look at the copy.
  await onDisk(target, () => commit(disk, folder, sidecar))
  return 'there'
}
