import { createHash } from 'node:crypto'
import { partOf, type Digest } from '../disk/files'
import type { Disk } from '../disk/disk'
import { reading } from './unreadable'

/** Copies into a flushed part beside the target; the digest is of what was read. */
export async function copyPart(
  disk: Disk,
  from: string,
  to: string,
  { signal, onBytes }: { signal: AbortSignal; onBytes?: ((count: number) => void) | undefined }
): Promise<Digest> {
  const part = partOf(to)
  await disk.remove(part)
  const file = await disk.create(part)
  const hash = createHash('sha256')
  let bytes = 0
  let done = false
  try {
    for await (const piece of reading(disk, from)) {
      signal.throwIfAborted()
      hash.update(piece)
      bytes += piece.byteLength
      await file.write(piece)
      onBytes?.(piece.byteLength)
    }
    await file.sync()
    done = true
  } finally {
    await file.close().catch(() => {})
    if (!done) await disk.remove(part).catch(() => {})
  }
  return { bytes, sha256: hash.digest('hex') }
}
