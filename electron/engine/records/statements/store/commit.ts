import path from 'node:path'
import type { Disk } from '../disk/disk'
import { digestOf, partEnding, partOf, readSmall, replaceFile } from '../disk/files'
import { asideOf } from '../layout/names'
import {
  ledgerName,
  lockName,
  markName,
  readmeName,
  removalsName,
  sidecarName,
  statementLevel
} from '../layout/layout'
import { maxSidecarBytes, readSidecar, type Sidecar } from '../layout/sidecar'

/**
 * The last steps of a statement, in an order that a kill cannot damage. All files are there as parts, flushed, and so does
 * the sidecar with their digests: from here on the next start can finish what this one does not.
 */
export async function commit(disk: Disk, folder: string, sidecar: Sidecar): Promise<void> {
  const stamp = stampOf(sidecar.completed_at)
  for (const { name, bytes, sha256 } of sidecar.files) {
    const file = path.join(folder, name)
    if ((await disk.size(partOf(file))) === null) continue
    // Intact already, for example if only its record was lost.
    if ((await disk.size(file)) === bytes && (await digestOf(disk, file)).sha256 === sha256) {
      await disk.remove(partOf(file))
      continue
    }
    // An altered file is kept, since a person may want to see what changed.
    if ((await disk.kind(file)) !== null) await disk.rename(file, await freeName(disk, asideOf(file, stamp)))
    await disk.rename(partOf(file), file)
  }
  await disk.syncFolder(folder)
  const target = path.join(folder, sidecarName)
  await disk.rename(partOf(target), target)
  await disk.syncFolder(folder)
}

/** Keeps a record that is about to be replaced, unless it is known. */
export async function keepAside(
  disk: Disk,
  folder: string,
  { completed_at: time, follows = [] }: Sidecar,
  sha256: string
): Promise<void> {
  const file = path.join(folder, sidecarName)
  if ((await disk.size(file)) === null) return
  const there = await digestOf(disk, file)
  if (there.sha256 === sha256 || follows.includes(there.sha256)) return
  const aside = asideOf(file, stampOf(time))
  await replaceFile(disk, await freeName(disk, aside), await readSmall(disk, file, maxSidecarBytes))
}

const stampOf = (time: string) => time.replace(/[^0-9A-Za-z]/g, '')

/** A file that was altered twice is kept twice. */
async function freeName(disk: Disk, file: string): Promise<string> {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? file : `${file}-${count}`
    if ((await disk.kind(name)) === null) return name
  }
}

/** Finishes or removes what a kill left in the folder of one statement. */
export async function recover(disk: Disk, folder: string): Promise<void> {
  const names = (await disk.list(folder)).filter(
    ({ name, kind }) => kind === 'file' && name.endsWith(partEnding)
  )
  if (names.length > 0) {
    const sidecar = await finishable(disk, folder)
    if (sidecar) await commit(disk, folder, sidecar)
    // The rest is not named by the sidecar.
    for (const { name } of names) await disk.remove(path.join(folder, name))
  }
}

async function finishable(disk: Disk, folder: string): Promise<Sidecar | null> {
  const part = partOf(path.join(folder, sidecarName))
  if ((await disk.size(part)) === null) return null
  const reading = readSidecar(await readSmall(disk, part, maxSidecarBytes))
  if (reading.state !== 'read') return null
  for (const { name, bytes, sha256 } of reading.sidecar.files) {
    const file = path.join(folder, name)
    const there = (await disk.size(partOf(file))) === null ? file : partOf(file)
    if ((await disk.size(there)) !== bytes) return null
    if ((await digestOf(disk, there)).sha256 !== sha256) return null
  }
  return reading.sidecar
}

/** Recovers every statement folder, and removes empty folders. */
export async function recoverAll(disk: Disk, root: string): Promise<void> {
  const walk = async (place: string, level: number): Promise<void> => {
    for (const { name, kind } of await disk.list(place)) {
      if (kind !== 'folder') continue
      const inner = path.join(place, name)
      if (level < statementLevel) await walk(inner, level + 1)
      else await recover(disk, inner)
      await disk.removeEmpty(inner)
    }
  }
  await walk(root, 1)
}

/** Removes what a kill left of the archive's own files, and finishes or removes what it left of statements. */
export async function recoverArchive(disk: Disk, root: string): Promise<void> {
  const own = [lockName, markName, readmeName, ledgerName, removalsName].map((name) => `${name}.`)
  for (const { name, kind } of await disk.list(root)) {
    const isOwn = own.some((start) => name.startsWith(start))
    if (kind === 'file' && isOwn && name.endsWith(partEnding)) await disk.remove(path.join(root, name))
  }
  await recoverAll(disk, root)
}
