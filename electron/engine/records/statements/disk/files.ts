import { createHash } from 'node:crypto'
import path from 'node:path'
import { fail } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import type { Disk } from './disk'

/** Ends the name of what is being written, and of nothing else in an archive. */
export const partEnding = '.part'
export const partOf = (file: string) => `${file}${partEnding}`

export interface Digest {
  readonly bytes: number
  readonly sha256: string
}

export async function digestOf(
  disk: Disk,
  file: string,
  {
    signal,
    onBytes
  }: { signal?: AbortSignal | undefined; onBytes?: ((count: number) => void) | undefined } = {}
): Promise<Digest> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of disk.read(file)) {
    signal?.throwIfAborted()
    hash.update(part)
    bytes += part.byteLength
    onBytes?.(part.byteLength)
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** The whole of a small file; a longer one is not ours. */
export async function readSmall(disk: Disk, file: string, max: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of disk.read(file)) {
    length += part.byteLength
    if (length > max) throw fail('statements.too-long', archiveText.disk.tooLong(path.basename(file)))
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Written and flushed under a name of its own; the caller gives it the real one. */
export async function writePart(disk: Disk, part: string, content: Uint8Array | string): Promise<void> {
  await disk.remove(part)
  const file = await disk.create(part)
  let done = false
  try {
    await file.write(typeof content === 'string' ? Buffer.from(content) : content)
    await file.sync()
    done = true
  } finally {
    await file.close()
    // A full disk leaves no half of it behind.
    if (!done) await disk.remove(part).catch(() => {})
  }
}

/** All of the old content or all of the new, whatever happens in between. */
export async function replaceFile(disk: Disk, file: string, content: Uint8Array | string): Promise<void> {
  await writePart(disk, partOf(file), content)
  await disk.rename(partOf(file), file)
  await disk.syncFolder(path.dirname(file))
}

/**
 * The folder below `root`, made where it is missing. A link on the way is refused, since it leads elsewhere.
 */
export async function makeInside(disk: Disk, root: string, segments: readonly string[]): Promise<string> {
  let folder = root
  for (const segment of segments) {
    const parent = folder
    folder = path.join(parent, segment)
    const kind = await disk.kind(folder)
    if (kind === 'folder') continue
    if (kind !== null) {
      throw fail('statements.blocked', archiveText.disk.notFolder(folder))
    }
    await disk.makeFolder(folder)
    await disk.syncFolder(parent)
  }
  return folder
}
