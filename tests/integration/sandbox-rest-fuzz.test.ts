import { connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDesk, scopes, type Desk } from './sandbox-rest-desk'

let desk: Desk
let token: string
beforeAll(async () => {
  desk = await openDesk()
  token = await desk.token(...Object.values(scopes))
})
afterAll(() => desk.close())

/** Raw bytes; returns the whole response. */
function raw(bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(desk.sandbox.description.base_url).port), '127.0.0.1')
    const parts: Buffer[] = []
    socket.on('data', (part) => parts.push(part))
    socket.on('close', () => resolve(Buffer.concat(parts).toString('latin1')))
    socket.on('error', reject)
    socket.end(bytes)
  })
}

const request = (method: string, target: string, headers: string, body = '') =>
  raw(
    Buffer.from(
      `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${headers}\r\n${body}`
    )
  )

function expectProper(answer: string): void {
  const [head, body = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 [234]\d\d /)
  expect(answer).not.toMatch(/\n\s+at |node_modules|\.[cm]?[jt]s:\d/)
  const status = Number(head!.slice(9, 12))
  if (status < 400 || body === '') return
  const problem = JSON.parse(body.replace(/^[0-9a-f]+\r\n|\r\n0$/g, '')) as Record<string, unknown>
  if ('error' in problem) return
  expect(problem).toMatchObject({ status, title: expect.any(String), detail: expect.any(String) })
}

const names = [
  'ids',
  'networks',
  'limit',
  'order',
  'order_by',
  'page_cursor',
  'created_at.lt',
  'created_at.eq',
  'ref_ids',
  '__proto__'
]
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e3',
    'NaN',
    '9'.repeat(30),
    '2026-01-01',
    '2026-01-01T00:00:00Z',
    'ASC',
    '%00',
    '\u0000'
  )
)

test('answers any query with a page or a problem', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 6 }),
      async (pairs) => {
        const query = new URLSearchParams(pairs)
        const response = await desk.get(`/transfer/deposit-addresses?${query}`, token)
        expect([200, 400]).toContain(response.status)
        const body = (await response.json()) as Record<string, unknown>
        if (response.status === 200) expect(Array.isArray(body['items'])).toBe(true)
        else expect(body).toMatchObject({ meta: { parameter: expect.any(String) } })
      }
    ),
    { numRuns: 300 }
  )
})

test('answers any path, header and body properly', async () => {
  const place = fc.constantFrom(
    '/oauth2/token',
    '/v2/transfer/deposit-addresses',
    '/v2/rewards/statements/',
    '/files/statements/a/b',
    '/files/statements/../../../../etc/passwd',
    '/files/statements/%2e%2e/%2e%2e%2fetc%2fpasswd?expires=1&signature=00',
    '/files/statements/..%5c..%5c/x',
    '/control/scenarios/__proto__',
    '/control/addresses',
    '/control/conversions',
    '/%',
    '//',
    '/v2/rewards/statements/%00',
    '*',
    'http://elsewhere/v2'
  )
  const method = fc.constantFrom(
    'GET',
    'POST',
    'PUT',
    'DELETE',
    'PATCH',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'HEAD',
    'WAT'
  )
  const type = fc.constantFrom(
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data',
    '',
    ';;;'
  )
  const token64 = fc.string({ maxLength: 60 }).map((text) => text.replace(/[\r\n]/g, ''))
  await fc.assert(
    fc.asyncProperty(
      method,
      place,
      type,
      token64,
      fc.string({ unit: 'binary', maxLength: 200 }),
      async (verb, target, kind, bearer, body) => {
        const size = Buffer.byteLength(body)
        const headers = `Content-Type: ${kind}\r\nAuthorization: Bearer ${bearer}\r\nContent-Length: ${size}\r\n`
        expectProper(await request(verb, target, headers, body))
      }
    ),
    { numRuns: 300 }
  )
})

test('refuses invalid HTTP, endless headers and large bodies', async () => {
  expectProper(await raw('\u0016\u0003\u0001 not http\r\n\r\n'))
  expect(await request('GET', '/v2', `X: ${'a'.repeat(40_000)}\r\n`)).toMatch(/^HTTP\/1\.1 431 /)
  const big = 'a'.repeat(70_000)
  const headers = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${big.length}\r\n`
  expect(await request('POST', '/oauth2/token', headers, big)).toMatch(/^HTTP\/1\.1 413 /)
})

test('refuses requests and upgrades for another host name', async () => {
  for (const more of ['', 'Upgrade: websocket\r\nConnection: Upgrade\r\n'])
    for (const path of ['/v2/stream', '/control'])
      expect(
        await raw(`GET ${path} HTTP/1.1\r\nHost: evil.example\r\n${more || 'Connection: close\r\n'}\r\n`)
      ).toMatch(/^HTTP\/1\.1 421 /)
})

test('answers a wrong method with 405 and an unknown route with 404', async () => {
  const wrong = await desk.get('/transfer/deposit-addresses', token, { method: 'DELETE' })
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  expect((await desk.get('/orders', token)).status).toBe(404)
  const forms = await fetch(`${desk.sandbox.description.auth_url}/oauth2/token`)
  expect([forms.status, forms.headers.get('allow')]).toEqual([405, 'POST'])
})

test('accepts a cursor only for its filters and unmodified', async () => {
  const read = (query: string) => desk.get(`/transfer/deposit-addresses?${query}`, token)
  const { next_page_cursor: cursor } = (await (await read('limit=3&networks=BITCOIN')).json()) as {
    next_page_cursor: string
  }
  expect((await read(`limit=9&networks=BITCOIN&page_cursor=${cursor}`)).status).toBe(200)
  expect((await read(`limit=3&page_cursor=${cursor}`)).status).toBe(400)
  expect((await read(`networks=BITCOIN&order=ASC&page_cursor=${cursor}`)).status).toBe(400)
  for (let place = 0; place < cursor.length; place += 1) {
    const changed = cursor.slice(0, place) + (cursor[place] === 'A' ? 'B' : 'A') + cursor.slice(place + 1)
    expect((await read(`networks=BITCOIN&page_cursor=${changed}`)).status).toBe(400)
  }
})
