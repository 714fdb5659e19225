import type { StatementRow } from '../../../shared/contract/archive'
import type { Disk } from '../disk/disk'
import { onDisk } from '../disk/problem'
import { openPlace } from '../store/mark'
import { folderOf, readStatement } from '../store/scan'
import type { ArchiveStore, Index } from '../store/store'
import { copyStatement } from './copy'

export interface RestorePorts {
  readonly disk: Disk
  readonly store: ArchiveStore
  readonly id: string
  readonly signal: AbortSignal
}

/** All that is not as it was when it came. */
export const keysToRestore = (
  rows: readonly StatementRow[],
  { gone, unread }: Pick<Index, 'gone' | 'unread'>
): ReadonlySet<string> =>
  new Set([...rows.filter(({ state }) => state !== 'unaltered').map(({ key }) => key), ...gone, ...unread])

/**
 * Brings statements from the second copy back into the archive: those that the copy has exactly as its own record says.
 * What was altered in the archive is kept beside what takes its place. Tells how many came.
 */
export async function restoreFrom(
  { disk, store, id, signal }: RestorePorts,
  copy: string,
  keys: Iterable<string>
): Promise<number> {
  await openPlace(disk, copy, { id, expected: true })
  let restored = 0
  for (const key of keys) {
    signal.throwIfAborted()
    await store.mayWrite()
    const isThere = (await onDisk(copy, () => disk.kind(folderOf(copy, key)))) === 'folder'
    const good = isThere ? (await onDisk(copy, () => readStatement(disk, copy, key))).statement : null
    if (!good || good.faults.length > 0) continue
    if (await copyStatement({ disk, from: copy, signal }, store.root, good, true)) restored += 1
    await store.refresh(key)
  }
  return restored
}
