import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/**
 * Writes a temporary file in pieces and renames it once complete, so that a failure keeps the existing file. Returns
 * its size.
 * @param written called for each piece
 */
export async function writeStreamed(
  file: string,
  pieces: AsyncIterable<string> | Iterable<string>,
  written?: (bytes: Buffer) => void
): Promise<number> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${process.pid}-${randomUUID().slice(0, 8)}.tmp`
  let size = 0
  try {
    const handle = await open(temporary, 'wx', 0o600)
    try {
      for await (const piece of pieces) {
        const bytes = Buffer.from(piece, 'utf8')
        await handle.writeFile(bytes)
        written?.(bytes)
        size += bytes.length
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
    return size
  } catch (problem) {
    await rm(temporary, { force: true }).catch(() => undefined)
    throw problem
  }
}
