import type { IncomingMessage } from 'node:http'

const maxBytes = 64 * 1024
const patience = 5000

/** Calls once with the body until it ended, grew too long or took too long. */
export function boundedBody(response: IncomingMessage, done: (body: string) => void): () => void {
  const parts: Buffer[] = []
  let length = 0
  let over = false
  const finish = () => {
    if (over) return
    unsubscribe()
    done(Buffer.concat(parts).subarray(0, maxBytes).toString('utf8'))
  }
  const limit = setTimeout(finish, patience)
  const unsubscribe = () => {
    over = true
    clearTimeout(limit)
  }
  response.on('data', (part: Buffer) => {
    if (over) return
    parts.push(part)
    length += part.length
    if (length >= maxBytes) finish()
  })
  response.once('end', finish)
  // A partial body is still useful, and the status counts.
  response.once('error', finish)
  response.once('close', finish)
  return unsubscribe
}
