import { Readable } from 'node:stream'
import { net, type IncomingMessage, type Session } from 'electron'
import type { Fetch } from '#engine/base/http/index'

/** Electron's fetch does not expose the target of a redirect. */
export const askOnce =
  (session: Session): Fetch =>
  (url, { headers, signal }) =>
    new Promise((resolve, reject) => {
      const request = net.request({
        url,
        session,
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store'
      })
      const abort = () => request.abort()
      const ended = () => signal?.removeEventListener('abort', abort)
      for (const [name, value] of new Headers(headers)) request.setHeader(name, value)
      request.on('redirect', (status, _method, location) => {
        resolve(new Response(null, { status, headers: { location } }))
        request.abort()
      })
      request.on('response', (answer) => {
        try {
          resolve(responseOf(answer))
        } catch (problem) {
          reject(problem instanceof Error ? problem : new Error(String(problem)))
          request.abort()
        }
      })
      request.on('error', reject)
      request.on('abort', () =>
        reject(signal?.aborted ? asError(signal.reason) : new Error('The request was ended'))
      )
      request.on('close', ended)
      if (signal?.aborted) return void reject(asError(signal.reason))
      signal?.addEventListener('abort', abort, { once: true })
      request.end()
    })

const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)))

const withoutBody: ReadonlySet<number> = new Set([204, 205, 304])

function responseOf(answer: IncomingMessage): Response {
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) {
    headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  const { statusCode: status } = answer
  if (withoutBody.has(status) || !(answer instanceof Readable)) return new Response(null, { status, headers })
  // Streams the body on demand.
  const pieces: AsyncIterator<Uint8Array> = answer[Symbol.asyncIterator]()
  const body = new ReadableStream<Uint8Array>({
    async pull(stream) {
      const { done, value } = await pieces.next()
      if (done) stream.close()
      else stream.enqueue(new Uint8Array(value))
    },
    cancel() {
      answer.destroy()
    }
  })
  return new Response(body, { status, headers })
}
