import path from 'node:path'
import { mostFaultsTold, type CopyVerification } from '../../../shared/contract/archive'
import { toProblem } from '../../../shared/domain/problem'
import type { Disk } from '../disk/disk'
import { digestOf } from '../disk/files'
import { onDisk } from '../disk/problem'
import { sidecarName } from '../layout/place'
import { openPlace } from '../store/mark'
import { folderOf, readStatement, type ArchivedStatement, type FileFault } from '../store/scan'
import type { ArchiveStore } from '../store/store'

export interface VerifyCopyPorts {
  readonly disk: Disk
  readonly store: ArchiveStore
  readonly id: string
  readonly signal: AbortSignal
  readonly onBytes: (count: number) => void
  readonly onFiles: (count: number) => void
}

export interface CopyFindings {
  readonly result: CopyVerification
  /** The statements that are not as they should be. */
  readonly hurt: ReadonlySet<string>
}

/** Reads every byte of the second copy and holds it against what the archive says of it. Only a stop is thrown. */
export async function verifyCopy(ports: VerifyCopyPorts, target: string): Promise<CopyFindings> {
  const { disk, store, id, signal, onFiles } = ports
  const counts = { unaltered: 0, altered: 0, missing: 0 }
  const faults: CopyVerification['faults'][number][] = []
  const hurt = new Set<string>()
  let files = 0
  const told = (sentence: string | null): CopyFindings => {
    const first = faults.slice(0, mostFaultsTold)
    return { hurt, result: { folder: target, files, ...counts, faults: first, mended: false, sentence } }
  }
  try {
    await openPlace(disk, target, { id, expected: true })
    for (const statement of store.index.statements) {
      signal.throwIfAborted()
      const { key, sidecar, belongs } = statement
      // Told as altered in the archive already; the copy has it where it belongs, or not at all.
      if (belongs !== undefined) continue
      const found = await onDisk(target, () => faultsIn(ports, target, statement))
      const bad = new Map(found.map(({ name, state }) => [name, state]))
      files += sidecar.files.length
      onFiles(sidecar.files.length)
      for (const { name } of sidecar.files) counts[bad.get(name) ?? 'unaltered'] += 1
      const own = bad.get(sidecarName)
      if (own) counts[own] += 1
      if (found.length > 0) hurt.add(key)
      faults.push(...found.map(({ name, state }) => ({ place: `${key}/${name}`, state })))
    }
    return told(null)
  } catch (thrown) {
    signal.throwIfAborted()
    return told(`The second copy was not verified. ${toProblem(thrown).sentence}`)
  }
}

async function faultsIn(
  { disk, signal, onBytes }: VerifyCopyPorts,
  target: string,
  { key, sidecar, faults: own }: ArchivedStatement
): Promise<readonly FileFault[]> {
  const folder = folderOf(target, key)
  const there =
    (await disk.kind(folder)) === 'folder' ? (await readStatement(disk, target, key)).statement : null
  if (!there) {
    return [...sidecar.files.map(({ name }) => name), sidecarName].map((name) => ({ name, state: 'missing' }))
  }
  // Where the archive's own was altered, the one of the copy is the better witness.
  const trusted = own.some(({ name }) => name === sidecarName) ? there.sidecar : sidecar
  const faults: FileFault[] = there.faults.filter(({ name }) => name === sidecarName)
  if (faults.length === 0 && JSON.stringify(there.sidecar) !== JSON.stringify(trusted)) {
    faults.push({ name: sidecarName, state: 'altered' })
  }
  for (const { name, sha256, bytes } of trusted.files) {
    const file = path.join(folder, name)
    const size = await disk.size(file)
    if (size === null) faults.push({ name, state: 'missing' })
    else if (size !== bytes || (await digestOf(disk, file, { signal, onBytes })).sha256 !== sha256) {
      faults.push({ name, state: 'altered' })
    }
  }
  return faults
}
