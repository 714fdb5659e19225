import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ScenarioName } from '#shared/domain/connection/scenarios'
import { toProblem } from '#shared/domain/base/problem'
import { openRestHarness, type RestHarness } from './desk'

let desk: RestHarness
const forever = new AbortController().signal
const on = (name: ScenarioName) => desk.sandbox.scenarios.switchOn(name)
const off = (name: ScenarioName) => desk.sandbox.scenarios.switchOff(name)
const page = (signal?: AbortSignal) => desk.rest.addresses.page({ limit: 5 }, signal ? { signal } : {})
const restRequests = () => desk.asked.length - desk.tokenRequests()

beforeEach(async () => {
  desk = await openRestHarness()
  await desk.tokens.valid(forever)
  desk.asked.length = 0
})
afterEach(async () => {
  await desk.close()
  expect(desk.clock.waiting).toBe(0)
})

describe('faults of REST', () => {
  test.each<[ScenarioName, string, string]>([
    ['rest-500', 'rest.service', 'this internal error is simulated'],
    ['rest-html', 'rest.service', 'status 502'],
    ['rest-truncated', 'network.closed', 'before it had sent the complete answer'],
    ['rest-429', 'rest.limited', 'fewer requests']
  ])('%s: fails after three attempts with a sentence, and recovers', async (name, code, words) => {
    on(name)
    const problem = await desk.drive(page()).then(
      () => null,
      (thrown: unknown) => toProblem(thrown)
    )
    expect(problem).toMatchObject({ code, retryable: true })
    expect(problem?.sentence).toContain(words)
    expect(problem?.sentence).not.toMatch(/[<>]/)
    expect(restRequests()).toBe(3)
    off(name)
    expect((await desk.drive(page())).items).toHaveLength(5)
  })

  test.each<ScenarioName>(['rest-500', 'rest-html', 'rest-truncated', 'rest-429'])(
    'tolerates a temporary %s',
    async (name) => {
      on(name)
      const work = page()
      await expect.poll(restRequests).toBe(1)
      await expect.poll(() => desk.clock.exchanges).toBe(0)
      off(name)
      expect((await desk.drive(work)).items).toHaveLength(5)
      expect(restRequests()).toBe(2)
    }
  )

  test('reports the ID of the failed request', async () => {
    on('rest-500')
    await expect(desk.drive(page())).rejects.toMatchObject({
      problem: { requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string }
    })
  })

  test('shares the back-off of a 429 with other calls, tokens and handshakes', async () => {
    on('rest-429')
    const first = page()
    await expect.poll(restRequests).toBe(1)
    await expect.poll(() => desk.clock.exchanges).toBe(0)
    off('rest-429')
    const begun = desk.clock.monotonic()
    const others = [page(), desk.rest.conversions.read(desk.sandbox.description.conversion_ids[0]!)]
    const handshake = desk.tokens.valid(forever).then(() => desk.clock.monotonic())
    const before = desk.asked.length
    await desk.pass(1900)
    expect(desk.asked).toHaveLength(before)
    await desk.drive(Promise.all([first, ...others]))
    expect((await desk.drive(handshake)) - begun).toBeGreaterThanOrEqual(1900)
  })

  test('waits for rest-slow up to a limit', async () => {
    on('rest-slow')
    expect((await desk.drive(page())).items).toHaveLength(5)
    const work = page()
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await expect.poll(() => [restRequests(), desk.clock.exchanges]).toEqual([1 + attempt, 1])
      desk.clock.advance(20_000)
      await expect.poll(() => desk.clock.exchanges).toBe(0)
      desk.clock.advance(2000)
    }
    await expect(work).rejects.toMatchObject({
      problem: { code: 'network.timeout', sentence: expect.stringContaining('20 seconds') as string }
    })
  })

  test('tolerates wrong-content-type and clock-skew', async () => {
    on('wrong-content-type')
    on('clock-skew')
    expect((await desk.drive(page())).items).toHaveLength(5)
    expect(desk.asked).toHaveLength(1)
  })
})

describe('faults of tokens', () => {
  /** Expires the token on both sides. */
  const expire = () => {
    desk.clock.jump(3_600_000)
    desk.service.jump(3_600_000)
  }

  test('makes one token request for 50 calls with an expired token', async () => {
    expire()
    const found = await desk.drive(Promise.all(Array.from({ length: 50 }, () => page())))
    expect(found.every(({ items }) => items.length === 5)).toBe(true)
    expect([desk.tokenRequests(), restRequests()]).toEqual([1, 50])
  })

  test('makes one token request for 50 calls with a revoked token, and repeats each', async () => {
    on('token-revoked')
    off('token-revoked')
    await desk.drive(Promise.all(Array.from({ length: 50 }, () => page())))
    expect([desk.tokenRequests(), restRequests()]).toEqual([1, 100])
  })

  test('token-revoked: gets a token for each call', async () => {
    on('token-revoked')
    for (let call = 0; call < 4; call += 1) expect((await desk.drive(page())).items).toHaveLength(5)
    expect([desk.tokenRequests(), restRequests()]).toEqual([4, 8])
  })

  test('reports a fresh token that is refused, without retrying forever', async () => {
    on('token-revoked')
    await desk.drive(page())
    // The fresh token is valid for one of them.
    const results = await desk.drive(Promise.allSettled([page(), page()]))
    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(1)
    expect(refused[0]!.reason).toMatchObject({ problem: { code: 'rest.unauthorised', retryable: false } })
    expect(desk.reports.filter(([, problem]) => problem !== null)).toHaveLength(1)
  })

  test.each<[ScenarioName, string]>([
    ['token-down', 'network.closed'],
    ['token-429', 'token.limited']
  ])('%s: fails with its reason after three attempts at most, and recovers', async (name, code) => {
    expire()
    on(name)
    await expect(desk.drive(page())).rejects.toMatchObject({ problem: { code, retryable: true } })
    expect(desk.tokenRequests()).toBe(3)
    expect(restRequests()).toBe(0)
    off(name)
    expect((await desk.drive(page())).items).toHaveLength(5)
  })

  test('tolerates token-down while the token is valid', async () => {
    on('token-down')
    desk.clock.jump(3_550_000)
    desk.service.jump(3_550_000)
    expect((await desk.drive(page())).items).toHaveLength(5)
  })

  test('waits for token-slow', async () => {
    expire()
    on('token-slow')
    expect((await desk.drive(page())).items).toHaveLength(5)
    expect(desk.tokenRequests()).toBe(1)
  })
})

describe('a missing scope', () => {
  test('is named, reported and not retried', async () => {
    await desk.close()
    desk = await openRestHarness({ scopes: ['rewards:read_statements'] })
    await expect(desk.drive(page())).rejects.toMatchObject({
      problem: {
        code: 'rest.scope',
        retryable: false,
        sentence:
          'To list deposit addresses, the client ID needs the scope transfer:read_deposit_address, which it was not granted. Its token has rewards:read_statements.'
      }
    })
    expect(restRequests()).toBe(1)
    expect(desk.reports).toEqual([['addresses', expect.objectContaining({ code: 'rest.scope' })]])
    await desk.rest.statements.read(desk.sandbox.description.statement_ids[0]!)
    expect(desk.reports.at(-1)).toEqual(['statements', null])
  })
})

describe('cancelling', () => {
  test('ends a waiting call without a timer', async () => {
    on('rest-500')
    const stop = new AbortController()
    const work = page(stop.signal)
    await expect.poll(restRequests).toBe(1)
    await expect.poll(() => desk.clock.exchanges).toBe(0)
    stop.abort()
    await expect(work).rejects.toThrow('rest.stopped')
    expect(desk.clock.waiting).toBe(0)
  })

  test('ends paging within a page, and no other call', async () => {
    const stop = new AbortController()
    const pages = desk.rest.addresses.pages({ limit: 10 }, { signal: stop.signal })
    expect((await pages.next()).done).toBe(false)
    on('rest-slow')
    const next = pages.next()
    const other = page()
    await expect.poll(() => desk.clock.exchanges).toBe(2)
    stop.abort()
    await expect(next).rejects.toThrow('rest.stopped')
    expect((await pages.next()).done).toBe(true)
    expect((await desk.drive(other)).items).toHaveLength(5)
    expect(desk.clock.waiting).toBe(0)
  })
})
