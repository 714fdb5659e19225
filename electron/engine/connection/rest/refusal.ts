import type { Problem } from '#shared/domain/base/problem'
import { decodeRefusal } from '#shared/wire/problem-decoder'
import { inWords, retryAfter, ServiceError, type Answer } from '../../base/http'
import type { Operation } from './operations'
import type { RestPorts } from './types'

interface RefusalContext extends Pick<RestPorts, 'clock' | 'redact'> {
  readonly host: string
  readonly operation: Operation
}

/** Turns an error response into a problem. */
export function restRefusal(
  { status, headers, text }: Answer,
  { host, operation, clock, redact = (words) => words }: RefusalContext
): ServiceError {
  const wait = retryAfter(headers, clock)
  const { words, code: error, requestId, missingScopes } = decodeRefusal(text, redact)
  const said = [error, words].filter((part) => part !== null).join(': ')
  const quoted = said === '' ? ' It gave no reason.' : ` It says: ${said}`
  const problem = (code: string, sentence: string, retryable = false) => {
    const known: Problem = { code, sentence, retryable, detail: `status ${status}` }
    const id = requestId ?? redact(headers.get('x-request-id') ?? '').slice(0, 100)
    return new ServiceError(id ? { ...known, requestId: id } : known, status, wait)
  }
  if (status === 429) {
    const until = wait === null ? 'in a few minutes' : inWords(wait)
    return problem('rest.limited', `${host} asks for fewer requests. Try again ${until}.`, true)
  }
  if (status >= 500) {
    return problem('rest.service', `${host} returned an error (status ${status}).${quoted}`, true)
  }
  if (status === 401) {
    return problem(
      'rest.unauthorised',
      `${host} does not accept the token that the token host has just given.${quoted}`
    )
  }
  if (status === 403) {
    return missingScopes.length > 0
      ? problem(
          'rest.scope',
          `To ${operation.doing}, the client id needs the scope ${missingScopes.join(' or ')}, which it was not granted.`
        )
      : problem('rest.forbidden', `${host} does not allow this client id to ${operation.doing}.${quoted}`)
  }
  if (status === 404) {
    return problem(
      'rest.not-found',
      operation.absent
        ? `${host} has no ${operation.absent} with this id.`
        : `${host} has no such address. Is the REST base address right?`
    )
  }
  if (status === 414 || status === 431) {
    return problem('rest.too-much', `${host} takes no request as long as this. Filter by fewer values.`)
  }
  return problem('rest.refused', `${host} does not accept the request (status ${status}).${quoted}`)
}
