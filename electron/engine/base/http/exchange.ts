import { fail } from '#shared/domain/base/problem'
import { networkText } from '#shared/messages/base'
import { boundedText } from './bounded'
import { networkProblem } from './network-problem'
import type { HttpPorts } from './types'
import { deadline } from './waiting'

interface ExchangeLimits {
  /** Ends the exchange; its reason is thrown as it is. */
  readonly signal?: AbortSignal | undefined
  readonly milliseconds: number
  readonly maxBytes: number
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** One request and the whole of its answer, whatever the status, or a sentence about what went wrong on the way. */
export async function exchange(
  { fetch, clock }: HttpPorts,
  address: string,
  init: RequestInit,
  limits: ExchangeLimits
): Promise<Answer> {
  const { host } = new URL(address)
  const limit = deadline(clock, limits.milliseconds, limits.signal)
  const { signal } = limit
  try {
    signal.throwIfAborted()
    const response = await fetch(address, {
      ...init,
      // The request contains a secret, so it goes to this URL and nowhere else.
      redirect: 'error',
      credentials: 'omit',
      signal
    })
    const text = await boundedText(response, { limit: limits.maxBytes, signal, host })
    // Some servers put a byte order mark before their JSON.
    return { status: response.status, headers: response.headers, text: text.replace(/^\uFEFF/, '') }
  } catch (thrown) {
    limits.signal?.throwIfAborted()
    if (limit.passed) {
      const seconds = Math.max(1, Math.round(limits.milliseconds / 1000))
      throw fail('network.timeout', networkText.timeoutAfter(host, seconds), { retryable: true })
    }
    throw networkProblem(thrown, host)
  } finally {
    limit.release()
  }
}
