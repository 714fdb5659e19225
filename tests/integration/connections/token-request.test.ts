import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { requestToken } from '#engine/connection/tokens/index'
import { toProblem } from '#shared/domain/base/problem'
import { json, startTokenServer, type TokenServer } from '../support/token-server'

let server: TokenServer
const hidden: string[] = []
beforeEach(async () => {
  hidden.length = 0
  server = await startTokenServer()
})
afterEach(() => server.close())

const ports = {
  fetch: (url: string, init: RequestInit) => fetch(url, init),
  keepOutOfLogs: (text: string) => void hidden.push(text)
}
const ask = (more: Partial<Parameters<typeof requestToken>[1]> = {}) =>
  requestToken(ports, {
    tokenHost: server.address,
    clientId: 'desk',
    clientSecret: 's3cret&=+ü',
    scopes: ['a:read', 'b:read'],
    ...more
  })
const problemOf = async (work: Promise<unknown>) => {
  const thrown: unknown = await work.then(
    () => new Error('nothing was thrown'),
    (problem: unknown) => problem
  )
  return toProblem(thrown)
}

test('sends the documented form, and keeps secret and token out of the logs', async () => {
  const token = await ask()
  expect(token).toEqual({
    accessToken: 'token-for-desk',
    expiresInSeconds: 3600,
    scopes: ['a:read', 'b:read']
  })
  const [asked] = server.asked
  expect(asked?.path).toBe('/oauth2/token')
  expect(asked?.contentType).toBe('application/x-www-form-urlencoded')
  expect(Object.fromEntries(asked!.form)).toEqual({
    grant_type: 'client_credentials',
    client_id: 'desk',
    client_secret: 's3cret&=+ü',
    scope: 'a:read b:read'
  })
  expect(hidden).toEqual(['s3cret&=+ü', 'token-for-desk'])
})

describe('reports a refusal with the service’s message', () => {
  test.each([
    [
      'RFC 6749',
      401,
      { error: 'invalid_client', error_description: 'unknown client' },
      'token.refused',
      'invalid_client: unknown client'
    ],
    ['RFC 6749 with status 400', 400, { error: 'invalid_client' }, 'token.refused', 'invalid_client'],
    ['a scope', 400, { error: 'invalid_scope', error_description: 'not yours' }, 'token.scope', 'not yours'],
    [
      'RFC 7807',
      403,
      { title: 'Forbidden', detail: 'insufficient scopes', request_id: 'r-1' },
      'token.scope',
      'insufficient scopes'
    ],
    ['a fault', 503, { title: 'Down' }, 'token.service', 'Down'],
    ['no such path', 404, {}, 'token.address', 'token endpoint']
  ])('%s', async (_name, status, body, code, words) => {
    server.reply = (response) => json(response, status, body, 'application/problem+json')
    const problem = await problemOf(ask())
    expect(problem.code).toBe(code)
    expect(problem.sentence).toContain(words)
    expect(problem.requestId).toBe('request_id' in body ? 'r-1' : undefined)
    expect(JSON.stringify(problem)).not.toContain('s3cret')
  })

  test('does not show HTML', async () => {
    server.reply = (response) => response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Oh</h1>')
    const problem = await problemOf(ask())
    expect(problem).toMatchObject({ code: 'token.service', retryable: true })
    expect(problem.sentence).not.toContain('<')
  })

  test('reports how long to wait after too many requests', async () => {
    server.reply = (response) => response.writeHead(429, { 'retry-after': '17' }).end()
    expect(await problemOf(ask())).toMatchObject({ code: 'token.limited', retryable: true })
    expect((await problemOf(ask())).sentence).toContain('17 seconds')
  })
})

test.each([
  ['no JSON', '<html>', 'token.malformed'],
  ['no token', '{"expires_in":1}', 'token.malformed'],
  ['a token with a line break', '{"access_token":"a\\nb","expires_in":1}', 'token.malformed'],
  ['another kind', '{"access_token":"a","expires_in":1,"token_type":"mac"}', 'token.type']
])('rejects an answer with %s', async (_name, text, code) => {
  server.reply = (response) => void response.end(text)
  expect((await problemOf(ask())).code).toBe(code)
})

test('aborts an endless answer', async () => {
  server.reply = (response) => {
    const more = () => {
      while (response.write('x'.repeat(65_536)));
    }
    response.on('drain', more).on('error', () => {})
    more()
  }
  expect((await problemOf(ask())).code).toBe('network.too-long')
})

test('gives up on a silent server after the time limit', async () => {
  server.reply = () => {}
  expect(await problemOf(ask({ milliseconds: 60 }))).toMatchObject({
    code: 'network.timeout',
    retryable: true
  })
})

test('gives up on half an answer after the time limit', async () => {
  server.reply = (response) => void response.writeHead(200).write('{"access_token":')
  expect((await problemOf(ask({ milliseconds: 60 }))).code).toBe('network.timeout')
})

test('can be cancelled', async () => {
  const stop = new AbortController()
  server.reply = () => stop.abort()
  expect((await problemOf(ask({ signal: stop.signal }))).code).toBe('token.stopped')
})

test('does not follow redirects with the secret', async () => {
  const other = await startTokenServer()
  server.reply = (response) => response.writeHead(307, { location: `${other.address}/oauth2/token` }).end()
  expect((await problemOf(ask())).code).toBe('network.redirect')
  expect(other.asked).toHaveLength(0)
  await other.close()
})

test('reports a closed port', async () => {
  const free = createServer().listen(0, '127.0.0.1')
  await once(free, 'listening')
  const { port } = free.address() as AddressInfo
  free.close()
  const problem = await problemOf(ask({ tokenHost: `http://127.0.0.1:${port}` }))
  expect(problem).toMatchObject({ code: 'network.refused', retryable: true })
  expect(problem.sentence).toContain(`127.0.0.1:${port}`)
})

test('distinguishes an unknown authority from a plain server', async () => {
  const folder = path.resolve(import.meta.dirname, '../../fixtures/tls')
  const secure = await startTokenServer({
    cert: readFileSync(path.join(folder, 'service.pem')),
    key: readFileSync(path.join(folder, 'service.key'))
  })
  expect((await problemOf(ask({ tokenHost: secure.address }))).code).toBe('network.certificate-authority')
  expect(secure.asked).toHaveLength(0)
  await secure.close()
  expect((await problemOf(ask({ tokenHost: server.address.replace('http', 'https') }))).code).toBe(
    'network.tls'
  )
})
