import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { access, forever, settled, token, TokenHarness } from './token-desk'

let desk: TokenHarness

beforeEach(() => {
  desk = new TokenHarness()
})
afterEach(() => {
  desk.source.dispose()
  expect(desk.clock.waiting).toBe(0)
})

describe('a cached token', () => {
  it('lasts until 60 s before its end, by the monotonic clock', async () => {
    expect(desk.source.current).toBeNull()
    const first = await desk.source.valid(forever)
    expect(desk.source.current).toEqual({ expiresAt: desk.clock.wall() + 3_600_000, scopes: ['a:read'] })
    desk.clock.jump(3_539_999)
    expect(await desk.source.valid(forever)).toBe(first)
    expect(desk.asked).toHaveLength(1)
    desk.clock.jump(1)
    expect(await desk.source.valid(forever)).toBe('token-2')
    expect(desk.asked).toEqual([0, 3_540_000])
    expect(desk.hidden).toEqual(['hush', 'token-1', 'hush', 'token-2'])
  })

  it('lasts for half of a short life', async () => {
    desk.answer = token(30)
    await desk.source.valid(forever)
    desk.clock.jump(14_999)
    expect(await desk.source.valid(forever)).toBe('token-1')
    desk.clock.jump(1)
    expect(await desk.source.valid(forever)).toBe('token-2')
  })

  it('counts its life from the request', async () => {
    const begun = desk.clock.wall()
    const give = desk.hold()
    const valid = desk.source.valid(forever)
    await settled()
    desk.clock.jump(10_000)
    give()
    await valid
    expect(desk.source.current?.expiresAt).toBe(begun + 3_600_000)
  })

  it('does not outlive sleep', async () => {
    const desk = new TokenHarness()
    await desk.source.valid(forever)
    desk.clock.setForward(3_600_000 - 10_000)
    const renewed = desk.source.valid(forever)
    await desk.pass(2000)
    expect(await renewed).toBe('token-2')
    desk.clock.setForward(-8 * 3_600_000)
    expect(await desk.source.valid(forever)).toBe('token-2')
    expect(desk.asked).toHaveLength(2)
  })

  it('does not outlive its lifetime', async () => {
    await desk.source.valid(forever)
    desk.clock.jump(3_600_000)
    expect(desk.source.current).toBeNull()
  })
})

describe('single flight', () => {
  it('shares one request between callers', async () => {
    const all = await Promise.all(Array.from({ length: 500 }, () => desk.source.valid(forever)))
    expect(new Set(all)).toEqual(new Set(['token-1']))
    expect(desk.asked).toHaveLength(1)
    expect(desk.grants).toHaveLength(1)
  })

  it('survives a caller that leaves', async () => {
    const give = desk.hold()
    const leaver = new AbortController()
    const left = desk.source.valid(leaver.signal)
    const stays = desk.source.valid(forever)
    await settled()
    leaver.abort(new Error('enough'))
    await expect(left).rejects.toThrow('enough')
    give()
    expect(await stays).toBe('token-1')
  })

  it('is used by the next caller', async () => {
    const give = desk.hold()
    const leaver = new AbortController()
    const left = desk.source.valid(leaver.signal)
    await settled()
    leaver.abort(new Error('enough'))
    await expect(left).rejects.toThrow('enough')
    give()
    await settled()
    expect(await desk.source.valid(forever)).toBe('token-1')
    expect(desk.asked).toHaveLength(1)
  })

  it('is not sent once all callers left', async () => {
    desk.restraint.backOff.slowDown(5000)
    const leaver = new AbortController()
    const left = [desk.source.fresh(leaver.signal), desk.source.valid(leaver.signal)]
    await settled()
    expect(desk.clock.waiting).toBeGreaterThan(0)
    leaver.abort(new Error('enough'))
    for (const one of left) await expect(one).rejects.toThrow('enough')
    await settled()
    expect(desk.clock.waiting).toBe(0)
    const next = desk.source.valid(forever)
    await desk.pass(6000)
    expect(await next).toBe('token-1')
    expect(desk.asked).toHaveLength(1)
  })

  it('ignores a caller that already left', async () => {
    await expect(desk.source.valid(AbortSignal.abort(new Error('late')))).rejects.toThrow('late')
    expect(desk.asked).toEqual([])
  })
})

describe('a dropped token', () => {
  it('is replaced with a fresh one', async () => {
    const first = await desk.source.valid(forever)
    desk.clock.jump(2000)
    desk.source.drop(first)
    expect(desk.source.current).toBeNull()
    expect(await desk.source.valid(forever)).toBe('token-2')
    expect(desk.grants.map((grant) => grant !== null)).toEqual([true, false, true])
  })

  it('is ignored if it is older than the current one', async () => {
    const first = await desk.source.valid(forever)
    desk.clock.jump(2000)
    desk.source.drop(first)
    await desk.source.valid(forever)
    desk.source.drop(first)
    desk.source.drop('never given')
    expect(await desk.source.valid(forever)).toBe('token-2')
    expect(desk.asked).toHaveLength(2)
  })

  it('is requested at most once a second', async () => {
    let done = false
    const caller = async () => {
      while (!done) desk.source.drop(await desk.source.valid(forever))
    }
    const passed = async () => {
      await desk.pass(20_000)
      done = true
      await desk.pass(2000)
    }
    await Promise.all([passed(), ...Array.from({ length: 20 }, caller)])
    const gaps = desk.asked.slice(1).map((at, index) => at - desk.asked[index]!)
    expect(gaps.length).toBeGreaterThan(10)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000)
  })
})

describe('a disposed source', () => {
  it('ends callers, request and timers', async () => {
    desk.answer = () => new Promise(() => {})
    const waiting = expect(desk.source.valid(forever)).rejects.toThrow('connection.ended')
    await settled()
    desk.source.dispose()
    await waiting
    await expect(desk.source.valid(forever)).rejects.toThrow('connection.ended')
    expect(desk.asked).toHaveLength(1)
    expect(desk.source.current).toBeNull()
  })

  it('keeps the pace for the next source', async () => {
    await desk.source.valid(forever)
    desk.source.dispose()
    const next = desk.make()
    const valid = next.valid(forever)
    await desk.pass(1000)
    expect(desk.asked).toHaveLength(1)
    await desk.pass(200)
    await valid
    next.dispose()
  })
})

it('reveals neither token nor secret', async () => {
  const text = await desk.source.valid(forever)
  const shown = inspect(desk.source, { depth: 10, showHidden: true }) + JSON.stringify(desk.source)
  expect(shown).not.toContain(text)
  expect(shown).not.toContain(access.clientSecret)
})
