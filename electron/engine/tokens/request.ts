import { fail, type ProblemError } from '../../shared/domain/problem'
import { decodeToken, type Token } from '../../shared/wire/token'
import { boundedText } from './bounded'
import { readErrorBody } from './error-body'
import { networkProblem } from './network-problem'

/** The part of `fetch` that is used; main gives one that goes through the system's proxy and trust. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface TokenPorts {
  readonly fetch: Fetch
  /** Told of every secret and token before anything could log it. */
  readonly keepOutOfLogs: (secret: string) => void
}

export interface TokenRequest {
  readonly tokenHost: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scopes: readonly string[]
  readonly signal?: AbortSignal
  readonly milliseconds?: number
}

const timeLimit = 15_000
const longestAnswer = 64 * 1024

export async function requestToken(ports: TokenPorts, request: TokenRequest): Promise<Token> {
  const { tokenHost, clientId, clientSecret, scopes, milliseconds = timeLimit } = request
  ports.keepOutOfLogs(clientSecret)
  const host = new URL(tokenHost).host
  const limit = AbortSignal.timeout(milliseconds)
  const signal = request.signal ? AbortSignal.any([request.signal, limit]) : limit
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope: scopes.join(' ')
  })
  try {
    const response = await ports.fetch(`${tokenHost}/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: form.toString(),
      // The form holds the secret: it goes to the address of the profile and nowhere else.
      redirect: 'error',
      credentials: 'omit',
      signal
    })
    const text = await boundedText(response, { limit: longestAnswer, signal, host })
    if (!response.ok) throw refusal(response, text, host)
    const token = decodeToken(jsonOf(text, host), scopes)
    ports.keepOutOfLogs(token.accessToken)
    return token
  } catch (thrown) {
    if (request.signal?.aborted) throw fail('token.stopped', 'The request was stopped.', { retryable: true })
    if (limit.aborted) {
      const seconds = Math.max(1, Math.round(milliseconds / 1000))
      throw fail('network.timeout', `${host} did not answer within ${seconds} seconds.`, { retryable: true })
    }
    throw networkProblem(thrown, host)
  }
}

function jsonOf(text: string, host: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw fail(
      'token.malformed',
      `${host} answered with something that is no token. Is the token host right? It is often another address than the REST one.`
    )
  }
}

function refusal(response: Response, text: string, host: string): ProblemError {
  const { status } = response
  const { code, words, requestId } = readErrorBody(text)
  const said = [code, words].filter((part) => part !== null).join(': ')
  const quoted = said === '' ? ' It gave no reason.' : ` It says: ${said}`
  const more = { detail: `status ${status}`, ...(requestId ? { requestId } : {}) }
  if (status === 429) {
    const wait = response.headers.get('retry-after')
    const until = wait && /^\d{1,6}$/.test(wait) ? `in ${wait} seconds` : 'in a few minutes'
    return fail('token.limited', `${host} asks for fewer requests. Try again ${until}.`, {
      ...more,
      retryable: true
    })
  }
  if (status >= 500) {
    return fail('token.service', `${host} is in trouble (status ${status}).${quoted}`, {
      ...more,
      retryable: true
    })
  }
  if (status === 401 || code === 'invalid_client') {
    return fail('token.refused', `${host} does not accept the client id and secret.${quoted}`, more)
  }
  if (code === 'invalid_scope' || (status === 403 && !code)) {
    return fail('token.scope', `${host} does not grant the scopes that were asked for.${quoted}`, more)
  }
  if (status === 404) {
    return fail(
      'token.address',
      `${host} has no token endpoint at this address. Is the token host right?`,
      more
    )
  }
  return fail('token.refused', `${host} refused to give a token (status ${status}).${quoted}`, more)
}
