import { marketDataScope } from '#shared/domain/connection/session-status'
import { fail, type Problem } from '#shared/domain/base/problem'
import { refusalText } from '#shared/messages/base'
import { streamText } from '#shared/messages/stream'
import { decodeRefusal } from '#shared/wire/problem-decoder'
import type { Clock } from '../../base/clock'
import { retryAfter as waitOf } from '../../base/http'

/** After a refused handshake: `renew` the token, `wait`, or retry `seldom`. */
export interface HandshakeRefusal {
  readonly then: 'renew' | 'wait' | 'seldom'
  readonly problem: Problem
  /** As requested by the service. */
  readonly wait: number
}

const insufficientScope = /insufficient[ _]scopes?|missing scopes?/i
const maxWait = 10 * 60_000
const worthWaiting: ReadonlySet<number> = new Set([408, 421, 425, 429])

export function handshakeRefusal(answer: {
  readonly host: string
  readonly status: number
  readonly body: string
  readonly retryAfter: string | null
  readonly clock: Clock
  readonly redact?: ((text: string) => string) | undefined
}): HandshakeRefusal {
  const { host, status, body, retryAfter, clock, redact } = answer
  const { words, requestId } = decodeRefusal(body, redact)
  const more = { detail: `handshake status ${status}`, ...(requestId ? { requestId } : {}) }
  const asked = waitOf(new Headers(retryAfter === null ? {} : { 'retry-after': retryAfter }), clock) ?? 0
  const of = (then: HandshakeRefusal['then'], code: string, sentence: string) => ({
    then,
    problem: fail(code, words === null ? sentence : refusalText.withReason(sentence, words), {
      ...more,
      retryable: true
    }).problem,
    wait: Math.min(asked, maxWait)
  })
  if (status === 401) return of('renew', 'stream.unauthorized', streamText.unauthorized(host))
  if (status === 403) {
    return insufficientScope.test(words ?? '')
      ? of('seldom', 'stream.scope', streamText.missingScope(host, marketDataScope))
      : of('seldom', 'stream.forbidden', streamText.forbidden(host))
  }
  if (status === 429) return of('wait', 'stream.limited', streamText.limited(host))
  if (worthWaiting.has(status) || status >= 500) {
    return of('wait', 'stream.service', refusalText.failed(host, status))
  }
  if (status >= 300 && status < 400) {
    return of('seldom', 'stream.redirect', streamText.redirect(host))
  }
  if (status === 404) return of('seldom', 'stream.address', streamText.notFound(host))
  return of('seldom', 'stream.handshake', streamText.notOpened(host, status))
}
