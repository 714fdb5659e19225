import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { writeAtomically } from '#engine/base/files/index'
import { dataKinds, type DataKind, type DataPlace } from '#shared/contract/app/data'
import { fail } from '#shared/domain/base/problem'
import { dataText } from '#shared/messages/app-data'
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

const titles: Readonly<Record<DataKind, string>> = dataText.places
const clearings: { readonly [Kind in DataKind]?: string } = dataText.clearing

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
        clearing: place.clear ? (clearings[kind] ?? null) : null
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
  if (!clear) throw fail('data.not-clearable', dataText.notClearable(titles[kind]))
  try {
    await clear()
  } catch (problem) {
    throw fail('data.not-cleared', dataText.notCleared(titles[kind], places[kind].path), {
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
      throw fail('data.backup-read', dataText.backup.unreadable(place), { cause: problem })
    for (const child of (await readdir(place)).sort())
      if (!child.endsWith('.tmp')) await gather(path.join(place, child), `${name}/${child}`, entries)
  }
}
