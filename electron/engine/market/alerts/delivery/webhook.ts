import { createHmac, randomBytes } from 'node:crypto'
import { deliveryText } from '#shared/messages/delivery'
import {
  abandonable,
  deadline,
  networkProblem,
  retryAfter,
  ServiceError,
  type HttpPorts
} from '../../../base/http/index'
import { fail, toProblem } from '#shared/domain/base/problem'
import { networkText } from '#shared/messages/base'
import type { DeliveryMessage } from './message'

const limitMilliseconds = 10_000
const text = deliveryText.webhook

export const newSecret = (): string => randomBytes(32).toString('base64url')

/** HMAC-SHA256 of "TIMESTAMP.BODY" in hex; the key is the text of the secret. */
const signatureOf = (secret: string, timestamp: string, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')

interface Webhook {
  readonly url: string
  readonly secret: string
}

/** One signed request. Any status from 200 to 299 is a delivery; the answer's body is not read. */
export async function sendWebhook(
  { fetch, clock }: HttpPorts,
  { url, secret }: Webhook,
  message: DeliveryMessage,
  outer: AbortSignal
): Promise<void> {
  const body = JSON.stringify(message)
  const timestamp = String(Math.floor(clock.wall() / 1000))
  const limit = deadline(clock, limitMilliseconds, outer)
  const { signal } = limit
  try {
    const request = fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'leadline-id': message.id,
        'leadline-timestamp': timestamp,
        'leadline-signature': `v1=${signatureOf(secret, timestamp, body)}`
      },
      body,
      redirect: 'error',
      credentials: 'omit',
      signal
    })
    const response = await abandonable(request, signal)
    void response.body?.cancel().catch(() => {})
    if (response.ok) return
    const { status } = response
    const retryable = status === 408 || status === 425 || status === 429 || status >= 500
    const problem = { code: 'delivery.status', sentence: text.status(status), retryable }
    throw new ServiceError(problem, status, retryAfter(response.headers, clock))
  } catch (thrown) {
    outer.throwIfAborted()
    if (limit.passed) {
      const sentence = networkText.timeoutAfter(text.server, limitMilliseconds / 1000)
      throw fail('network.timeout', sentence, { retryable: true })
    }
    if (thrown instanceof ServiceError) throw thrown
    // Windows see the sentence, but must not learn the host.
    const { code, sentence, retryable } = toProblem(networkProblem(thrown, text.server))
    throw fail(code, sentence, { retryable })
  } finally {
    limit.release()
  }
}
