import { mkdir, open, readdir, realpath, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { fail } from '#shared/domain/base/problem'
import { recordingText } from '#shared/messages/recording'
import { copyBytes, digestOfFile, diskReason, isInside } from '../../base/files'
import { freeSpace, needSpace } from '../free-space'
import { ignoreMissing } from '../missing'
import { needRoot } from './recordings-folder'
import { isRecorded } from './remove-recordings'

export interface CopyRequest {
  /** Of all recordings. */
  readonly root: string
  /** It may be on a drive that is away. */
  readonly isMoved: boolean
  readonly target: string
  /** An earlier copy exists. */
  readonly isAgain: boolean
}

interface CopyOptions {
  readonly signal: AbortSignal
  readonly onProgress: (share: number) => void
  readonly freeBytes?: (folder: string) => Promise<number>
}

interface Found {
  /** Below the root. */
  readonly name: string
  readonly bytes: number
  /** In milliseconds since the epoch. */
  readonly modified: number
}

/** The recorder pauses when the disk has less than a gigabyte. */
const keptFree = 1.5e9
/** Milliseconds: FAT, which many removable drives have, keeps times to two seconds. */
const timeStep = 2000
/** They belong to processes that write into the folder that is copied. */
const left = /(\.part|\.tmp|^recorder\.lock)$/

/**
 * Makes `target` the same as `root`, each file read back; nothing else may be there. What is written meanwhile is copied
 * the next time, which copies only what has changed.
 */
export async function copyRecordings(
  { root, isMoved, target, isAgain }: CopyRequest,
  { signal, onProgress, freeBytes = freeSpace }: CopyOptions
): Promise<true> {
  const [files, copied] = await Promise.all([filesIn(root), filesIn(target)])
  const there = new Map(copied.map((file) => [file.name, file]))
  const changed = files.filter((file) => !isSame(file, there.get(file.name)))
  const total = changed.reduce((sum, { bytes }) => sum + bytes, 0)
  if (!isAgain) await needSpace(target, total, async (folder) => (await freeBytes(folder)) - keptFree)
  let done = 0
  for (const file of changed) {
    const onBytes = (bytes: number) => onProgress(Math.min(1, (done += bytes) / total))
    await copyFile(path.join(root, file.name), path.join(target, file.name), file, { signal, onBytes })
  }
  const folders = new Set(changed.map(({ name }) => path.dirname(name)))
  for (const folder of folders) await syncFolder(path.join(target, folder))
  // Otherwise files that are away would look like files that the limits removed.
  await needRoot(root, isMoved)
  const names = new Set(files.map(({ name }) => name))
  for (const { name } of copied) if (!names.has(name)) await rm(path.join(target, name), { force: true })
  return true
}

/** Fails before anything is written. */
export async function refuseTarget(root: string, target: string): Promise<void> {
  const [from, to] = await Promise.all([root, target].map((folder) => realpath(folder).catch(() => folder)))
  if (isInside(to!, from!) || isInside(from!, to!))
    throw fail('recording.move-nested', recordingText.moveNested)
  const names = await readdir(target).catch((thrown: unknown) => {
    throw fail('recording.disk', recordingText.notMoved(target, diskReason(thrown)), { cause: thrown })
  })
  if (names.length > 0) throw fail('recording.move-not-empty', recordingText.moveNotEmpty(target))
}

/** Some systems cannot. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

const isSame = ({ bytes, modified }: Found, copy: Found | undefined) =>
  copy?.bytes === bytes && Math.abs(copy.modified - modified) < timeStep

async function copyFile(
  from: string,
  to: string,
  { bytes: length, modified }: Found,
  options: { readonly signal: AbortSignal; readonly onBytes: (count: number) => void }
): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
  try {
    const sha256 = await copyBytes(from, to, { length, ...options })
    if ((await digestOfFile(to)) !== sha256)
      throw fail('recording.move-differs', recordingText.moveDiffers(to))
    await utimes(to, modified / 1000, modified / 1000)
  } catch (problem) {
    // The limits removed it meanwhile.
    if ((await stat(from).catch(ignoreMissing)) !== null) throw problem
    await rm(to, { force: true })
  }
}

/** Plain files of recordings, but not what is unfinished. Links are followed, as by all that reads recordings. */
async function filesIn(root: string, folder = ''): Promise<Found[]> {
  const found: Found[] = []
  for (const entry of (await readdir(path.join(root, folder)).catch(ignoreMissing)) ?? []) {
    if (folder === '' ? !isRecorded(entry) : left.test(entry)) continue
    const name = path.join(folder, entry)
    const stats = await stat(path.join(root, name)).catch(ignoreMissing)
    if (stats?.isDirectory()) found.push(...(await filesIn(root, name)))
    else if (stats?.isFile()) found.push({ name, bytes: stats.size, modified: stats.mtimeMs })
  }
  return found
}
