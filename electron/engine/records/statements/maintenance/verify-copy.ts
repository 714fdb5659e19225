import { toProblem } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import { maxFaultsReported, type CopyVerification, type FoundFault } from '../facts'
import type { Disk } from '../disk/disk'
import { onDisk } from '../disk/problem'
import { sidecarName } from '../layout/layout'
import { openLocation } from '../store/mark'
import { folderOf, readStatement, type ArchivedStatement } from '../store/scan'
import type { ArchiveStore } from '../store/store'
import { judgeFiles, type FoundInFile } from './judge-files'

interface VerifyCopyPorts {
  readonly disk: Disk
  readonly store: ArchiveStore
  readonly id: string
  readonly signal: AbortSignal
  readonly onBytes: (count: number) => void
  readonly onFiles: (count: number) => void
}

export interface CopyFindings {
  readonly result: CopyVerification
  /** Damaged statements that the archive can repair. */
  readonly damaged: ReadonlySet<string>
}

/** Reads every byte of the second copy and compares it with the archive. Only throws when stopped. */
export async function verifyCopy(ports: VerifyCopyPorts, target: string): Promise<CopyFindings> {
  const { disk, store, id, signal, onFiles } = ports
  const counts = { unaltered: 0, altered: 0, missing: 0, unreadable: 0 }
  const faults: FoundFault<'altered' | 'missing' | 'unreadable'>[] = []
  const damaged = new Set<string>()
  const differing: string[] = []
  let files = 0
  const findings = (sentence: string | null): CopyFindings => {
    const { unreadable, ...plain } = counts
    const more = {
      ...(unreadable > 0 && { unreadable }),
      ...(differing.length > 0 && { disagreeing: differing.slice(0, maxFaultsReported) })
    }
    const first = faults.slice(0, maxFaultsReported)
    return {
      damaged,
      result: { folder: target, files, ...plain, ...more, faults: first, mended: false, sentence }
    }
  }
  try {
    const expectLocation = () => openLocation(disk, target, { id, expected: true })
    await expectLocation()
    for (const statement of store.index.statements) {
      signal.throwIfAborted()
      const { key, sidecar, belongs } = statement
      // The archive reports it as moved; the copy has it in its own folder, or not at all.
      if (belongs !== undefined) continue
      const { found, differs } = await faultsIn({ ...ports, expectLocation }, target, statement)
      const bad = new Map(found.map(({ name, state }) => [name, state]))
      files += sidecar.files.length
      onFiles(sidecar.files.length)
      for (const { name } of sidecar.files) counts[bad.get(name) ?? 'unaltered'] += 1
      const own = bad.get(sidecarName)
      if (own) counts[own] += 1
      if (differs) differing.push(key)
      else if (found.some(({ state }) => state !== 'unreadable')) damaged.add(key)
      faults.push(...found.map(({ name, ...fault }) => ({ place: `${key}/${name}`, ...fault })))
    }
    return findings(null)
  } catch (thrown) {
    signal.throwIfAborted()
    return findings(archiveText.copy.notVerified(toProblem(thrown).sentence))
  }
}

interface FoundInStatement {
  readonly found: readonly FoundInFile[]
  /** Intact by its own record, but different from the archive's. */
  readonly differs: boolean
}

async function faultsIn(
  ports: VerifyCopyPorts & { readonly expectLocation: () => Promise<unknown> },
  target: string,
  { key, sidecar, faults: own }: ArchivedStatement
): Promise<FoundInStatement> {
  const { disk } = ports
  const there = await onDisk(target, async () =>
    (await disk.kind(folderOf(target, key))) === 'folder'
      ? (await readStatement(disk, target, key)).statement
      : null
  )
  if (!there) {
    const names = [...sidecar.files.map(({ name }) => name), sidecarName]
    return { found: names.map((name) => ({ name, state: 'missing' })), differs: false }
  }
  const isSealed = there.faults.every(({ name }) => name !== sidecarName)
  const isOther = JSON.stringify(there.sidecar) !== JSON.stringify(sidecar)
  // If the archive's file was altered, the copy's is the better evidence.
  const isTrusted = own.some(({ name }) => name === sidecarName)
  const isEarlier = sidecar.follows?.includes(there.sha256 ?? '') ?? false
  if (isSealed && isOther && !isTrusted && !isEarlier) {
    const found = await judgeFiles(ports, target, key, there.sidecar.files)
    if (found.length === 0) return { found: [{ name: sidecarName, state: 'altered' }], differs: true }
  }
  const isBad = !isSealed || (isOther && !isTrusted)
  const record: readonly FoundInFile[] = isBad ? [{ name: sidecarName, state: 'altered' }] : []
  const trusted = isTrusted ? there.sidecar : sidecar
  return { found: [...record, ...(await judgeFiles(ports, target, key, trusted.files))], differs: false }
}
