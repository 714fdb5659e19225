import { createHash } from 'node:crypto'
import path from 'node:path'
import { fail, ProblemError, toProblem } from '#shared/domain/base/problem'
import type { FileAddress, Statement, StatementFile } from '#shared/wire/statement-decoder'
import { archiveText } from '#shared/messages/archive'
import type { Disk } from '../disk/disk'
import { digestOf, makeInside, partOf, writePart } from '../disk/files'
import { onDisk } from '../disk/problem'
import { kindOfFormat } from '../download/content'
import { download } from '../download/download'
import type { DownloadPorts } from '../download/types'
import { statusKind, statusKindOf } from '../layout/finished'
import { fileNames } from '../layout/names'
import { monthOf, sidecarName, statementSegments, type Owner } from '../layout/layout'
import { sidecarFor, sidecarText, type Fetched, type Sidecar, type SidecarFile } from '../layout/sidecar'
import type { Expected } from './ledger-text'
import { readStatement, type ArchivedStatement } from './scan'
import { keepAside, recover, commit } from './commit'

interface SavePorts extends DownloadPorts {
  readonly root: string
  /** Fails once this instance may no longer write. */
  readonly mayWrite: () => Promise<void>
  /** The archive's list entry of a statement. */
  readonly expected: (key: string) => Expected | null
  /** Compares a statement on disk with the list. */
  readonly judge: (statement: ArchivedStatement) => ArchivedStatement
  /** The list is going to say this of its record. */
  readonly expect: (key: string, sha256: string) => Promise<void>
}

export interface SaveRequest {
  readonly owner: Owner
  readonly read: (signal: AbortSignal) => Promise<Statement>
  readonly signal: AbortSignal
  readonly onRecord?: ((statement: Statement) => void) | undefined
  readonly onFile?: ((index: number, bytes: number, of: number | null) => void) | undefined
}

const maxFiles = 20
/** It may be asked for again later. */
export const notReadyCode = 'statements.not-ready'

/**
 * Fetches one statement with all the files that there are. Where a file cannot be fetched, or the service has not finished
 * the statement, what there is is saved with a record of what is lacking, and the rest when it is fetched again.
 */
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
    refuseTaken(before.statement)
    // A record that does not match the list proves nothing of its files: all are fetched again.
    const there = before.statement && ports.judge(before.statement)
    const isBorneOut = there?.faults.every(({ name }) => name !== sidecarName) ?? false
    const own = there && isBorneOut ? there.sidecar : null
    const doubted = there?.disagreement !== undefined
    const known = new Set(there?.sidecar.files.map(({ name }) => name))
    const fetched = await fetchFiles(ports, request, { statement, folder, before: own, known })
    const now = new Date(ports.clock.wall()).toISOString()
    const earlier = ports.expected(key)?.get(sidecarName) ?? there?.sha256
    const sidecar = following(
      withReplaced(sidecarFor(owner, statement, fetched, now), doubted ? null : (there?.sidecar ?? null)),
      own,
      earlier
    )
    const text = sidecarText(sidecar)
    const sha256 = createHash('sha256').update(text).digest('hex')
    // First of all: from the moment in which all of it lies there, the next start finishes what this one does not.
    await ports.expect(key, sha256)
    await onDisk(root, () => prepare(disk, folder, sidecar, text))
    if (doubted) await onDisk(root, () => keepAside(disk, folder, sidecar, sha256))
    await onDisk(root, () => commit(disk, folder, sidecar))
    return { key, sidecar, faults: [], sha256 }
  } catch (thrown) {
    // No higher: another statement may be about to come into the folder above.
    await disk.removeEmpty(folder).catch(() => false)
    throw thrown
  }
}

/** Another statement whose folder was given this name would be lost. */
function refuseTaken(there: ArchivedStatement | null): void {
  if (there?.belongs === undefined) return
  throw fail('statements.taken', archiveText.fetch.folderTaken(there.key, there.belongs))
}

/** The last step that can be taken back: what it cannot finish, it removes. */
async function prepare(disk: Disk, folder: string, sidecar: Sidecar, text: string): Promise<void> {
  const part = partOf(path.join(folder, sidecarName))
  try {
    await expectParts(disk, folder, sidecar.files)
    await writePart(disk, part, text)
    await disk.syncFolder(folder)
  } catch (thrown) {
    for (const { name } of sidecar.files) await disk.remove(partOf(path.join(folder, name))).catch(() => {})
    await disk.remove(part).catch(() => {})
    throw thrown
  }
}

/** Another program may have removed the parts. */
async function expectParts(disk: Disk, folder: string, files: readonly SidecarFile[]): Promise<void> {
  for (const { name, bytes } of files) {
    const file = path.join(folder, name)
    if (((await disk.size(partOf(file))) ?? (await disk.size(file))) === bytes) continue
    throw fail('statements.interfered', archiveText.fetch.interfered, {
      retryable: true
    })
  }
}

/** About one file: what it keeps from coming keeps the others from nothing. */
export const ofOneFile =
  /^(statements\.(content|too-long|length|link-dead|host|address|restart|no-files|encoding)|network\..*)$/

function refuseUnready({ status, files }: Statement): void {
  if (files.length > maxFiles) {
    throw fail('statements.too-many', archiveText.fetch.tooManyFiles(files.length))
  }
  if (files.some(({ address }) => address !== null)) return
  if (status === null) throw fail(notReadyCode, archiveText.fetch.preparing)
  const named = status.slice(0, 80)
  const kind = statusKind(status)
  if (kind === 'complete' || kind === 'void')
    throw fail('statements.no-files', archiveText.fetch.noFilesStatus(named))
  throw fail(notReadyCode, archiveText.fetch.preparingStatus(named))
}

interface Given {
  readonly statement: Statement
  readonly folder: string
  readonly before: Sidecar | null
  /** Names of all files that were here before, unaltered or not. */
  readonly known: ReadonlySet<string>
}

async function fetchFiles(
  ports: SavePorts,
  request: SaveRequest,
  { statement, folder, before, known: earlier }: Given
): Promise<Fetched> {
  const { disk, root } = ports
  const { signal } = request
  const formats = statement.files.map(({ format }) => format)
  const names = fileNames(statement.assetType, monthOf(statement.periodStart), formats)
  const parts = names.map((name) => partOf(path.join(folder, name)))
  const files: SidecarFile[] = []
  const lacking: { format: string; reason: string }[] = []
  let refusal: ProblemError | null = null
  const lack = (index: number, problem: unknown) => {
    const isOfFile = problem instanceof ProblemError && ofOneFile.test(problem.problem.code)
    // A record that names a file which was here is not replaced by one that does not.
    if (!isOfFile || signal.aborted || earlier.has(names[index]!)) throw problem
    refusal ??= problem
    lacking.push({ format: formats[index]!.slice(0, 200), reason: toProblem(problem).sentence.slice(0, 500) })
  }
  const isPreparing = statusKind(statement.status) === 'preparing'
  const isDraft = before !== null && statusKindOf(before.record) !== 'complete'
  const isSame = (one: SidecarFile, { format, made }: { format: string; made: string | null }) =>
    one.format === format.slice(0, 200) &&
    one.generated_at === made &&
    // Several files of one format, or one without a time, cannot be matched with those from before.
    (!isDraft || (made !== null && formats.filter((other) => other === format).length === 1))
  try {
    for (const [index, { format, address, generatedAt }] of statement.files.entries()) {
      const name = names[index]!
      if (address === null) {
        if (!isPreparing) lack(index, fail('statements.no-files', archiveText.fetch.noAddress))
        continue
      }
      const made = generatedAt?.text.slice(0, 60) ?? null
      const known = before?.files.find((one) => one.name === name && isSame(one, { format, made })) ?? null
      const kept = await unaltered(ports, folder, known)
      if (kept) {
        files.push(kept)
        continue
      }
      await onDisk(root, () => disk.remove(parts[index]!))
      const wanted = {
        address,
        fresh: async (stop: AbortSignal) =>
          freshAddress(await request.read(stop), statement.files[index]!, index),
        part: parts[index]!,
        place: root,
        kind: kindOfFormat(format),
        signal,
        onProgress: (bytes: number, of: number | null) => request.onFile?.(index, bytes, of)
      }
      const got = await download(ports, wanted).catch((thrown: unknown) => lack(index, thrown))
      if (!got) continue
      files.push({
        name,
        format: format.slice(0, 200),
        bytes: got.bytes,
        sha256: got.sha256,
        generated_at: made,
        etag: got.etag,
        ...(got.etagIsMd5 !== null && { etag_is_md5: got.etagIsMd5 }),
        fetched_at: new Date(ports.clock.wall()).toISOString()
      })
    }
    for (const file of before?.files ?? []) {
      if (names.includes(file.name)) continue
      // The service no longer names it; what it sent before is kept.
      const kept = await unaltered(ports, folder, file)
      if (kept) files.push(kept)
    }
    signal.throwIfAborted()
    if (files.length === 0 && refusal) throw refusal as ProblemError
    await ports.mayWrite()
    return { files, lacking }
  } catch (thrown) {
    for (const part of parts) await disk.remove(part).catch(() => {})
    throw thrown
  }
}

async function unaltered(
  { disk, root }: SavePorts,
  folder: string,
  file: SidecarFile | null
): Promise<SidecarFile | null> {
  if (!file) return null
  const place = path.join(folder, file.name)
  return onDisk(root, async () => {
    if ((await disk.size(place)) !== file.bytes) return null
    return (await digestOf(disk, place)).sha256 === file.sha256 ? file : null
  })
}

export function freshAddress({ files }: Statement, { format }: StatementFile, index: number): FileAddress {
  const same = files[index]?.format === format ? files[index] : files.find((one) => one.format === format)
  if (same?.address) return same.address
  throw fail('statements.no-files', archiveText.fetch.notListed)
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

const maxFollowed = 20

/** Shows a second copy with an earlier record that this one follows it. */
function following(sidecar: Sidecar, before: Sidecar | null, earlier: string | undefined): Sidecar {
  if (earlier === undefined) return sidecar
  const follows = [...new Set([...(before?.follows ?? []), earlier])].slice(-maxFollowed)
  return { ...sidecar, follows }
}
