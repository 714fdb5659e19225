import path from 'node:path'
import type { Disk } from '../disk/disk'
import { digestOf, makeInside, partOf, readSmall, replaceFile, writePart } from '../disk/files'
import { onDisk } from '../disk/problem'
import { ledgerName, sidecarName } from '../layout/place'
import { renewReadme } from '../layout/readme-care'
import { mostSidecarBytes } from '../layout/sidecar'
import { openPlace } from '../store/mark'
import { folderOf, readStatement, type ArchivedStatement } from '../store/scan'
import { recoverAll, settle } from '../store/settle'
import type { ArchiveStore } from '../store/store'
import { copyPart } from './copy-file'

export interface CopyPorts {
  readonly disk: Disk
  readonly store: ArchiveStore
  readonly id: string
  /** Looked at byte by byte; taken out when the copy has them as they should be. */
  readonly hurt?: Set<string>
  readonly signal: AbortSignal
  readonly onProgress: (inStep: number, behind: number) => void
}

export interface CopyResult {
  readonly inStep: number
  readonly behind: number
  /** The first thing that went wrong, or null. */
  readonly fault: string | null
}

/** Brings what is complete in the archive into the second folder. Nothing is ever removed or changed in the first. */
export async function keepInStep(
  { disk, store, id, hurt = new Set(), signal, onProgress }: CopyPorts,
  target: string
): Promise<CopyResult> {
  await openPlace(disk, target, { id, expected: true })
  await onDisk(target, () => recoverAll(disk, target))
  await onDisk(target, () => renewReadme(disk, target)).catch(() => false)
  const { statements } = store.index
  let inStep = 0
  let fault: string | null = null
  const there: string[] = []
  for (const statement of statements) {
    signal.throwIfAborted()
    const isHurt = hurt.has(statement.key)
    there.push(statement.key)
    if (await copyStatement({ disk, from: store.root, signal }, target, statement, isHurt)) {
      inStep += 1
      hurt.delete(statement.key)
    } else {
      fault ??= `${statement.key} is not as it was when it was fetched, so the copy keeps what it has of it.`
    }
    onProgress(inStep, statements.length - inStep)
  }
  await onDisk(target, () => writeSums(disk, path.join(target, ledgerName), store.sums(there)))
  return { inStep, behind: statements.length - inStep, fault }
}

async function writeSums(disk: Disk, file: string, text: string): Promise<void> {
  const isSame =
    (await disk.size(file)) === Buffer.byteLength(text) &&
    (await readSmall(disk, file, Buffer.byteLength(text))).toString('utf8') === text
  if (!isSame) await replaceFile(disk, file, text)
}

/** Whether the copy has the statement now; a statement that was altered is not copied over a good one. */
export async function copyStatement(
  { disk, from, signal }: Pick<CopyPorts, 'disk' | 'signal'> & { readonly from: string },
  target: string,
  statement: ArchivedStatement,
  isHurt: boolean
): Promise<boolean> {
  const { key, sidecar } = statement
  const there = await onDisk(target, async () => {
    const folder = folderOf(target, key)
    return (await disk.kind(folder)) === 'folder' ? readStatement(disk, target, key) : null
  })
  const known = there?.statement ?? null
  if (!isHurt && known?.faults.length === 0 && JSON.stringify(known.sidecar) === JSON.stringify(sidecar))
    return true
  if (statement.faults.length > 0) return false
  const folder = await onDisk(target, () => makeInside(disk, target, key.split('/')))
  const parts: string[] = []
  try {
    for (const { name, sha256, bytes } of sidecar.files) {
      const to = path.join(folder, name)
      // Only what is not as it should be is set aside.
      const isThere = async () =>
        (await disk.size(to)) === bytes && (await digestOf(disk, to, { signal })).sha256 === sha256
      if (await onDisk(target, isThere)) continue
      parts.push(partOf(to))
      const source = path.join(folderOf(from, key), name)
      const digest = await onDisk(target, () => copyPart(disk, source, to, { signal }))
      if (digest.sha256 === sha256) continue
      for (const part of parts) await disk.remove(part)
      return false
    }
    const text = await onDisk(from, () =>
      readSmall(disk, path.join(folderOf(from, key), sidecarName), mostSidecarBytes)
    )
    await onDisk(target, async () => {
      parts.push(partOf(path.join(folder, sidecarName)))
      await writePart(disk, parts.at(-1)!, text)
    })
  } catch (thrown) {
    for (const part of parts) await disk.remove(part).catch(() => {})
    throw thrown
  }
  // What gets stuck in these last steps is finished when the copy is looked at again.
  await onDisk(target, () => settle(disk, folder, sidecar))
  return true
}
