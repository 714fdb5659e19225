import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  readonly name: string
  readonly content: Uint8Array
}

/** For a few small files in memory. */
export function zip(entries: readonly ZipEntry[], when: Date): Promise<Buffer> {
  const file = new ZipFile()
  for (const { name, content } of entries) file.addBuffer(Buffer.from(content), name, { mtime: when })
  file.end()
  return buffer(file.outputStream)
}
