import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Comparison } from '#shared/contract/records/statements/index'
import { codeOf, type Disk, type Entry } from '../disk/disk'
import { partEnding, partOf, readSmall } from '../disk/files'
import { belongsElsewhere } from '../layout/belonging'
import { isAsideOf } from '../layout/names'
import {
  ledgerName,
  lockName,
  markName,
  readmeName,
  removalsName,
  sidecarName,
  statementLevel
} from '../layout/layout'
import { maxSidecarBytes, readSidecar, type Sidecar, type SidecarFile } from '../layout/sidecar'

/** A fault of a file, the sidecar included, that its name and length show. */
export interface FileFault {
  readonly name: string
  readonly state: 'altered' | 'missing'
}

export interface ArchivedStatement {
  /** Its folder below the root, with `/` on every system; identifies the statement everywhere in the app. */
  readonly key: string
  readonly sidecar: Sidecar
  /** Empty: complete. */
  readonly faults: readonly FileFault[]
  /** Its folder by its record, if it is in another one; its sidecar then counts as altered. */
  readonly belongs?: string
  /** Of its sidecar as found. */
  readonly sha256?: string
  /** Why its own record is in doubt although it is consistent. */
  readonly disagreement?: string
  /** This computer did not fetch it, and it was not compared with the service. */
  readonly uncompared?: true
  readonly comparison?: Comparison
}

export interface Scan {
  readonly statements: readonly ArchivedStatement[]
  /** Folders of statements whose sidecar is missing or cannot be read. */
  readonly unread: readonly string[]
  /** Files that belong to no statement, below the root, with `/`. */
  readonly unknown: readonly string[]
}

/** Files that operating systems leave in folders. */
const litter = /^(\.DS_Store|Thumbs\.db|desktop\.ini|\.directory|\._.*)$/
const ownAtRoot = new Set([readmeName, markName, lockName, ledgerName, removalsName])

export const folderOf = (root: string, key: string) => path.join(root, ...key.split('/'))

/** Calls for each folder that may be of a statement, the deepest level of the layout; links are not followed. */
async function eachStatementFolder(
  disk: Disk,
  root: string,
  visit: (key: string) => Promise<void>,
  outside: (place: string) => void = () => {}
): Promise<void> {
  const walk = async (segments: readonly string[]): Promise<void> => {
    for (const { name, kind } of await listOf(disk, path.join(root, ...segments), segments.length > 0)) {
      const inner = [...segments, name]
      if (kind !== 'folder') {
        const own = segments.length === 0 && ownAtRoot.has(name)
        if (!own && !litter.test(name) && !name.endsWith(partEnding)) outside(inner.join('/'))
      } else if (inner.length < statementLevel) await walk(inner)
      else await visit(inner.join('/'))
    }
  }
  await walk([])
}

/** A fetch may remove its empty folder during the scan. */
async function listOf(disk: Disk, folder: string, mayGo: boolean): Promise<readonly Entry[]> {
  try {
    return await disk.list(folder)
  } catch (thrown) {
    if (mayGo && codeOf(thrown) === 'ENOENT') return []
    throw thrown
  }
}

/** The index, from the folder alone. */
export async function scan(disk: Disk, root: string, signal?: AbortSignal): Promise<Scan> {
  const statements: ArchivedStatement[] = []
  const unread: string[] = []
  const unknown: string[] = []
  await eachStatementFolder(
    disk,
    root,
    async (key) => {
      signal?.throwIfAborted()
      const found = await readStatement(disk, root, key)
      if (found.statement) statements.push(found.statement)
      else if (found.unknown.length > 0) unread.push(key)
      unknown.push(...found.unknown)
    },
    (place) => unknown.push(place)
  )
  return { statements, unread, unknown }
}

export async function readStatement(
  disk: Disk,
  root: string,
  key: string
): Promise<{ readonly statement: ArchivedStatement | null; readonly unknown: readonly string[] }> {
  const folder = folderOf(root, key)
  const all = await everythingIn(disk, folder)
  const names = all.filter((name) => !name.endsWith(partEnding))
  // It is being saved at this moment.
  if (all.includes(partOf(sidecarName)) && !names.includes(sidecarName))
    return { statement: null, unknown: [] }
  const text = names.includes(sidecarName)
    ? await readSmall(disk, path.join(folder, sidecarName), maxSidecarBytes).catch(() => Buffer.alloc(0))
    : Buffer.alloc(0)
  const reading = readSidecar(text)
  const sidecar = reading.state === 'unreadable' ? null : reading.sidecar
  const known = new Set([sidecarName, ...(sidecar?.files ?? []).map(({ name }) => name)])
  const asides = (name: string) =>
    [sidecarName, ...(sidecar?.files ?? []).map((file) => file.name)].some((file) => isAsideOf(name, file))
  const unknown = names
    .filter((name) => !known.has(name) && !litter.test(name) && !asides(name))
    .map((name) => `${key}/${name}`)
  if (!sidecar) return { statement: null, unknown }
  const faults = await faultsOf(disk, folder, sidecar.files)
  const belongs = reading.state === 'read' ? belongsElsewhere(key, sidecar) : null
  if (reading.state === 'altered' || belongs !== null) faults.push({ name: sidecarName, state: 'altered' })
  const sha256 = createHash('sha256').update(text).digest('hex')
  return { statement: { key, sidecar, faults, sha256, ...(belongs !== null && { belongs }) }, unknown }
}

async function faultsOf(disk: Disk, folder: string, files: readonly SidecarFile[]): Promise<FileFault[]> {
  const faults: FileFault[] = []
  for (const { name, bytes } of files) {
    const size = await disk.size(path.join(folder, name))
    if (size !== bytes) faults.push({ name, state: size === null ? 'missing' : 'altered' })
  }
  return faults
}

/** Names below the folder, with `/`, folders of a person included. */
async function everythingIn(disk: Disk, folder: string): Promise<string[]> {
  const names: string[] = []
  for (const { name, kind } of await listOf(disk, folder, true)) {
    if (kind !== 'folder') names.push(name)
    else names.push(...(await everythingIn(disk, path.join(folder, name))).map((inner) => `${name}/${inner}`))
  }
  return names
}
