import { fail } from '#shared/domain/base/problem'
import { networkText } from '#shared/messages/base'

interface Bounds {
  readonly limit: number
  readonly signal: AbortSignal
  readonly host: string
}

export const boundedText = async (response: Response, bounds: Bounds): Promise<string> =>
  (await boundedBytes(response, bounds)).toString('utf8')

/** Aborts as soon as the body exceeds `limit` bytes. */
export async function boundedBytes(response: Response, { limit, signal, host }: Bounds): Promise<Buffer> {
  const reader = response.body?.getReader()
  if (!reader) return Buffer.alloc(0)
  const stop = () => void reader.cancel(signal.reason).catch(() => {})
  signal.addEventListener('abort', stop, { once: true })
  try {
    const parts: Uint8Array[] = []
    for (let length = 0; ;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return Buffer.concat(parts)
      length += value.byteLength
      if (length > limit) {
        await reader.cancel().catch(() => {})
        throw fail('network.too-long', networkText.tooLong(host))
      }
      parts.push(value)
    }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
