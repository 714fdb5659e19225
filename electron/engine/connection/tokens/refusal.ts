import type { Problem } from '#shared/domain/base/problem'
import { decodeRefusal } from '#shared/wire/problem-decoder'
import type { Clock } from '../../base/clock'
import { inWords, retryAfter, ServiceError, type Answer } from '../../base/http'
import type { TokenPorts } from './ports'

/** Turns an error response of the token host into a problem. */
export function tokenRefusal(
  { status, headers, text }: Answer,
  host: string,
  { clock, redact }: { readonly clock: Clock; readonly redact?: TokenPorts['redact'] }
): ServiceError {
  const wait = retryAfter(headers, clock)
  const { code, words, requestId } = decodeRefusal(text, redact)
  const said = [code, words].filter((part) => part !== null).join(': ')
  const quoted = said === '' ? ' It gave no reason.' : ` It says: ${said}`
  const problem = (code: string, sentence: string, retryable = false) => {
    const known: Problem = { code, sentence, retryable, detail: `status ${status}` }
    return new ServiceError(requestId ? { ...known, requestId } : known, status, wait)
  }
  if (status === 429) {
    const until = wait === null ? 'in a few minutes' : inWords(wait)
    return problem('token.limited', `${host} asks for fewer requests. Try again ${until}.`, true)
  }
  if (status >= 500) {
    return problem('token.service', `${host} returned an error (status ${status}).${quoted}`, true)
  }
  if (status === 401 || code === 'invalid_client') {
    return problem('token.refused', `${host} does not accept the client id and secret.${quoted}`)
  }
  if (code === 'invalid_scope' || (status === 403 && !code)) {
    return problem('token.scope', `${host} does not grant the scopes that were asked for.${quoted}`)
  }
  if (status === 404) {
    return problem('token.address', `${host} has no token endpoint at this address. Is the token host right?`)
  }
  return problem('token.refused', `${host} refused to give a token (status ${status}).${quoted}`)
}
