import type { TokenPorts } from './ports'
import { fail } from '#shared/domain/base/problem'
import { tokenText } from '#shared/messages/service'
import { parseJson } from '#shared/wire/parse-json'
import { decodeToken, type Token } from '#shared/wire/token'
import { systemClock } from '../../base/clock'
import { exchange, type Answer } from '../../base/http'
import { tokenRefusal } from './refusal'

export interface TokenRequest {
  readonly tokenHost: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scopes: readonly string[]
  readonly signal?: AbortSignal
  readonly milliseconds?: number
}

const timeLimit = 15_000
const maxAnswerLength = 64 * 1024

/** One request for one token; see `TokenSource` for more. */
export async function requestToken(ports: TokenPorts, request: TokenRequest): Promise<Token> {
  const { text } = await send(ports, request)
  const token = decodeToken(jsonOf(text, new URL(request.tokenHost).host), request.scopes)
  ports.keepOutOfLogs(token.accessToken)
  return token
}

/** Resolves if the host issues a token, which is dropped unread. */
export async function expectToken(ports: TokenPorts, request: TokenRequest): Promise<void> {
  await send(ports, request, true)
}

async function send(ports: TokenPorts, request: TokenRequest, dropsSuccess = false): Promise<Answer> {
  const { tokenHost, clientId, clientSecret, scopes, signal, milliseconds = timeLimit } = request
  const { fetch, keepOutOfLogs, redact, clock = systemClock } = ports
  keepOutOfLogs(clientSecret)
  const host = new URL(tokenHost).host
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope: scopes.join(' ')
  })
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: form.toString()
  }
  const limits = { signal, milliseconds, maxBytes: maxAnswerLength, dropsSuccess }
  const answer = await exchange({ fetch, clock }, `${tokenHost}/oauth2/token`, init, limits).catch(
    (thrown: unknown) => {
      throw signal?.aborted ? stopped() : thrown
    }
  )
  if (answer.status < 200 || answer.status > 299) throw tokenRefusal(answer, host, { clock, redact })
  return answer
}

export const stopped = () => fail('token.stopped', tokenText.stopped, { retryable: true })

function jsonOf(text: string, host: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw fail('token.malformed', tokenText.notToken(host))
  }
}
