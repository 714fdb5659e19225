import { fail } from '#shared/domain/base/problem'
import { archiveText } from '#shared/messages/archive'
import { nextAddress, refused } from './address'
import { abandonable, deadline, type Deadline, type HttpPorts } from '#engine/base/http/index'

/** Of one request; object stores need one or two. */
const maxHops = 5
const sendsOn = new Set([301, 302, 303, 307, 308])
/** So long without a byte, and the connection counts as dead. */
const stallMilliseconds = 30_000

/** Chromium refuses an answer in an encoding that is not named here, and some stores have files in one form alone. */
const acceptedEncodings = 'identity, gzip;q=0.5, deflate;q=0.5, br;q=0.5'

interface Chunks {
  readonly response: Promise<Response>
  /** The server that answers, or is to answer. */
  readonly host: string
  parts(): AsyncGenerator<Uint8Array, void, undefined>
  end(): void
}

/**
 * One request for a file. No token and no cookie goes with it, wherever it is sent on to: the signed address is the
 * only key, and each next one is judged like the first.
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
    limit.signal.addEventListener('abort', () => whole.abort(stalled(at.host)), { once: true })
  }
  let at = url
  const ask = async (): Promise<Response> => {
    for (let hops = 0; ; hops += 1) {
      arm()
      const answer = await fetch(at.href, {
        headers: { accept: '*/*', 'accept-encoding': acceptedEncodings, ...headers },
        redirect: 'manual',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        signal: whole.signal
      })
      if (!sendsOn.has(answer.status)) return answer
      void answer.body?.cancel().catch(() => {})
      if (hops === maxHops) throw refused(archiveText.download.tooManyRedirects(url.host))
      at = nextAddress(at, answer.headers.get('location'))
    }
  }
  const asked = ask()
  // Stops waiting even if the network ignores the signal.
  const response = abandonable(asked, whole.signal)
  for (const one of [asked, response]) one.catch(() => {})
  return {
    response,
    get host() {
      return at.host
    },
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
      whole.abort(new DOMException('No longer needed', 'AbortError'))
    }
  }
}

const stalled = (host: string) =>
  fail('network.timeout', archiveText.download.silent(host, stallMilliseconds / 1000), {
    retryable: true
  })
