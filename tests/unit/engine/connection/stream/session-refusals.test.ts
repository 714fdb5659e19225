import { describe, expect, it } from 'vitest'
import { fail } from '#shared/domain/base/problem'
import { openDesk, settle } from './session-desk'

describe('refused connections', () => {
  it('try one fresh token after 401', async () => {
    const desk = openDesk()
    desk.session.start()
    await settle()
    desk.service.last.refuse(401)
    await settle()
    expect(desk.tokens.dropped).toEqual(['token-1'])
    expect(desk.service.sockets.map(({ request }) => request.token)).toEqual(['token-1', 'token-2'])
    desk.service.last.refuse(401, '{"detail":"the access token was revoked"}')
    await desk.pass(40_000)
    expect(desk.service.sockets).toHaveLength(2)
    expect(desk.tokens.dropped).toEqual(['token-1', 'token-2'])
    expect(desk.session.status).toMatchObject({ phase: 'refused', problem: { code: 'stream.unauthorized' } })
    expect(desk.session.status.sentence).toContain('the access token was revoked')
    expect(desk.session.status.retryAt).not.toBeNull()
  })

  it('allow one fresh token per opened connection', async () => {
    const desk = openDesk()
    desk.session.start()
    for (let time = 0; time < 3; time += 1) {
      await settle()
      desk.service.last.refuse(401)
      await settle()
      desk.service.last.accept()
      expect(desk.session.status.phase).toBe('open')
      desk.service.last.end(1008)
      await desk.pass(desk.session.status.retryAt! - desk.clock.wall())
    }
    expect(desk.tokens.dropped).toHaveLength(3)
  })

  it('wait longer each time, and restart after a connection', async () => {
    const desk = openDesk({}, () => 0)
    desk.session.start()
    const waits: number[] = []
    for (const answer of [404, 404, 404, 'open', 404] as const) {
      await settle()
      if (answer === 'open') {
        desk.service.last.accept()
        desk.service.last.end(1001)
      } else desk.service.last.refuse(answer)
      const wait = desk.session.status.retryAt! - desk.clock.wall()
      waits.push(wait)
      desk.clock.advance(wait)
    }
    expect(waits).toEqual([60_000, 120_000, 240_000, 0, 60_000])
  })

  it('retry after a second 401 with growing waits and fresh tokens', async () => {
    const desk = openDesk()
    desk.session.start()
    for (let time = 0; time < 3600; time += 1) {
      await settle()
      for (const socket of desk.service.alive) socket.refuse(401)
      desk.clock.advance(1000)
    }
    expect(desk.service.sockets.length).toBeLessThanOrEqual(24)
    expect(desk.service.sockets.length).toBeGreaterThan(8)
    const tokens = desk.service.sockets.map(({ request }) => request.token)
    expect(new Set(tokens).size).toBe(tokens.length)
  })

  it('name the missing scope of a 403, and recover with a fresh token', async () => {
    const desk = openDesk()
    desk.session.start()
    await settle()
    const detail =
      "insufficient scopes: found '', required one of '[exchange:read_aggregated_marketdata_stream]'"
    desk.service.last.refuse(403, JSON.stringify({ title: 'Forbidden', detail, request_id: 'r-1' }))
    const { status } = desk.session
    expect(status.phase).toBe('refused')
    expect(status.problem).toMatchObject({ code: 'stream.scope', requestId: 'r-1' })
    expect(status.sentence).toContain('exchange:read_aggregated_marketdata_stream')
    expect(status.sentence).toContain(detail)
    const wait = status.retryAt! - desk.clock.wall()
    expect(wait).toBeGreaterThanOrEqual(60_000)
    expect(wait).toBeLessThanOrEqual(75_000)
    desk.session.woke()
    desk.session.networkChanged()
    desk.clock.advance(wait - 1)
    await settle()
    expect(desk.service.sockets).toHaveLength(1)
    desk.clock.advance(1)
    await settle()
    expect(desk.service.sockets.map(({ request }) => request.token)).toEqual(['token-1', 'token-2'])
    desk.service.last.accept()
    expect(desk.session.status.phase).toBe('open')
  })

  it('name no scope for a 403 without one', async () => {
    const desk = openDesk()
    desk.session.start()
    await settle()
    desk.service.last.refuse(403, '{"detail":"client is not allow-listed"}')
    expect(desk.session.status.problem).toMatchObject({ code: 'stream.forbidden' })
    expect(desk.session.status.sentence).not.toContain('exchange:')
    expect(desk.session.status.sentence).toContain('client is not allow-listed')
  })

  it.each([401, 403])('retry after %i every one to ten minutes', async (status) => {
    let seed = status
    const desk = openDesk({}, () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647)
    desk.session.start()
    const at: number[] = []
    let refusedAt = 0
    for (let time = 0; time < 4 * 3600; time += 1) {
      await settle()
      for (const socket of desk.service.alive) {
        if (desk.clock.monotonic() - refusedAt > 5000) at.push(desk.clock.monotonic())
        refusedAt = desk.clock.monotonic()
        socket.refuse(status)
      }
      desk.clock.advance(1000)
    }
    const gaps = at.slice(1).map((moment, index) => moment - at[index]!)
    expect(gaps.length).toBeGreaterThan(20)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(59_000)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(602_000)
    expect(new Set(gaps).size).toBeGreaterThan(5)
  })

  it('retry at once on request after a 403', async () => {
    const desk = openDesk()
    desk.session.start()
    await settle()
    desk.service.last.refuse(403)
    desk.session.retryNow()
    await settle()
    desk.service.last.accept()
    expect(desk.session.status).toMatchObject({ phase: 'open', problem: null })
  })

  it.each([
    [301, 'refused', 'stream.redirect'],
    [400, 'refused', 'stream.handshake'],
    [404, 'refused', 'stream.address'],
    [429, 'waiting', 'stream.limited'],
    [500, 'waiting', 'stream.service'],
    [502, 'waiting', 'stream.service'],
    [503, 'waiting', 'stream.service']
  ])('report a handshake answered with %i: %s', async (status, phase, code) => {
    const desk = openDesk()
    desk.session.start()
    await settle()
    desk.service.last.refuse(status, '<html><body>Bad Gateway</body></html>')
    expect(desk.session.status).toMatchObject({ phase, problem: { code } })
    expect(desk.session.status.sentence).not.toContain('<')
    expect(desk.session.status.retryAt).not.toBeNull()
  })

  it('distinguish a refused token from an unavailable one', async () => {
    const desk = openDesk()
    desk.tokens.next = () => Promise.reject(fail('token.service', 'It is in trouble.', { retryable: true }))
    desk.session.start()
    await settle()
    expect(desk.session.status).toMatchObject({ phase: 'waiting', sentence: 'It is in trouble.' })
    desk.tokens.next = () => Promise.reject(fail('token.refused', 'The secret is wrong.'))
    await desk.pass(1000)
    expect(desk.session.status).toMatchObject({
      phase: 'refused',
      sentence: 'The secret is wrong.'
    })
    expect(desk.session.status.retryAt).not.toBeNull()
    desk.tokens.next = () => Promise.reject(fail('network.certificate', 'The certificate is bad.'))
    desk.session.retryNow()
    await settle()
    expect(desk.session.status.phase).toBe('refused')
    expect(desk.session.status.retryAt).not.toBeNull()
    desk.tokens.next = () => Promise.reject(new Error('a slip of ours'))
    desk.session.retryNow()
    await settle()
    expect(desk.session.status).toMatchObject({ phase: 'waiting', problem: { code: 'unexpected' } })
    expect(desk.service.sockets).toHaveLength(0)
  })

  it.each(['nonsense', 'https://stream.example/'])('refuse %s', async (address) => {
    const desk = openDesk()
    desk.setAddress(() => Promise.resolve(address))
    desk.session.start()
    await settle()
    expect(desk.session.status).toMatchObject({ phase: 'refused', problem: { code: 'stream.address' } })
    expect(desk.tokens.asked).toBe(0)
  })

  it('time out a handshake', async () => {
    const desk = openDesk()
    desk.session.start()
    await desk.pass(29_900)
    expect(desk.session.status.phase).toBe('connecting')
    await desk.pass(200)
    expect(desk.session.status).toMatchObject({ phase: 'waiting', problem: { code: 'network.timeout' } })
    expect(desk.service.alive).toEqual([])
  })

  it('time out a token or URL', async () => {
    const desk = openDesk()
    desk.tokens.next = () => new Promise(() => undefined)
    desk.session.start()
    await desk.pass(29_500)
    expect(desk.session.status.phase).toBe('connecting')
    await desk.pass(500)
    expect(desk.session.status).toMatchObject({ phase: 'waiting', problem: { code: 'stream.token-late' } })
    desk.setAddress(() =>
      Promise.reject(fail('sandbox.off', 'The sandbox does not run.', { retryable: true }))
    )
    await desk.pass(2000)
    expect(desk.session.status.sentence).toBe('The sandbox does not run.')
  })
})
