import { fail } from '#shared/domain/base/problem'
import { networkText } from '#shared/messages/base'

/** Aborts as soon as the body exceeds `limit` bytes. */
export async function boundedText(
  response: Response,
  { limit, signal, host }: { limit: number; signal: AbortSignal; host: string }
): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const stop = () => void reader.cancel(signal.reason).catch(() => {})
  signal.addEventListener('abort', stop, { once: true })
  try {
    const parts: Uint8Array[] = []
    for (let length = 0; ;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return Buffer.concat(parts).toString('utf8')
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
