import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { forever, settled, token, TokenHarness } from './token-desk'

let desk: TokenHarness

beforeEach(() => {
  desk = new TokenHarness()
})
afterEach(() => {
  desk.source.dispose()
  expect(desk.clock.waiting).toBe(0)
})

describe('a service that asks for fewer requests', () => {
  const limited = (wait: string, date?: string) => () =>
    new Response('{}', { status: 429, headers: { 'retry-after': wait, ...(date ? { date } : {}) } })

  it.each([
    ['seconds', () => limited('20')],
    ['a date', () => limited(new Date(desk.clock.wall() + 20_000).toUTCString())],
    [
      'a date of its own clock, which is hours off',
      () => limited('Mon, 05 Oct 2026 20:00:20 GMT', 'Mon, 05 Oct 2026 20:00:00 GMT')
    ]
  ])('is given the requested time, in %s', async (_name, make429) => {
    desk.answer = make429()
    await expect(desk.source.valid(forever)).rejects.toMatchObject({
      problem: { code: 'token.limited', retryable: true },
      retryAfter: 20_000
    })
    desk.answer = token(3600)
    const next = desk.source.valid(forever)
    await desk.pass(19_900)
    expect(desk.asked).toHaveLength(1)
    await desk.pass(1000)
    expect(await next).toBe('token-2')
    expect(desk.asked[1]).toBeGreaterThanOrEqual(20_000)
  })

  it('also delays cached tokens', async () => {
    await desk.source.valid(forever)
    const { backOff } = desk.restraint
    backOff.slowDown(3000)
    let given = false
    const valid = desk.source.valid(forever).then(() => (given = true))
    await desk.pass(2900)
    expect(given).toBe(false)
    await desk.pass(1000)
    await valid
    expect(desk.asked).toHaveLength(1)
  })

  it('is reported at once if the wait is long', async () => {
    desk.answer = limited('600')
    await expect(desk.source.valid(forever)).rejects.toThrow('token.limited')
    await expect(desk.source.valid(forever)).rejects.toMatchObject({
      problem: {
        code: 'service.busy',
        sentence: expect.stringContaining('in 10 minutes') as string,
        retryable: true
      }
    })
    expect(desk.asked).toHaveLength(1)
  })

  it('is given growing waits, which shrink again', async () => {
    const { backOff } = desk.restraint
    const waits = Array.from({ length: 8 }, () => {
      backOff.slowDown(null)
      const { remaining } = backOff
      desk.clock.jump(remaining)
      return remaining
    })
    expect(waits).toEqual([750, 1500, 3000, 6000, 12_000, 24_000, 45_000, 45_000])
    await desk.source.valid(forever)
    backOff.slowDown(null)
    expect(backOff.remaining).toBe(750)
  })
})

describe('without a new token', () => {
  it('the old one is used to its end', async () => {
    await desk.source.valid(forever)
    desk.clock.jump(3_545_000)
    desk.answer = () => new Response('', { status: 503 })
    expect(await desk.source.valid(forever)).toBe('token-1')
    const before = desk.asked.length
    for (let call = 0; call < 50; call += 1) expect(await desk.source.valid(forever)).toBe('token-1')
    expect(desk.asked).toHaveLength(before)
    desk.clock.jump(51_000)
    await expect(desk.source.valid(forever)).rejects.toThrow('token.service')
  })

  it('a refusal is final', async () => {
    desk.answer = () => Response.json({ error: 'invalid_client' }, { status: 401 })
    await expect(desk.source.valid(forever)).rejects.toThrow('token.refused')
    desk.clock.jump(60_000)
    desk.answer = token(3600)
    await expect(desk.source.valid(forever)).rejects.toThrow('token.refused')
    expect(desk.asked).toHaveLength(1)
  })

  it('a fault is not final', async () => {
    desk.answer = () => Promise.reject(new TypeError('fetch failed'))
    await expect(desk.source.valid(forever)).rejects.toThrow('network.failed')
    desk.answer = token(3600)
    const next = desk.source.valid(forever)
    await desk.pass(1200)
    expect(await next).toBe('token-2')
  })

  it('a request is aborted after 15 s', async () => {
    desk.answer = () => new Promise(() => {})
    const failed = expect(desk.source.valid(forever)).rejects.toThrow('network.timeout')
    await settled()
    await desk.pass(15_000)
    await failed
  })
})
