import path from 'node:path'
import * as v from 'valibot'
import { fail } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import type { Disk } from '../disk/disk'
import { readSmall, replaceFile } from '../disk/files'
import { onDisk } from '../disk/problem'
import { markName, readmeName } from '../layout/layout'
import { readme } from '../layout/readme'
import { scan } from './scan'

const markSchema = v.looseObject({ kind: v.literal('leadline-archive'), version: v.number(), id: v.string() })

const unreadable = 'unreadable'

/** The ID of the archive in this folder; null where there is none. */
async function markOf(disk: Disk, root: string): Promise<string | null> {
  const file = path.join(root, markName)
  if ((await disk.size(file)) === null) return null
  try {
    const parsed: unknown = JSON.parse((await readSmall(disk, file, 10_000)).toString('utf8'))
    const checked = v.safeParse(markSchema, parsed)
    return checked.success ? checked.output.id : unreadable
  } catch {
    return unreadable
  }
}

/**
 * Creates an archive, or finds the one that is there. With `expected`, a folder that is not that archive is left alone:
 * an empty mount point must not fill with files that belong on the drive.
 */
export async function openLocation(
  disk: Disk,
  root: string,
  { id, expected }: { id: string; expected: boolean }
): Promise<string> {
  return onDisk(root, async () => {
    const found = await markOf(disk, root)
    if (found !== null) {
      if (expected && found !== id) {
        throw fail('statements.other', archiveText.locations.otherArchive(root))
      }
      return found
    }
    if (expected) {
      throw fail('statements.gone', archiveText.locations.gone(root))
    }
    await disk.makeFolder(root)
    const about = path.join(root, readmeName)
    // A person's own README is not overwritten.
    if ((await disk.kind(about)) === null) await replaceFile(disk, about, readme)
    await replaceFile(disk, path.join(root, markName), markText(id))
    return id
  })
}

const markText = (id: string) => `${JSON.stringify({ kind: 'leadline-archive', version: 1, id }, null, 2)}\n`

/**
 * The archive in the chosen folder, or in the folder that Leadline created there. An archive without its mark is known by
 * its statements, and gets a new mark.
 */
export async function findArchive(
  disk: Disk,
  chosen: string,
  newId: () => string,
  signal?: AbortSignal
): Promise<{ readonly root: string; readonly id: string }> {
  return onDisk(chosen, async () => {
    for (const root of [chosen, path.join(chosen, ownFolder)]) {
      if ((await disk.kind(root)) !== 'folder') continue
      const found = await markOf(disk, root)
      if (found !== null && found !== unreadable) return { root, id: found }
      if ((await scan(disk, root, signal)).statements.length === 0) continue
      const id = newId()
      await replaceFile(disk, path.join(root, markName), markText(id))
      return { root, id }
    }
    throw fail('statements.none', archiveText.locations.noArchive(chosen))
  })
}

/** The folder of a new archive among other files. */
const ownFolder = 'Leadline statements'

/** The folder for an archive in the chosen one: among other files it gets a folder of its own. */
export async function roomIn(disk: Disk, chosen: string, id: string): Promise<string> {
  return onDisk(chosen, async () => {
    const kind = await disk.kind(chosen)
    const found = kind === 'folder' ? await markOf(disk, chosen) : null
    if (found !== null && found !== id) {
      throw fail('statements.there', archiveText.locations.isArchive(chosen))
    }
    if (kind === null || (kind === 'folder' && (await isFree(disk, chosen, id)))) return chosen
    if (kind !== 'folder') throw fail('statements.no-folder', archiveText.locations.notFolder(chosen))
    const inner = path.join(chosen, ownFolder)
    const innerKind = await disk.kind(inner)
    if (innerKind === null || (innerKind === 'folder' && (await isFree(disk, inner, id)))) return inner
    throw fail('statements.taken', archiveText.locations.inUse(inner))
  })
}

async function isFree(disk: Disk, folder: string, id: string): Promise<boolean> {
  return (await markOf(disk, folder)) === id || (await disk.list(folder)).length === 0
}
