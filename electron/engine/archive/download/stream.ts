import { fail } from '../../../shared/domain/problem'
import { abandonable, deadline, type Deadline, type HttpPorts } from '../../http'

/** So long without a byte, and the connection counts as dead. */
const stallMilliseconds = 30_000

export interface Chunks {
  readonly response: Promise<Response>
  parts(): AsyncGenerator<Uint8Array, void, undefined>
  end(): void
}

/**
 * One request for a file. No token and no cookie goes with it: the signed address is the only key, and no redirect is
 * followed, so that it goes to nobody else.
 */
export function chunks(
  { fetch, clock }: HttpPorts,
  url: URL,
  { signal, headers }: { signal: AbortSignal; headers: Record<string, string> }
): Chunks {
  const whole = new AbortController()
  const stop = () => whole.abort(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  let limit: Deadline = deadline(clock, stallMilliseconds)
  const arm = () => {
    limit.release()
    limit = deadline(clock, stallMilliseconds)
    limit.signal.addEventListener('abort', () => whole.abort(stalled(url.host)), { once: true })
  }
  arm()
  const asked = fetch(url.href, {
    headers: { accept: '*/*', 'accept-encoding': 'identity', ...headers },
    redirect: 'error',
    credentials: 'omit',
    signal: whole.signal
  })
  // Whatever the network makes of the signal, nobody waits for it any longer.
  const response = abandonable(asked, whole.signal)
  for (const one of [asked, response]) one.catch(() => {})
  return {
    response,
    async *parts() {
      const reader = (await response).body?.getReader()
      if (!reader) return
      try {
        for (;;) {
          whole.signal.throwIfAborted()
          arm()
          const { done, value } = await abandonable(reader.read(), whole.signal)
          whole.signal.throwIfAborted()
          if (done) return
          yield value
        }
      } catch (thrown) {
        whole.signal.throwIfAborted()
        throw thrown
      } finally {
        void reader.cancel().catch(() => {})
      }
    },
    end() {
      limit.release()
      signal.removeEventListener('abort', stop)
      // An answer that was not read to its end must not hold the connection.
      whole.abort(new DOMException('Not needed any more', 'AbortError'))
    }
  }
}

const stalled = (host: string) =>
  fail('network.timeout', `${host} sent nothing for ${stallMilliseconds / 1000} seconds.`, {
    retryable: true
  })
