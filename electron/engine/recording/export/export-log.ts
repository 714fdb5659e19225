import { lstat, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { copyBytes, readPlainFile } from '../../base/files'
import { derivedOf } from '../keyframes/files'
import { readEnds } from '../log/ends'
import { digestOf, noMember } from '../log/member'
import { recordMissingBefore, removedName } from '../log/removed'
import type { ExportedFile } from './row-files'

interface LogOptions {
  /** It is being written, so only whole members are copied. */
  readonly openFile: string | undefined
  readonly now: number
  readonly signal: AbortSignal
  readonly onFile: (file: ExportedFile) => void
  readonly onProgress: (segment: string, bytes: number) => void
}

/** Copies segments with what lies beside them, as they are. */
export async function exportLog(
  segments: readonly string[],
  folder: string,
  { openFile, now, signal, onFile, onProgress }: LogOptions
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let before: Buffer | null = null
  for (const segment of segments) {
    // Files derived from a segment must not contain more than its copy.
    for (const file of [...derivedOf(segment), segment]) {
      const isOpen = segment === openFile
      const length = isOpen ? (await readEnds(file))?.end : (await lstat(file).catch(() => null))?.size
      if (length === undefined) continue
      const name = path.basename(file)
      let bytes = 0
      const onBytes = (count: number) => {
        bytes += count
        if (file === segment) onProgress(segment, bytes)
      }
      onFile({ name, sha256: await copyBytes(file, path.join(folder, name), { length, signal, onBytes }) })
    }
    const copy = path.join(folder, path.basename(segment))
    const ends = await readEnds(copy)
    if (!ends) continue
    if (!(before ?? noMember).equals(ends.first.previous)) await recordMissingBefore(copy, ends, now)
    before = ends.digest
  }
  const list = await readPlainFile(path.join(folder, removedName)).catch(() => null)
  if (list) onFile({ name: removedName, sha256: digestOf(list).toString('hex') })
}
