import path from 'node:path'
import type { FileProgress } from '#shared/contract/records/statements/index'
import type { Clock } from '#engine/base/clock'
import { maxFaultsReported, type FoundFault, type Verification } from '../facts'
import type { Disk } from '../disk/disk'
import { readSmall } from '../disk/files'
import { sidecarName } from '../layout/layout'
import { maxSidecarBytes } from '../layout/sidecar'
import type { ArchivedStatement } from '../store/scan'
import type { ArchiveStore } from '../store/store'
import { judgeFiles, type FoundInFile, type JudgePorts } from './judge-files'
import { isUnreadable, whileReading } from './unreadable'

interface VerifyPorts {
  readonly disk: Disk
  readonly clock: Clock
  readonly store: ArchiveStore
  readonly signal: AbortSignal
  readonly onProgress: (progress: FileProgress) => void
  /** Fails if the archive's drive is detached. */
  readonly expectLocation?: () => Promise<unknown>
}

/** Reads every byte of the archive and compares it with the digests from when it was fetched. */
export async function verifyAll({
  disk,
  clock,
  store,
  signal,
  onProgress,
  expectLocation = async () => {}
}: VerifyPorts): Promise<Omit<Verification, 'copy'>> {
  // From the folder, since files change without notice.
  await store.rebuild(signal)
  const { statements, unknown, unread, gone } = store.index
  const files = statements.flatMap(({ sidecar }) => sidecar.files)
  const progress = {
    done: 0,
    bytes: 0,
    of: files.length,
    ofBytes: files.reduce((sum, { bytes }) => sum + bytes, 0)
  }
  const faults: FoundFault<'altered' | 'missing' | 'unreadable' | 'unknown'>[] = []
  const counts = { unaltered: 0, altered: 0, missing: 0, unreadable: 0 }
  const onBytes = (bytes: number) => {
    progress.bytes += bytes
    onProgress({ ...progress })
  }
  const judging = { disk, signal, onBytes, expectLocation }
  for (const { key } of statements) {
    const judge = async () => faultsOf(judging, store, store.statement(key))
    let found = await judge()
    if (found.length > 0) {
      // It may have been fetched again meanwhile.
      await store.refresh(key)
      found = await judge()
    }
    const now = store.statement(key)
    progress.done += now?.sidecar.files.length ?? 0
    const bad = new Map(found.map((one) => [one.name, one]))
    for (const { name } of now?.sidecar.files ?? []) counts[bad.get(name)?.state ?? 'unaltered'] += 1
    if (bad.has(sidecarName)) counts.altered += 1
    faults.push(...found.map(({ name, ...fault }) => ({ place: `${key}/${name}`, ...fault })))
  }
  for (const key of [...unread, ...gone]) {
    const reason = unread.includes(key) ? await whyUnread(judging, store.folder(key)) : null
    const state = reason === null ? 'missing' : 'unreadable'
    counts[state] += 1
    faults.push({ place: `${key}/${sidecarName}`, state, ...(reason !== null && { reason }) })
  }
  // All damaged files are kept, since statements are judged by them; of unknown files only the first.
  faults.push(...unknown.slice(0, maxFaultsReported).map((place) => ({ place, state: 'unknown' as const })))
  const { unreadable, ...plain } = counts
  return {
    at: clock.wall(),
    files: files.length,
    ...plain,
    ...(unreadable > 0 && { unreadable }),
    unknown: unknown.length,
    faults
  }
}

async function faultsOf(
  judging: JudgePorts,
  store: ArchiveStore,
  statement: ArchivedStatement | null
): Promise<readonly FoundInFile[]> {
  if (!statement) return []
  const { key, sidecar, belongs } = statement
  // A statement in another folder is reported by its row; its bytes are intact.
  const faults = statement.faults.filter(({ name }) => belongs === undefined || name !== sidecarName)
  const known = new Map(faults.map((fault) => [fault.name, fault]))
  const rest = sidecar.files.filter(({ name }) => !known.has(name))
  const digests = new Map(sidecar.files.map(({ name, sha256 }) => [name, sha256]))
  const expected = faults.map((fault): FoundInFile => {
    const sha256 = digests.get(fault.name)
    return sha256 === undefined ? fault : { ...fault, sha256 }
  })
  return [...expected, ...(await judgeFiles(judging, store.root, key, rest))]
}

/** Why the record of a statement cannot be read; null where it is missing or invalid. */
async function whyUnread(
  { disk, signal, expectLocation }: JudgePorts,
  folder: string
): Promise<string | null> {
  const file = path.join(folder, sidecarName)
  try {
    await whileReading(sidecarName, signal, async () => {
      if ((await disk.size(file)) !== null) await readSmall(disk, file, maxSidecarBytes)
    })
  } catch (thrown) {
    if (!isUnreadable(thrown)) return null
    await expectLocation()
    return thrown.problem.sentence
  }
  return null
}
