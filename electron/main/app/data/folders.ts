import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { writeAtomically, zip, type ZipEntry } from '#engine/base/files/index'
import { dataKinds, type DataKind, type DataFolder } from '#shared/contract/app/data'
import { fail } from '#shared/domain/base/problem'
import { dataText } from '#shared/messages/app-data'
import { sizeOf } from './sizes'

interface Folder {
  readonly path: string
  /** A second file of the same kind. */
  readonly companion?: string
  /** If it is not the size of the files below `path`. */
  readonly bytes?: () => Promise<number>
  readonly clear: (() => Promise<void>) | null
}

export interface DataPorts {
  readonly folders: Readonly<Record<DataKind, Folder>>
  readonly now: () => Date
  /** Null if the user cancels. */
  readonly askForFile: (suggestion: string, windowId: string) => Promise<string | null>
}

const titles: Readonly<Record<DataKind, string>> = dataText.folders
const clearings: { readonly [Kind in DataKind]?: string } = dataText.clearing

/**
 * The user's own data, without logs and caches. No file contains secrets; `delivery.json` may, in a URL, and counts on
 * this computer only.
 */
const backedUp: readonly DataKind[] = [
  'settings',
  'connections',
  'markets',
  'alerts',
  'drawings',
  'workspaces',
  'templates',
  'addresses',
  'conversions',
  'quotes',
  'archive',
  'windows'
]

export function listFolders({ folders }: DataPorts): Promise<DataFolder[]> {
  return Promise.all(
    dataKinds.map(async (kind): Promise<DataFolder> => {
      const folder = folders[kind]
      return {
        kind,
        title: titles[kind],
        path: folder.path,
        bytes: await bytesOf(folder),
        clearing: folder.clear ? (clearings[kind] ?? null) : null
      }
    })
  )
}

async function bytesOf({ path: main, companion, bytes }: Folder): Promise<number> {
  if (bytes) return bytes()
  return (await sizeOf(main)) + (companion === undefined ? 0 : await sizeOf(companion))
}

export async function clearFolder({ folders }: DataPorts, kind: DataKind): Promise<void> {
  const { clear } = folders[kind]
  if (!clear) throw fail('data.not-clearable', dataText.notClearable(titles[kind]))
  try {
    await clear()
  } catch (problem) {
    throw fail('data.not-cleared', dataText.notCleared(titles[kind], folders[kind].path), {
      retryable: true,
      detail: String(problem),
      cause: problem
    })
  }
}

export async function backUp(
  ports: DataPorts,
  windowId: string
): Promise<{ path: string; bytes: number } | null> {
  const now = ports.now()
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
  const target = await ports.askForFile(`leadline-backup-${day}.zip`, windowId)
  if (target === null) return null
  const content = await zip(await entriesOf(ports), now)
  try {
    await writeAtomically(target, content)
  } catch (problem) {
    throw fail('data.backup', dataText.backup.notWritten(target), {
      retryable: true,
      detail: String(problem),
      cause: problem
    })
  }
  return { path: target, bytes: content.length }
}

async function entriesOf({ folders }: DataPorts): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = []
  for (const kind of backedUp) {
    const { path: main, companion } = folders[kind]
    await gather(main, path.basename(main), entries)
    if (companion !== undefined) await gather(companion, path.basename(companion), entries)
  }
  return entries
}

/** Recursive; files that disappear meanwhile are skipped. */
async function gather(entry: string, name: string, entries: ZipEntry[]): Promise<void> {
  try {
    entries.push({ name, content: await readFile(entry) })
  } catch (problem) {
    const code = problem instanceof Error && 'code' in problem ? problem.code : null
    // Not written yet.
    if (code === 'ENOENT') return
    if (code !== 'EISDIR')
      throw fail('data.backup-read', dataText.backup.unreadable(entry), { cause: problem })
    for (const child of (await readdir(entry)).sort())
      if (!child.endsWith('.tmp')) await gather(path.join(entry, child), `${name}/${child}`, entries)
  }
}
