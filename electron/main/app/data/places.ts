import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { writeAtomically } from '#engine/base/files/index'
import { dataKinds, type DataKind, type DataPlace } from '#shared/contract/app/data'
import { fail } from '#shared/domain/base/problem'
import { sizeOf } from './sizes'
import { zip, type ZipEntry } from './zip'

interface Place {
  readonly path: string
  /** A second file of the same kind. */
  readonly companion?: string
  /** Where the size is not simply that of the files below `path`. */
  readonly bytes?: () => Promise<number>
  readonly clear: (() => Promise<void>) | null
}

export interface DataPorts {
  readonly places: Readonly<Record<DataKind, Place>>
  readonly now: () => Date
  /** Asks where to put a file; null when the person thought better of it. */
  readonly askForFile: (suggestion: string, windowId: string) => Promise<string | null>
}

const titles: Record<DataKind, string> = {
  settings: 'Settings',
  connections: 'Connections',
  markets: 'Watch lists',
  alerts: 'Alerts',
  workspaces: 'Workspaces',
  candles: 'Candles',
  addresses: 'Deposit addresses',
  conversions: 'Conversions',
  quotes: 'Recorded quotes',
  statements: 'Statements',
  archive: 'Settings of the archive',
  documents: 'Viewer of documents',
  windows: 'Window places',
  logs: 'Logs',
  reports: 'Crash reports',
  cache: 'Cache'
}

const clearings: Record<DataKind, string> = {
  settings: 'Every setting goes back to its default.',
  connections: 'Every connection but the local sandbox is deleted, and its client secret with it.',
  markets: 'Every watch list is forgotten; the local sandbox begins with its first markets again.',
  workspaces: 'Every workspace is removed and its windows close; the desk begins with its first ones again.',
  alerts: 'Every alert of every connection is deleted, and the record of what has fired with them.',
  candles:
    'The candles that were gathered so far are deleted. The service has no history to fetch them from.',
  addresses:
    'The addresses that were loaded, your labels and your saved filters are deleted, of every connection.',
  conversions:
    'The history of conversions and your notes are deleted, and none is watched any more. The service keeps its own.',
  quotes:
    'The best bids and asks that were recorded are deleted. The service has no history to fetch them from.',
  statements: 'The archive is meant to last: only the file manager of the system deletes from it.',
  archive:
    'Where the archive lies, what is still to be fetched and what the last verification found is not forgotten from here.',
  documents: 'What the viewer keeps for itself is deleted, and its windows close. No document is kept there.',
  windows: 'What was kept of the windows is forgotten; those that are open when Leadline ends are kept anew.',
  logs: 'All logs are deleted; a new one begins.',
  reports: 'All reports of earlier crashes are deleted.',
  cache: 'What can be fetched again is deleted.'
}

/** A backup contains the user's own data, without logs and caches. Secrets are in no file. */
const backedUp: readonly DataKind[] = [
  'settings',
  'connections',
  'markets',
  'alerts',
  'workspaces',
  'candles',
  'addresses',
  'conversions',
  'quotes',
  'archive',
  'windows'
]

export function listPlaces({ places }: DataPorts): Promise<DataPlace[]> {
  return Promise.all(
    dataKinds.map(async (kind): Promise<DataPlace> => {
      const place = places[kind]
      return {
        kind,
        title: titles[kind],
        path: place.path,
        bytes: await bytesOf(place),
        clearing: place.clear ? clearings[kind] : null
      }
    })
  )
}

async function bytesOf({ path: main, companion, bytes }: Place): Promise<number> {
  if (bytes) return bytes()
  return (await sizeOf(main)) + (companion === undefined ? 0 : await sizeOf(companion))
}

export async function clearPlace({ places }: DataPorts, kind: DataKind): Promise<void> {
  const { clear } = places[kind]
  if (!clear) throw fail('data.not-clearable', `${titles[kind]} cannot be cleared from here.`)
  try {
    await clear()
  } catch (problem) {
    throw fail(
      'data.not-cleared',
      `${titles[kind]} could not be cleared: ${places[kind].path} cannot be written.`,
      {
        retryable: true,
        detail: String(problem),
        cause: problem
      }
    )
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
    throw fail('data.backup', `The backup could not be written to ${target}.`, {
      retryable: true,
      detail: String(problem),
      cause: problem
    })
  }
  return { path: target, bytes: content.length }
}

async function entriesOf({ places }: DataPorts): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = []
  for (const kind of backedUp) {
    const { path: main, companion } = places[kind]
    await gather(main, path.basename(main), entries)
    if (companion !== undefined) await gather(companion, path.basename(companion), entries)
  }
  return entries
}

/** A file, or all files of a folder, under their names from there. What vanishes meanwhile is not there. */
async function gather(place: string, name: string, entries: ZipEntry[]): Promise<void> {
  try {
    entries.push({ name, content: await readFile(place) })
  } catch (problem) {
    const code = problem instanceof Error && 'code' in problem ? problem.code : null
    // Nothing was changed yet, so there is no such file.
    if (code === 'ENOENT') return
    if (code !== 'EISDIR')
      throw fail('data.backup-read', `The backup was not made: ${place} cannot be read.`, { cause: problem })
    for (const child of (await readdir(place)).sort())
      if (!child.endsWith('.tmp')) await gather(path.join(place, child), `${name}/${child}`, entries)
  }
}
