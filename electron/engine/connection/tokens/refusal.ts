import type { Problem } from '#shared/domain/base/problem'
import { refusalText } from '#shared/messages/base'
import { tokenText } from '#shared/messages/service'
import { decodeRefusal } from '#shared/wire/problem-decoder'
import type { Clock } from '../../base/clock'
import { retryAfter, ServiceError, type Answer } from '../../base/http'
import type { TokenPorts } from './ports'

export function tokenRefusal(
  { status, headers, text }: Answer,
  host: string,
  { clock, redact }: { readonly clock: Clock; readonly redact?: TokenPorts['redact'] }
): ServiceError {
  const wait = retryAfter(headers, clock)
  const { code, words, requestId } = decodeRefusal(text, redact)
  const said = [code, words].filter((part) => part !== null).join(': ')
  const withReason = (sentence: string) =>
    said === '' ? refusalText.withoutReason(sentence) : refusalText.withReason(sentence, said)
  const problem = (code: string, sentence: string, retryable = false) => {
    const known: Problem = { code, sentence, retryable, detail: `status ${status}` }
    return new ServiceError(requestId ? { ...known, requestId } : known, status, wait)
  }
  if (status === 429) return problem('token.limited', refusalText.limited(host, wait), true)
  if (status >= 500) return problem('token.service', withReason(refusalText.failed(host, status)), true)
  if (status === 401 || code === 'invalid_client')
    return problem('token.refused', withReason(tokenText.refused(host)))
  if (code === 'invalid_scope' || (status === 403 && !code))
    return problem('token.scope', withReason(tokenText.scopes(host)))
  if (status === 404) return problem('token.address', tokenText.notFound(host))
  return problem('token.refused', withReason(tokenText.notIssued(host, status)))
}
