import type { StatementRow } from '#shared/contract/records/statements/index'
import { archiveText } from '#shared/messages/archive'
import type { Disk } from '../disk/disk'
import { onDisk } from '../disk/problem'
import { sidecarName } from '../layout/layout'
import { readList } from '../store/ledger'
import { isKey, parseLedger } from '../store/ledger-text'
import { openLocation } from '../store/mark'
import { folderOf, readStatement } from '../store/scan'
import type { Index } from '../store/statement-index'
import type { ArchiveStore } from '../store/store'
import { copyStatement } from './copy-statement'
import { isUnreadable } from './unreadable'

interface RestorePorts {
  readonly disk: Disk
  readonly store: ArchiveStore
  readonly id: string
  readonly signal: AbortSignal
  /** A person chose the copy's version over the archive's list. */
  readonly isChosen?: boolean
  /** Collects the keys of statements whose copy does not match the archive's list. */
  readonly refused?: string[]
}

/** Damaged and missing statements; a moved one has nothing to restore. */
export const keysToRestore = (
  rows: readonly StatementRow[],
  { gone, unread }: Pick<Index, 'gone' | 'unread'>
): ReadonlySet<string> =>
  new Set([
    ...rows.filter(({ state }) => state !== 'unaltered' && state !== 'moved').map(({ key }) => key),
    ...gone,
    ...unread
  ])

export function refusedSentence(refused: readonly string[]): string | undefined {
  const [first] = refused
  if (first === undefined) return undefined
  return archiveText.copy.notRestored(first, refused.length - 1)
}

/**
 * Restores statements that the second copy has exactly as its own record and the archive's list say. An altered file in
 * the archive is kept beside the one that replaces it. Returns how many were restored.
 */
export async function restoreFrom(
  ports: RestorePorts,
  copy: string,
  keys: Iterable<string>
): Promise<number> {
  const { disk, store, id, signal, isChosen = false, refused = [] } = ports
  await openLocation(disk, copy, { id, expected: true })
  const text = await readList(disk, copy).catch(() => null)
  if (text !== null && store.list.takeBack(text)) await store.list.write()
  const second = parseLedger(text ?? '').lines
  let restored = 0
  for (const key of keys) {
    signal.throwIfAborted()
    // A line of a list must not become a path that leads elsewhere.
    if (!isKey(key)) continue
    await store.mayWrite()
    const isThere = (await onDisk(copy, () => disk.kind(folderOf(copy, key)))) === 'folder'
    const good = isThere ? (await onDisk(copy, () => readStatement(disk, copy, key))).statement : null
    if (!good || good.faults.length > 0) continue
    const expected =
      store.provenance?.known(key) ?? (store.list.expected(key) ?? second.get(key))?.get(sidecarName) ?? null
    if (!isChosen && expected !== null && expected !== good.sha256) {
      refused.push(key)
      continue
    }
    await store.list.expect(key, good.sha256 ?? '')
    const outcome = await copyStatement(
      { disk, from: copy, signal, isDamaged: true },
      store.root,
      good
    ).catch((thrown: unknown) => {
      if (!isUnreadable(thrown)) throw thrown
      return 'behind' as const
    })
    if (outcome === 'there') {
      restored += 1
      store.provenance?.release(key, good.sha256)
      await store.renew(good)
    } else await store.refresh(key)
  }
  return restored
}
