import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { FileProgress, StatementRow } from '#shared/contract/records/statements/index'
import { fail } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import type { GoneStatement } from '#shared/domain/records/statements/list'
import type { Clock } from '#engine/base/clock'
import type { Disk } from '../disk/disk'
import { readSmall } from '../disk/files'
import { diskProblem } from '../disk/problem'
import { readmeName, sidecarName } from '../layout/layout'
import { readme } from '../layout/readme'
import { maxSidecarBytes, type SidecarFile } from '../layout/sidecar'
import type { ArchiveStore } from '../store/store'
import { incompleteSentence } from './incomplete'
import { manifest } from './manifest'

interface ExportPorts {
  readonly disk: Disk
  readonly clock: Clock
  readonly store: ArchiveStore
  readonly signal: AbortSignal
  readonly onProgress: (progress: FileProgress) => void
}

interface ExportRequest {
  readonly rows: readonly StatementRow[]
  /** Of the same period, and not to be had. */
  readonly gone?: readonly GoneStatement[]
  readonly target: string
  /** As the manifest says it: "2026-01 to 2026-10". */
  readonly period: string
}

export interface Exported {
  readonly path: string
  readonly statements: number
  readonly files: number
  /** The missing or unfinished items in it. */
  readonly incomplete?: string
}

/** A ZIP of the statements with a list that `sha256sum -c SHA256SUMS` checks. It is there as a whole, or not at all. */
export async function exportZip(
  ports: ExportPorts,
  { rows, gone = [], target, period }: ExportRequest
): Promise<Exported> {
  if (rows.length === 0) {
    const why = gone.length === 0 ? '' : ` ${incompleteSentence(rows, gone)!}`
    throw fail('statements.export-empty', `${archiveText.export.none}${why}`)
  }
  const temporary = `${target}.${process.pid}.tmp`
  const zip = new ZipFile()
  const stop = new AbortController()
  const signal = AbortSignal.any([ports.signal, stop.signal])
  const written = pipeline(zip.outputStream, createWriteStream(temporary, { flags: 'wx', mode: 0o644 }), {
    signal
  })
  try {
    const files = await Promise.race([
      fill(zip, ports, { rows, gone, target, period }, stop),
      written.then(() => 0)
    ])
    await written
    const handle = await open(temporary, 'r+')
    await handle.sync().finally(() => handle.close())
    await rename(temporary, target)
    const incomplete = incompleteSentence(rows, gone)
    return { path: target, statements: rows.length, files, ...(incomplete !== null && { incomplete }) }
  } catch (thrown) {
    if (!stop.signal.aborted) stop.abort(thrown)
    await written.catch(() => {})
    await rm(temporary, { force: true })
    ports.signal.throwIfAborted()
    throw diskProblem(stop.signal.reason, path.dirname(target))
  }
}

async function fill(
  zip: ZipFile,
  { disk, clock, store, onProgress }: ExportPorts,
  { rows, gone = [], period }: ExportRequest,
  stop: AbortController
): Promise<number> {
  const all = rows.flatMap((row) => row.files)
  const progress = {
    done: 0,
    bytes: 0,
    of: all.length,
    ofBytes: all.reduce((sum, { bytes }) => sum + bytes, 0)
  }
  const sums: string[] = []
  zip.on('error', (problem) => stop.abort(problem))
  const add = (name: string, content: Buffer, mtime: Date) => {
    sums.push(`${createHash('sha256').update(content).digest('hex')}  ${name}`)
    zip.addBuffer(content, name, { mtime, mode: 0o100644 })
  }
  for (const { key } of rows) {
    const statement = store.statement(key)
    if (!statement) throw fail('statements.export-changed', archiveText.export.archiveChanged)
    const { sidecar } = statement
    for (const file of sidecar.files) {
      sums.push(`${file.sha256}  ${key}/${file.name}`)
      const source = path.join(store.folder(key), file.name)
      const options = { mtime: dateOf(file.fetched_at), mode: 0o100644, size: file.bytes }
      zip.addReadStreamLazy(`${key}/${file.name}`, options, (give) => {
        const part = (count: number) => {
          progress.bytes += count
          onProgress({ ...progress })
        }
        const stream = Readable.from(checked(disk, source, file, part))
        stream.once('error', (problem) => stop.abort(problem))
        stream.once('end', () => (progress.done += 1))
        give(null, stream)
      })
    }
    const text = await readSmall(disk, path.join(store.folder(key), sidecarName), maxSidecarBytes)
    add(`${key}/${sidecarName}`, text, dateOf(sidecar.completed_at))
  }
  const now = new Date(clock.wall())
  add(readmeName, Buffer.from(readme), now)
  add('MANIFEST.txt', Buffer.from(manifest(rows, { period, now, gone })), now)
  // A list cannot contain its own digest.
  zip.addBuffer(Buffer.from(`${sums.join('\n')}\n`), 'SHA256SUMS', { mtime: now, mode: 0o100644 })
  zip.end()
  return all.length
}

/** Only unchanged files are exported: an altered one never passes as intact. */
async function* checked(disk: Disk, source: string, file: SidecarFile, part: (count: number) => void) {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of disk.read(source)) {
    bytes += piece.byteLength
    if (bytes > file.bytes) break
    hash.update(piece)
    part(piece.byteLength)
    yield piece
  }
  if (bytes === file.bytes && hash.digest('hex') === file.sha256) return
  throw fail('statements.export-altered', archiveText.export.fileChanged(file.name))
}

/** ZIP knows no time before 1980. */
const dateOf = (text: string) => {
  const at = Date.parse(text)
  return new Date(Number.isNaN(at) ? 315_705_600_000 : Math.max(at, 315_705_600_000))
}
