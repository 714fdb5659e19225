import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, rm } from 'node:fs/promises'

interface CopyOptions {
  /** Of the source, from its start; what was there at first, if it grows. */
  readonly length: number
  readonly signal: AbortSignal
  readonly onBytes?: (count: number) => void
}

const block = 1024 * 1024

/** Copies the start of a file and flushes it; a failure leaves nothing. Returns the SHA-256 of the copy. */
export async function copyBytes(from: string, to: string, options: CopyOptions): Promise<string> {
  // A pipe must not block.
  const source = await open(from, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  let isDone = false
  try {
    const target = await open(to, 'w', 0o600)
    try {
      const hash = createHash('sha256')
      const bytes = Buffer.allocUnsafe(block)
      for (let left = options.length; left > 0;) {
        options.signal.throwIfAborted()
        const { bytesRead } = await source.read(bytes, 0, Math.min(block, left))
        if (bytesRead === 0) break
        const piece = bytes.subarray(0, bytesRead)
        hash.update(piece)
        await target.writeFile(piece)
        left -= bytesRead
        options.onBytes?.(bytesRead)
      }
      await target.sync()
      isDone = true
      return hash.digest('hex')
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
    if (!isDone) await rm(to, { force: true }).catch(() => {})
  }
}
