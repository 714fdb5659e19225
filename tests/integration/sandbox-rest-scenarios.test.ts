import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ScenarioName } from '#shared/domain/connection/scenarios'
import { openDesk, scopes, type Desk } from './sandbox-rest-desk'

let desk: Desk
let token: string
const path = '/transfer/deposit-addresses?limit=50'
const on = (name: ScenarioName) => desk.sandbox.scenarios.switchOn(name)
const off = (name: ScenarioName) => desk.sandbox.scenarios.switchOff(name)

beforeEach(async () => {
  desk = await openDesk()
  token = await desk.token(scopes.addresses, scopes.statements)
})
afterEach(() => desk.close())

async function downloads() {
  const response = await desk.get(`/rewards/statements/${desk.sandbox.description.statement_ids[0]!}`, token)
  const { statement } = (await response.json()) as { statement: { files: { download_url: string }[] } }
  return statement.files.map(({ download_url }) => download_url)
}

/** The body until the end, and whether it is complete. */
async function received(url: string) {
  const [response] = (await once(request(url, { agent: false }).end(), 'response')) as [IncomingMessage]
  const parts: Buffer[] = []
  response.on('data', (part: Buffer) => parts.push(part))
  response.on('error', () => undefined)
  await new Promise((resolve) => response.once('close', resolve))
  return {
    announced: Number(response.headers['content-length']),
    body: Buffer.concat(parts).toString(),
    whole: response.complete
  }
}

/** Advances time for a held request. */
async function released(held: Promise<Response>, waiting: number): Promise<Response> {
  await expect.poll(() => desk.clock.waiting).toBeGreaterThan(waiting)
  desk.clock.advance(5000)
  return held
}

describe('faults of REST', () => {
  test('rest-429 sends Retry-After', async () => {
    on('rest-429')
    const response = await desk.get(path, token)
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    off('rest-429')
    expect((await desk.get(path, token)).status).toBe(200)
  })

  test('rest-500, rest-html and wrong-content-type', async () => {
    on('rest-500')
    expect((await desk.get(path, token)).status).toBe(500)
    off('rest-500')
    on('rest-html')
    const html = await desk.get(path, token)
    expect([html.status, html.headers.get('content-type')]).toEqual([502, 'text/html; charset=utf-8'])
    off('rest-html')
    on('wrong-content-type')
    const odd = await desk.get(path, token)
    expect(odd.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(await odd.json()).toHaveProperty('items')
  })

  test('rest-truncated ends within the body', async () => {
    on('rest-truncated')
    const response = await desk.get(path, token)
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow()
  })

  test('rest-slow and token-slow answer late but correctly', async () => {
    on('rest-slow')
    const waiting = desk.clock.waiting
    expect((await released(desk.get(path, token), waiting)).status).toBe(200)
    off('rest-slow')
    on('token-slow')
    const before = desk.clock.waiting
    const late = desk.token(scopes.addresses)
    await expect.poll(() => desk.clock.waiting).toBeGreaterThan(before)
    desk.clock.advance(5000)
    expect((await desk.get(path, await late)).status).toBe(200)
  })
})

describe('faults of tokens', () => {
  test('token-down hangs up, token-429 sends Retry-After', async () => {
    on('token-down')
    await expect(desk.token(scopes.addresses)).rejects.toThrow()
    off('token-down')
    on('token-429')
    const response = await fetch(`${desk.sandbox.description.auth_url}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials' })
    })
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '2'])
  })

  test('token-revoked revokes issued tokens, and new ones after their first call', async () => {
    expect((await desk.get(path, token)).status).toBe(200)
    on('token-revoked')
    expect((await desk.get(path, token)).status).toBe(401)
    const fresh = await desk.token(scopes.addresses)
    expect((await desk.get(path, fresh)).status).toBe(200)
    expect((await desk.get(path, fresh)).status).toBe(401)
    off('token-revoked')
    const last = await desk.token(scopes.addresses)
    expect((await desk.get(path, last)).status).toBe(200)
    expect((await desk.get(path, last)).status).toBe(200)
  })

  test('expires a token after its lifetime', async () => {
    desk.clock.jump(3599_000)
    expect((await desk.get(path, token)).status).toBe(200)
    desk.clock.jump(2000)
    const response = await desk.get(path, token)
    expect([response.status, await response.text()]).toEqual([401, expect.stringContaining('expired')])
  })

  test('clock-skew shifts the time without breaking calls', async () => {
    on('clock-skew')
    const response = await desk.get(path, await desk.token(scopes.addresses))
    expect(response.status).toBe(200)
    expect(Date.parse(response.headers.get('date')!) - desk.clock.now()).toBeGreaterThan(4 * 60_000)
  })
})

describe('downloads', () => {
  test('supports ranges, ETags and HEAD', async () => {
    for (const url of await downloads()) {
      const whole = await desk.get(url)
      const body = Buffer.from(await whole.arrayBuffer())
      const etag = whole.headers.get('etag')!
      const part = async (range: string, more = {}) => {
        const response = await desk.get(url, undefined, { headers: { range, ...more } })
        const bytes = Buffer.from(await response.arrayBuffer())
        return [response.status, response.headers.get('content-range'), bytes.toString('hex')]
      }
      const size = body.length
      expect(await part('bytes=10-19')).toEqual([
        206,
        `bytes 10-19/${size}`,
        body.subarray(10, 20).toString('hex')
      ])
      expect(await part('bytes=-5')).toEqual([
        206,
        `bytes ${size - 5}-${size - 1}/${size}`,
        body.subarray(-5).toString('hex')
      ])
      expect(await part('bytes=10-19', { 'if-range': '"other"' })).toEqual([200, null, body.toString('hex')])
      expect((await part(`bytes=${size}-`))[0]).toBe(416)
      expect((await desk.get(url, undefined, { headers: { 'if-none-match': etag } })).status).toBe(304)
      const head = await desk.get(url, undefined, { method: 'HEAD' })
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)])
    }
  })

  test('refuses changed and expired URLs, and URLs with a token', async () => {
    const [url] = (await downloads()) as [string]
    const changed = url.replace(/signature=./, (text) => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0'))
    const longer = url.replace(/expires=\d+/, 'expires=99999999999')
    for (const wrong of [changed, longer, `${url}&x=1`, url.split('?')[0]!, url.replace('.pdf', '.csv')]) {
      const response = await desk.get(wrong)
      expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('signature')])
    }
    expect((await desk.get(url, token)).status).toBe(400)
    desk.clock.jump(300_000)
    const late = await desk.get(url)
    expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('expired')])
    expect(await (await desk.get(changed)).text()).toContain('signature')
  })

  test('url-expired, download-cut and download-wrong-length', async () => {
    const [, url] = (await downloads()) as [string, string]
    const right = await (await desk.get(url)).text()
    on('url-expired')
    expect((await desk.get(url)).status).toBe(403)
    off('url-expired')
    on('download-cut')
    await expect((await desk.get(url)).text()).rejects.toThrow()
    off('download-cut')
    on('download-wrong-length')
    const { announced, body, whole } = await received(url)
    expect(body).toBe(right)
    expect(announced).toBeGreaterThan(Buffer.byteLength(body))
    expect(whole).toBe(false)
    await expect((await desk.get(url)).text()).rejects.toThrow()
    const part = await desk.get(url, undefined, { headers: { range: 'bytes=10-19' } })
    expect([part.status, Number(part.headers.get('content-length')) > 10]).toEqual([206, true])
    await expect(part.text()).rejects.toThrow()
    off('download-wrong-length')
    expect(await received(url)).toEqual({ announced: Buffer.byteLength(right), body: right, whole: true })
  })
})
