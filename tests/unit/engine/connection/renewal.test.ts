import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Link } from '#engine/connection/index'
import { Connecting } from '#engine/connection/connecting'
import { localProfile } from '#engine/connection/local'
import { fail } from '#shared/domain/base/problem'
import { HandClock } from '../hand-clock'

let clock: HandClock
let asked: number[]
let answer: () => Response
let connecting: Connecting
let links: (Link | null)[]

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
const access = async () => ({
  restBase: 'http://127.0.0.1:1/v2',
  tokenHost: 'http://127.0.0.1:1',
  streamAddress: 'ws://127.0.0.1:1',
  clientId: 'id',
  clientSecret: 'secret',
  scopes: ['rewards:read_statements']
})
const token = (seconds: number) => () =>
  Response.json({
    access_token: `token-${asked.length}`,
    expires_in: seconds,
    token_type: 'bearer',
    scope: 'rewards:read_statements'
  })

/** In small steps, so that pending work continues. */
async function run(milliseconds: number, until = () => false) {
  for (let left = milliseconds; left > 0 && !until(); left -= 500) {
    const { waiting } = clock
    clock.advance(500)
    if (clock.waiting !== waiting) for (let turn = 0; turn < 20; turn += 1) await settled()
  }
}
/** Until the next request. */
async function next() {
  const count = asked.length
  await run(3_600_000, () => asked.length > count)
  expect(asked.length).toBe(count + 1)
}

beforeEach(() => {
  clock = new HandClock()
  asked = []
  links = []
  answer = token(3600)
  connecting = new Connecting(
    {
      fetch: async () => {
        asked.push(clock.monotonic())
        return answer()
      },
      keepOutOfLogs: () => undefined,
      clock,
      random: () => 0.5
    },
    () => undefined
  )
  connecting.onLink((link) => links.push(link))
})

describe('a connection beyond its token’s lifetime', () => {
  it('renews the token a minute early without reconnecting', async () => {
    const begun = clock.wall()
    await connecting.connect(localProfile, access)
    const { since } = connecting.status
    expect(clock.waiting).toBe(1)
    await next()
    expect(asked).toEqual([0, 3_540_000])
    expect(connecting.status).toMatchObject({
      phase: 'connected',
      since,
      tokenExpiresAt: begun + 3_540_000 + 3_600_000
    })
    expect(clock.waiting).toBe(1)
  })

  it('never renews too often, however short the lifetime', async () => {
    answer = token(5)
    await connecting.connect(localProfile, access)
    for (let round = 0; round < 5; round += 1) await next()
    const gaps = asked.slice(1).map((at, index) => at - asked[index]!)
    expect(gaps).toEqual([10_000, 10_000, 10_000, 10_000, 10_000])
  })

  it('reports a refused renewal, retries rarely, and recovers', async () => {
    await connecting.connect(localProfile, access)
    answer = () => Response.json({ error: 'invalid_client' }, { status: 401 })
    await next()
    expect(connecting.status).toMatchObject({ phase: 'refused', tokenExpiresAt: null })
    expect(connecting.status.problem?.code).toBe('token.refused')
    const { since, retryAt } = connecting.status
    for (let round = 0; round < 6; round += 1) await next()
    expect(connecting.status.since).toBe(since)
    const gaps = asked.slice(2).map((at, index) => at - asked[index + 1]!)
    expect(gaps.map((gap) => Math.round(gap / 60_000))).toEqual([1, 2, 5, 9, 9, 9])
    expect(retryAt! - since).toBeGreaterThanOrEqual(60_000)
    answer = token(3600)
    await next()
    expect(connecting.status).toMatchObject({ phase: 'connected', problem: null, retryAt: null })
    expect(links.map((link) => link !== null)).toEqual([true, false, true])
  })

  it('stops retrying on disconnect, and retries at once on connect', async () => {
    answer = () => Response.json({ error: 'invalid_scope' }, { status: 400 })
    await connecting.connect(localProfile, access)
    expect(connecting.status.phase).toBe('refused')
    const again = connecting.connect(localProfile, access)
    await run(2000)
    await again
    expect(asked).toHaveLength(2)
    connecting.disconnect()
    expect(clock.waiting).toBe(0)
  })

  it.each(['connection.no-secret', 'keychain.locked'])('%s waits for the user', async (code) => {
    await connecting.connect(localProfile, () => Promise.reject(fail(code, 'A person has to act.')))
    expect(connecting.status).toMatchObject({
      sentence: 'A person has to act.',
      problem: { code },
      retryAt: null
    })
    expect(clock.waiting).toBe(0)
  })

  it('stays connected through network errors until the token expires, then retries', async () => {
    await connecting.connect(localProfile, access)
    const ends = connecting.status.tokenExpiresAt!
    answer = () => {
      throw new TypeError('fetch failed')
    }
    const phases: string[] = []
    for (let round = 0; round < 8; round += 1) {
      await next()
      expect(connecting.status.phase).toBe(clock.wall() < ends ? 'connected' : 'failed')
      phases.push(connecting.status.phase)
    }
    expect(new Set(phases)).toEqual(new Set(['connected', 'failed']))
    const gaps = asked.slice(2).map((at, index) => at - asked[index + 1]!)
    expect(gaps).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000])
    answer = token(3600)
    await next()
    expect(connecting.status.phase).toBe('connected')
    expect(links).toHaveLength(1)
  })

  it('waits as long as the service asks, even after reconnecting', async () => {
    answer = () => new Response('{}', { status: 429, headers: { 'retry-after': '90' } })
    await connecting.connect(localProfile, access)
    expect(connecting.status.retryAt! - clock.wall()).toBe(90_000)
    answer = token(3600)
    await connecting.connect(localProfile, access)
    expect(connecting.status).toMatchObject({ phase: 'failed' })
    expect(connecting.status.sentence).toContain('fewer requests')
    await next()
    expect(connecting.status.phase).toBe('connected')
    expect(asked[1]! - asked[0]!).toBeGreaterThanOrEqual(90_000)
  })

  it('stops on disconnect', async () => {
    await connecting.connect(localProfile, access)
    connecting.disconnect()
    expect(clock.waiting).toBe(0)
    const again = connecting.connect(localProfile, access)
    await run(2000)
    await again
    connecting.lose(localProfile, 'It went away.')
    expect(clock.waiting).toBe(0)
    expect(connecting.status).toMatchObject({ phase: 'failed', sentence: 'It went away.' })
  })

  it('recovers temporarily from a lasting error once it has worked', async () => {
    const redirect = () => {
      throw new TypeError('fetch failed', { cause: new Error('unexpected redirect') })
    }
    answer = redirect
    await connecting.connect(localProfile, access)
    expect(connecting.status.phase).toBe('failed')
    expect(connecting.status.retryAt! - clock.wall()).toBeGreaterThanOrEqual(60_000)
    answer = token(3600)
    const again = connecting.connect(localProfile, access)
    await run(2000)
    await again
    answer = redirect
    await next()
    answer = token(3600)
    await next()
    expect(connecting.status.phase).toBe('connected')
    expect(connecting.status.tokenExpiresAt).toBeGreaterThan(clock.wall() + 3_500_000)
  })
})

describe('the connection’s link', () => {
  const connect = async () => {
    await connecting.connect(localProfile, access)
    return links.at(-1)!
  }

  it('lasts from the first token to the end of the connection', async () => {
    answer = () => new Response('', { status: 500 })
    await connecting.connect(localProfile, access)
    expect(links).toEqual([])
    answer = token(3600)
    await next()
    expect(links).toHaveLength(1)
    expect(links[0]).toMatchObject({ access: { restBase: 'http://127.0.0.1:1/v2' } })
    await next()
    expect(links).toHaveLength(1)
    connecting.disconnect()
    expect(links.slice(1)).toEqual([null])
    await expect(links[0]!.tokens.valid(new AbortController().signal)).rejects.toThrow('connection.ended')
  })

  it('ends with a refusal or another connection', async () => {
    await connect()
    const again = connecting.connect(localProfile, access)
    await run(2000)
    await again
    expect(links.map((link) => link !== null)).toEqual([true, false, true])
    answer = () => Response.json({ error: 'invalid_client' }, { status: 401 })
    await next()
    expect(links.at(-1)).toBeNull()
  })

  it('gets a fresh token after one was dropped', async () => {
    const link = await connect()
    const before = await link!.tokens.valid(new AbortController().signal)
    clock.advance(60_000)
    const { since } = connecting.status
    link!.tokens.drop(before)
    await settled()
    expect(asked).toEqual([0, 60_000])
    expect(connecting.status).toMatchObject({ phase: 'connected', since })
    expect(connecting.status.tokenExpiresAt).toBeGreaterThanOrEqual(clock.wall() + 3_590_000)
    expect(clock.waiting).toBe(1)
  })

  it('reports a refused feature while it lasts', async () => {
    const link = await connect()
    link!.report('addresses', fail('rest.scope', 'The scope is missing.').problem)
    expect(connecting.status).toMatchObject({
      phase: 'connected',
      sentence: 'Connected to Local sandbox.',
      troubles: [{ feature: 'addresses', sentence: 'The scope is missing.', at: clock.wall() }]
    })
    link!.report('addresses', null)
    expect(connecting.status.troubles).toEqual([])
    connecting.disconnect()
    link!.report('addresses', fail('rest.scope', 'The scope is missing.').problem)
    expect(connecting.status.troubles).toEqual([])
  })

  it('removes a refusal that does not recur after 15 minutes', async () => {
    const link = await connect()
    const refused = () => link!.report('addresses', fail('rest.forbidden', 'It is not allowed.').problem)
    refused()
    await run(600_000)
    refused()
    await run(800_000)
    expect(connecting.status.troubles).toHaveLength(1)
    await run(200_000)
    expect(connecting.status.troubles).toEqual([])
  })

  it('keeps a missing scope until a token has it', async () => {
    const link = await connect()
    for (const feature of ['addresses', 'statements'] as const)
      link!.report(feature, fail('rest.scope', 'The scope is missing.').problem)
    const missing = () => connecting.status.troubles.map(({ feature }) => feature)
    await run(3_000_000)
    expect(missing()).toEqual(['addresses', 'statements'])
    await next()
    expect(missing()).toEqual(['addresses'])
    link!.report('addresses', null)
    expect(missing()).toEqual([])
  })

  it('gets a new token after sleep', async () => {
    await connect()
    const slept = 3_000_000
    vi.spyOn(clock, 'monotonic').mockImplementation(() => clock.now() - begun - slept)
    const begun = clock.now()
    clock.jump(slept)
    await connecting.resumed()
    expect(asked).toHaveLength(1)
    clock.jump(570_000)
    await connecting.resumed()
    expect(asked).toHaveLength(2)
    expect(connecting.status.tokenExpiresAt).toBe(clock.wall() + 3_600_000)
    expect(clock.waiting).toBe(1)
  })
})
