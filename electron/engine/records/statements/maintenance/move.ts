import path from 'node:path'
import type { FileProgress } from '#shared/contract/records/statements/index'
import { fail } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import type { Disk } from '../disk/disk'
import { digestOf, makeInside, partEnding, partOf } from '../disk/files'
import { onDisk } from '../disk/problem'
import { lockName } from '../layout/layout'
import { copyPart } from './copy-file'

interface MovePorts {
  readonly disk: Disk
  readonly signal: AbortSignal
  readonly onProgress: (progress: FileProgress) => void
}

interface Found {
  readonly segments: readonly string[]
  readonly bytes: number
}

const nameOf = (root: string, { segments }: Found) => path.join(root, ...segments)

/** Every plain file below; links and parts that are being written are left out. */
async function filesIn(disk: Disk, root: string, segments: readonly string[] = []): Promise<Found[]> {
  const found: Found[] = []
  for (const { name, kind } of await disk.list(path.join(root, ...segments))) {
    const inner = [...segments, name]
    if (kind === 'folder') found.push(...(await filesIn(disk, root, inner)))
    else if (kind === 'file' && !name.endsWith(partEnding) && !(segments.length === 0 && name === lockName)) {
      found.push({ segments: inner, bytes: (await disk.size(path.join(root, ...inner))) ?? 0 })
    }
  }
  return found
}

/** Neither folder may be inside the other. */
export function refuseNested(from: string, to: string): void {
  const [a, b] = [from, to].map((place) => path.resolve(place) + path.sep)
  if (a!.startsWith(b!) || b!.startsWith(a!)) {
    throw fail('statements.nested', archiveText.locations.nested)
  }
}

/** Copies everything and reads it back: then every file is in `to` with the same bytes. */
export async function copyAll(
  { disk, signal, onProgress }: MovePorts,
  from: string,
  to: string
): Promise<void> {
  const files = await onDisk(from, () => filesIn(disk, from))
  const ofBytes = 2 * files.reduce((sum, { bytes }) => sum + bytes, 0)
  const progress = { done: 0, of: files.length, bytes: 0, ofBytes }
  const onBytes = (count: number) => {
    progress.bytes += count
    onProgress({ ...progress })
  }
  const written: string[] = []
  await onDisk(to, async () => {
    await disk.makeFolder(to)
    for (const file of files) {
      const folder = await makeInside(disk, to, file.segments.slice(0, -1))
      const target = nameOf(to, file)
      const { sha256 } = await copyPart(disk, nameOf(from, file), target, { signal, onBytes })
      await disk.rename(partOf(target), target)
      await disk.syncFolder(folder)
      written.push(sha256)
    }
  })
  for (const [index, file] of files.entries()) {
    const { sha256 } = await onDisk(to, () => digestOf(disk, nameOf(to, file), { signal, onBytes }))
    if (sha256 !== written[index]) {
      throw fail('statements.move-differs', archiveText.locations.corrupted(file.segments.join('/')))
    }
    progress.done += 1
  }
}

/**
 * Removes files that the other folder has with the same bytes, then empty folders. Used for the leftovers of a finished
 * or an interrupted move.
 */
export async function removeDoubles(disk: Disk, place: string, kept: string): Promise<void> {
  if ((await disk.kind(place)) !== 'folder') return
  for (const file of await filesIn(disk, place)) {
    const [own, other] = [nameOf(place, file), nameOf(kept, file)]
    if ((await disk.size(other)) !== file.bytes) continue
    const [a, b] = [await digestOf(disk, own), await digestOf(disk, other)]
    if (a.sha256 === b.sha256) await disk.remove(own)
  }
  await clear(disk, place, place)
}

/** Removes empty folders, parts and the lock. */
async function clear(disk: Disk, root: string, folder: string): Promise<void> {
  for (const { name, kind } of await disk.list(folder)) {
    if (kind === 'folder') await clear(disk, root, path.join(folder, name))
    else if (kind === 'file' && (name.endsWith(partEnding) || (folder === root && name === lockName))) {
      await disk.remove(path.join(folder, name))
    }
  }
  await disk.removeEmpty(folder)
}
