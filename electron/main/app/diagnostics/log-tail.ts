import { open } from 'node:fs/promises'
import path from 'node:path'

const max = 512 * 1024

/** The last lines, including an older file if the current one is short. */
export async function readLogTail(folder: string): Promise<string> {
  const current = await endOf(path.join(folder, 'leadline.log'), max)
  if (current.length >= max) return current
  const older = await endOf(path.join(folder, 'leadline.1.log'), max - current.length)
  return older + current
}

async function endOf(file: string, bytes: number): Promise<string> {
  try {
    const handle = await open(file, 'r')
    try {
      const { size } = await handle.stat()
      const start = Math.max(0, size - bytes)
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
      const text = buffer.toString('utf8', 0, bytesRead)
      return start === 0 ? text : text.slice(text.indexOf('\n') + 1)
    } finally {
      await handle.close()
    }
  } catch (problem) {
    if (problem instanceof Error && 'code' in problem && problem.code === 'ENOENT') return ''
    throw problem
  }
}
