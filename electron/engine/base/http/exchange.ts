import { fail } from '#shared/domain/base/problem'
import { networkText } from '#shared/messages/base'
import { boundedText } from './bounded'
import { networkProblem } from './network-problem'
import type { HttpPorts } from './types'
import { deadline } from './waiting'

interface ExchangeLimits {
  /** Its reason is thrown unchanged. */
  readonly signal?: AbortSignal | undefined
  readonly milliseconds: number
  readonly maxBytes: number
  /** The body of a successful answer is dropped unread. */
  readonly dropsSuccess?: boolean | undefined
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** One request and its complete response of any status. */
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
      // The request contains a secret, so redirects are refused.
      redirect: 'error',
      credentials: 'omit',
      signal
    })
    if (limits.dropsSuccess && response.ok) {
      await response.body?.cancel()
      return { status: response.status, headers: response.headers, text: '' }
    }
    const text = await boundedText(response, { limit: limits.maxBytes, signal, host })
    // Some servers send a byte order mark before JSON.
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
