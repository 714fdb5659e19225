import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** SHA-256. */
export async function digestOfFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(file)) hash.update(part as Buffer)
  return hash.digest('hex')
}
