import type { Problem } from '#shared/domain/base/problem'
import { refusalText } from '#shared/messages/base'
import { restText } from '#shared/messages/service'
import { decodeRefusal } from '#shared/wire/problem-decoder'
import { retryAfter, ServiceError, type Answer } from '../../base/http'
import type { Operation } from './operations'
import type { RestPorts } from './types'

interface RefusalContext extends Pick<RestPorts, 'clock' | 'redact'> {
  readonly host: string
  readonly operation: Operation
}

export function restRefusal(
  { status, headers, text }: Answer,
  { host, operation, clock, redact = (words) => words }: RefusalContext
): ServiceError {
  const wait = retryAfter(headers, clock)
  const { words, code: error, requestId, missingScopes, foundScopes } = decodeRefusal(text, redact)
  const said = [error, words].filter((part) => part !== null).join(': ')
  const withReason = (sentence: string) =>
    said === '' ? refusalText.withoutReason(sentence) : refusalText.withReason(sentence, said)
  const problem = (code: string, sentence: string, retryable = false) => {
    const known: Problem = { code, sentence, retryable, detail: `status ${status}` }
    const id = requestId ?? redact(headers.get('x-request-id') ?? '').slice(0, 100)
    return new ServiceError(id ? { ...known, requestId: id } : known, status, wait)
  }
  const { text: own } = operation
  if (status === 429) return problem('rest.limited', refusalText.limited(host, wait), true)
  if (status >= 500) return problem('rest.service', withReason(refusalText.failed(host, status)), true)
  if (status === 401) return problem('rest.unauthorised', withReason(restText.unauthorized(host)))
  if (status === 403) {
    return missingScopes.length > 0
      ? problem('rest.scope', restText.scopesFound(own.scope(missingScopes), foundScopes))
      : problem('rest.forbidden', withReason(own.forbidden(host)))
  }
  if (status === 404) return problem('rest.not-found', (own.notFound ?? restText.notFound)(host))
  if (status === 414 || status === 431) return problem('rest.too-much', restText.tooLong(host))
  return problem('rest.refused', withReason(restText.refused(host, status)))
}
