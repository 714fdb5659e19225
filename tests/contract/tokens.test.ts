import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askToken, get, local, openTarget, postToken, tokenFor, type Target } from './target'

let target: Target
beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target.close())

const addresses = 'transfer:read_deposit_address'
const statements = 'rewards:read_statements'
const form = () => ({
  grant_type: 'client_credentials',
  client_id: target.clientId,
  client_secret: target.clientSecret,
  scope: addresses
})

describe('section 5: tokens', () => {
  test('returns the four fields and grants the requested scopes', async () => {
    const { status, body, headers } = await askToken(target, form())
    expect(status).toBe(200)
    expect(typeof body['access_token']).toBe('string')
    expect(Number.isInteger(body['expires_in'])).toBe(true)
    expect(body['expires_in']).toBeGreaterThan(0)
    expect(String(body['token_type']).toLowerCase()).toBe('bearer')
    expect(String(body['scope']).split(' ')).toContain(addresses)
    if (!target.local) return
    expect(body['scope']).toBe(addresses)
    expect(headers.get('cache-control')).toContain('no-store')
  })

  test('separates scopes by spaces', async () => {
    const { body } = await askToken(target, { ...form(), scope: `${addresses} ${statements}` })
    const granted = String(body['scope']).split(' ')
    expect(granted).toEqual(expect.arrayContaining([statements, addresses]))
    if (target.local) expect(granted).toHaveLength(2)
  })

  test.runIf(local)('accepts parameters in the content type', async () => {
    const { status } = await postToken(target, {
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
      body: new URLSearchParams(form()).toString()
    })
    expect(status).toBe(200)
  })

  test.runIf(local)('refuses other content types', async () => {
    const { status } = await postToken(target, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(form())
    })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })

  // Not documented, and an environment might block the client.
  test.runIf(local).each([
    ['a wrong secret', { client_secret: 'wrong' }, 401, ['invalid_client']],
    ['a missing grant', { grant_type: '' }, 400, ['invalid_request', 'unsupported_grant_type']],
    ['another grant', { grant_type: 'password' }, 400, ['unsupported_grant_type']],
    ['an unknown scope', { scope: 'nobody:knows_this' }, 400, ['invalid_scope']],
    [
      'another grant before a wrong client',
      { grant_type: 'x', client_id: 'x' },
      400,
      ['unsupported_grant_type']
    ],
    ['a wrong client before an unknown scope', { client_id: 'x', scope: 'x' }, 401, ['invalid_client']]
  ])('%s', async (_name, change, status, errors) => {
    const answer = await askToken(target, { ...form(), ...change })
    expect(answer.status).toBe(status)
    expect(errors).toContain(answer.body['error'])
  })

  test.each([
    ['/transfer/deposit-addresses?limit=1', addresses],
    ['/rewards/statements/00000000-0000-4000-8000-000000000000', statements],
    ['/conversion/stablecoins/00000000-0000-4000-8000-000000000000', 'conversion:read_conversion_stablecoin']
  ])('%s needs a token with its scope', async (path, scope) => {
    // Not documented.
    const unknown = target.local ? [401] : [400, 401, 403]
    expect(unknown).toContain((await get(target, path)).status)
    expect(unknown).toContain((await get(target, path, 'e30.e30.e30')).status)
    const token = await tokenFor(target, 'exchange:read_aggregated_marketdata_stream')
    const forged = await get(target, path, token.slice(0, -6) + 'AAAAAA')
    expect(unknown).toContain(forged.status)
    const refused = await get(target, path, token)
    expect(target.local ? [403] : [401, 403]).toContain(refused.status)
    const { status } = await get(target, path, await tokenFor(target, scope))
    expect(target.local ? [200, 404] : [200, 400, 403, 404]).toContain(status)
    if (target.local) expect(String(refused.body['detail'])).toContain(scope)
  })
})
