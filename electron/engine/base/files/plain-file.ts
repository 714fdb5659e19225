import { constants, type Stats } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { fileText } from '#shared/messages/base'

const maxBytes = 64 * 1024 * 1024

/** The message ends a sentence: "is not a file". */
export class NotPlainFile extends Error {
  constructor(readonly words: string) {
    super(words)
  }
}

function judge(found: Stats, max: number): void {
  if (found.isDirectory()) throw new NotPlainFile(fileText.found.folder)
  if (!found.isFile()) throw new NotPlainFile(fileText.found.notRegular)
  if (found.size > max) throw new NotPlainFile(fileText.found.tooLarge(Math.floor(max / 1024 / 1024)))
}

/** Follows links; pipes, devices and folders are refused. */
export async function readPlainFile(file: string, max = maxBytes): Promise<Buffer> {
  judge(await stat(file), max)
  // The file may have been replaced by a pipe, which must not block.
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const found = await handle.stat()
    judge(found, max)
    const bytes = Buffer.alloc(found.size)
    let length = 0
    while (length < bytes.length) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    return bytes.subarray(0, length)
  } finally {
    await handle.close()
  }
}
