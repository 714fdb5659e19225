import path from 'node:path'
import { archiveText } from '#shared/messages/archive'
import { maxFaultsReported } from '../facts'
import type { Disk } from '../disk/disk'
import { replaceFile } from '../disk/files'
import { onDisk } from '../disk/problem'
import { ledgerName } from '../layout/layout'
import { renewReadme } from '../layout/readme-care'
import { readList } from '../store/ledger'
import { anyConnection, isSame, ledgerText, parseLedger, type LedgerContent } from '../store/ledger-text'
import { openLocation } from '../store/mark'
import type { ArchivedStatement } from '../store/scan'
import { recoverAll } from '../store/commit'
import type { ArchiveStore } from '../store/store'
import { copyStatement, type CopyOutcome } from './copy-statement'
import { isUnreadable } from './unreadable'

interface CopyPorts {
  readonly disk: Disk
  readonly store: ArchiveStore
  readonly id: string
  /** Checked byte by byte; removed from this set when the copy has them intact. */
  readonly damaged?: Set<string>
  readonly signal: AbortSignal
  readonly onProgress: (inStep: number, behind: number) => void
}

interface CopyResult {
  readonly inStep: number
  readonly behind: number
  /** The first thing that went wrong, or null. */
  readonly fault: string | null
  /** The first folders of statements that differ although both versions look intact. */
  readonly disagreeing: readonly string[]
}

/** Copies complete statements into the second folder; the archive is never changed. */
export async function syncCopy(ports: CopyPorts, target: string): Promise<CopyResult> {
  const { disk, store, id, damaged = new Set(), signal, onProgress } = ports
  await openLocation(disk, target, { id, expected: true })
  await onDisk(target, () => recoverAll(disk, target))
  await onDisk(target, () => renewReadme(disk, target)).catch(() => false)
  const { statements } = store.index
  let fault: string | null = null
  const there: string[] = []
  const disagreeing: string[] = []
  for (const statement of statements) {
    signal.throwIfAborted()
    const { key } = statement
    const outcome = await bring(ports, target, statement).catch((thrown: unknown) => {
      if (!isUnreadable(thrown)) throw thrown
      fault ??= archiveText.copy.notCopied(thrown.problem.sentence)
      return null
    })
    if (outcome === 'there') {
      there.push(key)
      damaged.delete(key)
    } else if (outcome === 'behind') {
      fault ??= archiveText.copy.changed(key)
    } else if (outcome === 'differs') {
      disagreeing.push(key)
      fault ??= archiveText.copy.differs(key)
    }
    onProgress(there.length, statements.length - there.length)
  }
  await onDisk(target, () => keepList(ports, target, there))
  return {
    inStep: there.length,
    behind: statements.length - there.length,
    fault,
    disagreeing: disagreeing.slice(0, maxFaultsReported)
  }
}

async function bring(
  { disk, store, id, damaged, signal }: CopyPorts,
  target: string,
  statement: ArchivedStatement
): Promise<CopyOutcome> {
  const isDamaged = damaged?.has(statement.key) ?? false
  try {
    return await copyStatement({ disk, from: store.root, signal, isDamaged }, target, statement)
  } catch (thrown) {
    // Either one file cannot be read, or the drive of the archive is detached.
    if (isUnreadable(thrown)) await openLocation(disk, store.root, { id, expected: true })
    throw thrown
  }
}

/** Statements that only the copy has stay in its list. */
async function keepList({ disk, store }: CopyPorts, target: string, there: readonly string[]): Promise<void> {
  const before = (await readList(disk, target)) ?? ''
  const own = parseLedger(before)
  const lines = merged(store.list.content, own, there)
  const { removed } = store.list.content
  const text = ledgerText({ lines, removed, foreign: own.foreign })
  if (text !== before) await replaceFile(disk, path.join(target, ledgerName), text)
  store.lieElsewhere([...lines.keys()].filter((key) => store.list.expected(key) === null))
}

function merged(archive: LedgerContent, own: LedgerContent, there: readonly string[]) {
  const lines = new Map(own.lines)
  for (const key of archive.removed.keys()) lines.delete(key)
  const renamed = new Map(there.map((key) => [anyConnection(key), key]))
  for (const [key, expected] of own.lines) {
    // After a connection was renamed, the same statement was copied into its new folder.
    const now = archive.lines.get(renamed.get(anyConnection(key)) ?? '')
    if (!archive.lines.has(key) && now && isSame(now, expected)) lines.delete(key)
  }
  for (const key of there) {
    const expected = archive.lines.get(key)
    if (expected) lines.set(key, expected)
  }
  return lines
}
