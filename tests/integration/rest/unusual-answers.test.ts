import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '#engine/base/clock'
import { BackOff } from '#engine/base/http/index'
import { createRest, type Rest } from '#engine/connection/rest/index'
import { toProblem, type Problem } from '#shared/domain/base/problem'
import { sendJson, startScriptedServer, type ScriptedServer } from '../support/scripted-server'

const id = '3f2a9c04-7d1e-4b58-9a6c-0e5d8b7f1a23'
const address = (place: number) => ({
  id: `${id.slice(0, -4)}${String(place).padStart(4, '0')}`,
  profile_id: 'p',
  customer_id: 'c',
  crypto_network: 'BITCOIN',
  address: 'bc1q',
  conversion_target_asset: 'USD',
  created_at: '2026-01-02T03:04:05.000000006Z'
})
const conversion = { id, amount: '1.10', source_asset: 'USD', target_asset: 'USDG', status: 'CREATED' }

let server: ScriptedServer
let rest: Rest
let dropped: string[]

beforeEach(async () => {
  server = await startScriptedServer((response) => sendJson(response, conversion))
  dropped = []
  rest = createRest({
    clock: systemClock,
    random: () => 0,
    fetch: (url, init) => fetch(url, init),
    restBase: `${server.origin}/v2`,
    tokens: { valid: async () => 'token', drop: (token) => dropped.push(token) },
    backOff: new BackOff(systemClock, () => 0),
    keepOutOfLogs: () => {}
  })
})
afterEach(() => server.close())

const problemOf = async (work: Promise<unknown>): Promise<Problem> =>
  work.then(
    () => Promise.reject(new Error('nothing was thrown')),
    (thrown: unknown) => toProblem(thrown)
  )
const read = () => rest.conversions.read(id)
const text = (body: string, status = 200, type = 'text/html') => {
  server.reply = (response) => void response.writeHead(status, { 'content-type': type }).end(body)
}

describe('keeps unknown data', () => {
  test('keeps unknown fields, statuses and networks', async () => {
    server.reply = (response) =>
      sendJson(response, { ...conversion, status: 'ON_HOLD', fee: { amount: '0.1' } })
    expect(await read()).toMatchObject({
      status: 'ON_HOLD',
      amount: '1.10',
      more: { fee: { amount: '0.1' } }
    })
    server.reply = (response) =>
      sendJson(response, {
        items: [{ ...address(1), crypto_network: 'MOON', memo: 'x', ref_id: null, identity_id: '' }],
        next_page_cursor: '',
        total: 1
      })
    expect(await rest.addresses.page()).toMatchObject({
      items: [{ network: 'MOON', more: { memo: 'x' }, refId: null, identityId: null }],
      nextCursor: null,
      more: { total: 1 }
    })
  })

  test('accepts JSON of any content type and after a byte order mark', async () => {
    text(`\uFEFF${JSON.stringify(conversion)}`)
    expect((await read()).id).toBe(id)
  })

  test('counts an incomplete address without affecting others', async () => {
    const { address: _address, ...broken } = address(2)
    server.reply = (response) => sendJson(response, { items: [address(1), broken, 7, address(3)] })
    const page = await rest.addresses.page()
    expect(page.items.map((one) => one.createdAt.at! % 10n)).toEqual([6n, 6n])
    expect(page.unreadable).toEqual([
      { index: 1, reason: 'wrong or missing: address', raw: broken },
      { index: 2, reason: 'not an object', raw: 7 }
    ])
  })
})

describe('rejects invalid answers', () => {
  test.each([
    ['a page of HTML', '<!doctype html><title>Sign in</title>', 'web page instead of data'],
    ['half of it', '{"id":"', 'the requested data'],
    ['nothing', '', 'the requested data'],
    ['another kind of thing', '[]', 'not with a conversion'],
    [
      'a number where a text should be',
      JSON.stringify({ ...conversion, amount: 1.1 }),
      'not with a conversion'
    ]
  ])('%s, requested once', async (_name, body, words) => {
    text(body)
    const problem = await problemOf(read())
    expect(problem).toMatchObject({ code: 'rest.malformed', retryable: false })
    expect(problem.sentence).toContain(words)
    expect(problem.sentence).not.toContain('<')
    expect(server.asked).toHaveLength(1)
  })

  test.each([
    ['no items', {}],
    ['items of another kind', { items: { a: 1 } }],
    ['a cursor of another kind', { items: [], next_page_cursor: 7 }]
  ])('rejects a list with %s', async (_name, body) => {
    server.reply = (response) => sendJson(response, body)
    expect((await problemOf(rest.addresses.page())).code).toBe('rest.malformed')
  })

  test('rejects another record than requested', async () => {
    server.reply = (response) => sendJson(response, { ...conversion, id: address(1).id })
    expect((await problemOf(read())).code).toBe('rest.other-record')
  })

  test('aborts an endless answer with its connection', async () => {
    server.reply = (response) => {
      const more = () => {
        while (response.write('x'.repeat(65_536)));
      }
      response.on('drain', more).on('error', () => {})
      more()
    }
    expect((await problemOf(read())).code).toBe('network.too-long')
    await expect.poll(() => server.asked[0]?.socket.destroyed).toBe(true)
  })
})

describe('refusals', () => {
  test.each([
    [403, { title: 'Forbidden', detail: 'not on the allow list' }, 'rest.forbidden', 'not on the allow list'],
    [
      403,
      { detail: "insufficient scopes: found 'a:read', required one of '[b:read c:read]'" },
      'rest.scope',
      'b:read or c:read'
    ],
    [403, { detail: 'no', meta: { required_scope: 'b:read' } }, 'rest.scope', 'b:read'],
    [414, {}, 'rest.too-much', 'fewer values'],
    [431, {}, 'rest.too-much', 'fewer values'],
    [400, { error: 'BAD', message: 'odd' }, 'rest.refused', 'BAD: odd'],
    [400, { error: { code: 'BAD' } }, 'rest.refused', 'no reason']
  ])('requests %s once', async (status, body, code, words) => {
    server.reply = (response) => sendJson(response, { ...body, request_id: 'r-7' }, status)
    const problem = await problemOf(read())
    expect(problem).toMatchObject({ code, retryable: false, requestId: 'r-7' })
    expect(problem.sentence).toContain(words)
    expect(server.asked).toHaveLength(1)
    expect(dropped).toEqual([])
  })

  test('requests 401 twice', async () => {
    server.reply = (response) => sendJson(response, {}, 401)
    expect((await problemOf(read())).code).toBe('rest.unauthorised')
    expect(server.asked).toHaveLength(2)
    expect(dropped).toEqual(['token', 'token'])
  })

  test('tries one fresh token for a 401 after a fault', async () => {
    server.reply = (response, _request, count) =>
      sendJson(response, conversion, [401, 500, 401][count - 1] ?? 200)
    expect((await problemOf(read())).code).toBe('rest.unauthorised')
    expect(server.asked).toHaveLength(3)
  })
})

describe('the access token', () => {
  test('is only sent to the profile’s URL', async () => {
    const elsewhere = await startScriptedServer((response) => sendJson(response, conversion))
    server.reply = (response) =>
      void response.writeHead(302, { location: `${elsewhere.origin}/v2/conversion/stablecoins/${id}` }).end()
    expect((await problemOf(read())).code).toBe('network.redirect')
    expect(elsewhere.asked).toHaveLength(0)
    expect(server.asked[0]?.headers.authorization).toBe('Bearer token')
    await elsewhere.close()
  })

  test('is in no problem', async () => {
    for (const status of [400, 401, 403, 404]) {
      server.reply = (response, request) =>
        sendJson(response, { detail: 'odd', seen: request.headers.authorization }, status)
      expect(JSON.stringify(await problemOf(read()))).not.toContain('Bearer')
    }
  })
})

describe('a service with broken cursors', () => {
  const all = async () => {
    for await (const page of rest.addresses.pages()) void page
  }

  test.each([
    ['the same cursor', (count: number) => ({ items: [address(count)], next_page_cursor: 'again' }), 2],
    [
      'cursors in a ring',
      (count: number) => ({ items: [address(count)], next_page_cursor: `c${count % 3}` }),
      4
    ],
    [
      'the same page under new cursors',
      (count: number) => ({ items: [address(1), address(2)], next_page_cursor: `c${count}` }),
      2
    ],
    ['only empty pages', (count: number) => ({ items: [], next_page_cursor: `c${count}` }), 101]
  ])('%s: stops and reports an incomplete result', async (_name, body, requests) => {
    server.reply = (response, _request, count) => sendJson(response, body(count))
    const problem = await problemOf(all())
    expect(problem.code).toBe('rest.endless')
    expect(problem.sentence).toContain('not complete')
    expect(server.asked).toHaveLength(requests)
  })
})

test('leaves no socket when cancelled within an answer', async () => {
  server.reply = (response) => void response.writeHead(200, { 'content-length': '1000' }).write('{"items":[')
  const stop = new AbortController()
  const work = problemOf(rest.addresses.page({}, { signal: stop.signal }))
  await expect.poll(() => server.asked.length).toBe(1)
  stop.abort()
  expect((await work).code).toBe('rest.stopped')
  await expect.poll(() => server.asked[0]?.socket.destroyed).toBe(true)
})
