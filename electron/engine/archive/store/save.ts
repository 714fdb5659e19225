import path from 'node:path'
import { fail } from '../../../shared/domain/problem'
import type { FileAddress, Statement, StatementFile } from '../../../shared/wire/statement-decoder'
import type { Disk } from '../disk/disk'
import { digestOf, makeInside, partOf, writePart } from '../disk/files'
import { onDisk } from '../disk/problem'
import { kindOfFormat } from '../download/content'
import { download } from '../download/download'
import type { DownloadPorts } from '../download/types'
import { fileNames } from '../layout/names'
import { monthOf, sidecarName, statementSegments, type Owner } from '../layout/place'
import { sidecarFor, sidecarText, type Sidecar, type SidecarFile } from '../layout/sidecar'
import { readStatement, type ArchivedStatement } from './scan'
import { recover, settle } from './settle'

export interface SavePorts extends DownloadPorts {
  readonly root: string
  /** Fails where this instance may not write any more. */
  readonly mayWrite: () => Promise<void>
}

export interface SaveRequest {
  readonly owner: Owner
  readonly read: (signal: AbortSignal) => Promise<Statement>
  readonly signal: AbortSignal
  readonly onRecord?: ((statement: Statement) => void) | undefined
  readonly onFile?: ((index: number, bytes: number, of: number | null) => void) | undefined
}

const mostFiles = 20

/** Fetches one statement with all its files. It is in the archive as a whole, or not at all. */
export async function saveStatement(ports: SavePorts, request: SaveRequest): Promise<ArchivedStatement> {
  const { disk, root } = ports
  const { owner, signal } = request
  const statement = await request.read(signal)
  request.onRecord?.(statement)
  refuseUnready(statement)
  await ports.mayWrite()
  const segments = await onDisk(root, () => statementSegments(disk, root, owner, statement))
  const folder = await onDisk(root, () => makeInside(disk, root, segments))
  const key = segments.join('/')
  try {
    // An earlier attempt may have got stuck in its last steps.
    await onDisk(root, () => recover(disk, folder))
    const before = await onDisk(root, () => readStatement(disk, root, key))
    const files = await fetchFiles(ports, request, {
      statement,
      folder,
      before: before.statement?.sidecar ?? null
    })
    const now = new Date(ports.clock.wall()).toISOString()
    const sidecar = withReplaced(sidecarFor(owner, statement, files, now), before.statement?.sidecar ?? null)
    await onDisk(root, () => prepare(disk, folder, sidecar))
    await onDisk(root, () => settle(disk, folder, sidecar))
    return { key, sidecar, faults: [] }
  } catch (thrown) {
    // No higher: another statement may be about to come into the folder above.
    await disk.removeEmpty(folder).catch(() => false)
    throw thrown
  }
}

/** The last step that can be taken back: what it cannot finish, it removes. */
async function prepare(disk: Disk, folder: string, sidecar: Sidecar): Promise<void> {
  const part = partOf(path.join(folder, sidecarName))
  try {
    await expectParts(disk, folder, sidecar.files)
    await writePart(disk, part, sidecarText(sidecar))
    await disk.syncFolder(folder)
  } catch (thrown) {
    for (const { name } of sidecar.files) await disk.remove(partOf(path.join(folder, name))).catch(() => {})
    await disk.remove(part).catch(() => {})
    throw thrown
  }
}

/** Somebody may have cleaned up what was being fetched. */
async function expectParts(disk: Disk, folder: string, files: readonly SidecarFile[]): Promise<void> {
  for (const { name, bytes } of files) {
    const file = path.join(folder, name)
    if (((await disk.size(partOf(file))) ?? (await disk.size(file))) === bytes) continue
    throw fail('archive.interfered', 'Another program took away what was being fetched. Fetch it again.', {
      retryable: true
    })
  }
}

function refuseUnready({ status, files }: Statement): void {
  if (files.length > mostFiles) {
    throw fail('archive.too-many', `The statement has ${files.length} files, which no statement has.`)
  }
  if (files.length > 0 && files.every(({ address }) => address !== null)) return
  const said = status === null ? '' : ` The service calls it ${status.slice(0, 80)}.`
  throw fail('archive.not-ready', `The files of this statement are not there yet.${said}`)
}

interface Given {
  readonly statement: Statement
  readonly folder: string
  readonly before: Sidecar | null
}

async function fetchFiles(
  ports: SavePorts,
  request: SaveRequest,
  { statement, folder, before }: Given
): Promise<SidecarFile[]> {
  const { disk } = ports
  const { signal } = request
  const formats = statement.files.map(({ format }) => format)
  const names = fileNames(statement.assetType, monthOf(statement.periodStart), formats)
  const parts = names.map((name) => partOf(path.join(folder, name)))
  const files: SidecarFile[] = []
  try {
    for (const [index, { format, address, generatedAt }] of statement.files.entries()) {
      const name = names[index]!
      const kept = await unaltered(ports, folder, before?.files.find((one) => one.name === name) ?? null)
      if (kept && kept.generated_at === (generatedAt?.text.slice(0, 60) ?? null)) {
        files.push(kept)
        continue
      }
      await onDisk(folder, () => disk.remove(parts[index]!))
      const got = await download(ports, {
        address: address!,
        fresh: async (stop) => freshAddress(await request.read(stop), statement.files[index]!, index),
        part: parts[index]!,
        kind: kindOfFormat(format),
        signal,
        onProgress: (bytes, of) => request.onFile?.(index, bytes, of)
      })
      files.push({
        name,
        format: format.slice(0, 200),
        bytes: got.bytes,
        sha256: got.sha256,
        generated_at: generatedAt?.text.slice(0, 60) ?? null,
        etag: got.etag,
        fetched_at: new Date(ports.clock.wall()).toISOString()
      })
    }
    signal.throwIfAborted()
    await ports.mayWrite()
    return files
  } catch (thrown) {
    for (const part of parts) await disk.remove(part).catch(() => {})
    throw thrown
  }
}

async function unaltered(
  { disk }: SavePorts,
  folder: string,
  file: SidecarFile | null
): Promise<SidecarFile | null> {
  if (!file) return null
  const place = path.join(folder, file.name)
  return onDisk(folder, async () => {
    if ((await disk.size(place)) !== file.bytes) return null
    return (await digestOf(disk, place)).sha256 === file.sha256 ? file : null
  })
}

function freshAddress({ files }: Statement, { format }: StatementFile, index: number): FileAddress {
  const same = files[index]?.format === format ? files[index] : files.find((one) => one.format === format)
  if (same?.address) return same.address
  throw fail('archive.not-ready', 'The service no longer lists this file of the statement.')
}

/** A file that came with other bytes than before is kept track of: what was issued once is not forgotten. */
function withReplaced(sidecar: Sidecar, before: Sidecar | null): Sidecar {
  if (!before) return sidecar
  const replaced = [
    ...(before.replaced ?? []),
    ...before.files.filter(
      (old) => !sidecar.files.some(({ name, sha256 }) => name === old.name && sha256 === old.sha256)
    )
  ].slice(-100)
  return replaced.length > 0 ? { ...sidecar, replaced } : sidecar
}
