import path from 'node:path'
import { mostFaultsTold, type Progress, type Verification } from '../../../shared/contract/archive'
import type { Clock } from '../../clock'
import type { Disk } from '../disk/disk'
import { digestOf } from '../disk/files'
import { onDisk } from '../disk/problem'
import type { ArchiveStore } from '../store/store'
import type { ArchivedStatement, FileFault } from '../store/scan'

export interface VerifyPorts {
  readonly disk: Disk
  readonly clock: Clock
  readonly store: ArchiveStore
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/** Reads every byte of the archive and holds it against what was written down when it came. */
export async function verifyAll({
  disk,
  clock,
  store,
  signal,
  onProgress
}: VerifyPorts): Promise<Omit<Verification, 'copy'>> {
  // From the folder and not from memory: whoever altered something did not tell us.
  await store.rebuild(signal)
  const { statements, unknown, unread, gone } = store.index
  const files = statements.flatMap(({ sidecar }) => sidecar.files)
  const progress = {
    files: 0,
    bytes: 0,
    ofFiles: files.length,
    ofBytes: files.reduce((sum, { bytes }) => sum + bytes, 0)
  }
  const faults: { place: string; state: 'altered' | 'missing' | 'unknown' }[] = []
  const counts = { unaltered: 0, altered: 0, missing: 0 }
  const tell = (bytes: number) => {
    progress.bytes += bytes
    onProgress({ ...progress })
  }
  for (const { key } of statements) {
    const judge = async () => faultsOf(disk, store, store.statement(key), { signal, onBytes: tell })
    let found = await judge()
    if (found.length > 0) {
      // It may have been fetched anew just now.
      await store.refresh(key)
      found = await judge()
    }
    const now = store.statement(key)
    progress.files += now?.sidecar.files.length ?? 0
    const bad = new Map(found.map((one) => [one.name, one]))
    for (const { name } of now?.sidecar.files ?? []) counts[bad.get(name)?.state ?? 'unaltered'] += 1
    if (bad.has('statement.json')) counts.altered += 1
    faults.push(...found.map(({ name, state }) => ({ place: `${key}/${name}`, state })))
  }
  const lost = [...unread, ...gone]
  faults.push(...lost.map((key) => ({ place: `${key}/statement.json`, state: 'missing' as const })))
  counts.missing += lost.length
  // What is hurt is kept as a whole: statements are judged by it. What belongs to nobody is told alone.
  faults.push(...unknown.slice(0, mostFaultsTold).map((place) => ({ place, state: 'unknown' as const })))
  return {
    at: clock.wall(),
    files: files.length,
    ...counts,
    unknown: unknown.length,
    faults
  }
}

async function faultsOf(
  disk: Disk,
  store: ArchiveStore,
  statement: ArchivedStatement | null,
  reading: { signal: AbortSignal; onBytes: (count: number) => void }
): Promise<readonly FileFault[]> {
  if (!statement) return []
  const faults = [...statement.faults]
  for (const { name, sha256 } of statement.sidecar.files) {
    reading.signal.throwIfAborted()
    if (faults.some((fault) => fault.name === name)) continue
    const file = path.join(store.folder(statement.key), name)
    if ((await onDisk(store.root, () => disk.size(file))) === null) faults.push({ name, state: 'missing' })
    else if ((await onDisk(store.root, () => digestOf(disk, file, reading))).sha256 !== sha256) {
      faults.push({ name, state: 'altered' })
    }
  }
  return faults
}
