import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Scenarios } from '../control/scenarios'
import { HttpProblem } from '../http/problem'
import { pause, tooMany, type FaultClock } from '../http/faults'
import { isScope, type Scope } from './scopes'
import type { Tokens } from './tokens'

interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
}

interface Refusal {
  readonly status: 400 | 401
  readonly error: string
  readonly error_description: string
}

const refuse = (error: string, error_description: string, status: 400 | 401 = 400): Refusal => ({
  status,
  error,
  error_description
})

const digest = (text: string) => createHash('sha256').update(text).digest()
/** In constant time. */
const same = (left: string, right: string) => timingSafeEqual(digest(left), digest(right))

/** Grant, client, scope: the documented order of the checks. */
function judge(form: URLSearchParams, credentials: Credentials): Refusal | readonly Scope[] {
  for (const name of new Set(form.keys())) {
    if (form.getAll(name).length > 1) return refuse('invalid_request', `${name} is given more than once`)
  }
  const grant = form.get('grant_type')
  if (!grant) return refuse('invalid_request', 'grant_type is missing')
  if (grant !== 'client_credentials') {
    return refuse('unsupported_grant_type', 'grant_type must be client_credentials')
  }
  const known = same(form.get('client_id') ?? '', credentials.clientId)
  const proven = same(form.get('client_secret') ?? '', credentials.clientSecret)
  if (!known || !proven) return refuse('invalid_client', 'client_id or client_secret is wrong', 401)
  const asked = [...new Set((form.get('scope') ?? '').split(' ').filter((name) => name !== ''))]
  if (asked.length === 0) return refuse('invalid_scope', 'scope is missing')
  const granted = asked.filter(isScope)
  if (granted.length < asked.length) return refuse('invalid_scope', 'at least one scope is unknown')
  return granted
}

export function addTokenRoutes(
  server: FastifyInstance,
  deps: { tokens: Tokens; credentials: Credentials; scenarios: Scenarios; clock: FaultClock }
): void {
  const { tokens, credentials, scenarios, clock } = deps
  void server.register((scope, _options, done) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, parsed) => parsed(null, new URLSearchParams(body as string))
    )
    scope.post('/oauth2/token', async (request, reply) => {
      if (scenarios.on('token-down')) {
        reply.hijack()
        request.raw.socket.destroy()
        return reply
      }
      if (scenarios.on('token-slow')) await pause(clock)
      if (scenarios.on('token-429')) throw tooMany()
      const form = request.body
      if (!(form instanceof URLSearchParams)) {
        throw new HttpProblem(415, 'the body must be application/x-www-form-urlencoded')
      }
      const judged = judge(form, credentials)
      noStore(reply)
      if ('error' in judged) {
        const { status, ...body } = judged
        return reply.code(status).send(body)
      }
      return reply.send({
        access_token: await tokens.issue(credentials.clientId, judged),
        expires_in: tokens.lifetimeSeconds,
        token_type: 'bearer',
        scope: judged.join(' ')
      })
    })
    done()
  })
}

const noStore = (reply: FastifyReply) => reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
