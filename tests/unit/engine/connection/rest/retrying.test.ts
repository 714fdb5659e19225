import { beforeEach, describe, expect, it } from 'vitest'
import { BackOff } from '#engine/base/http/index'
import { retrying } from '#engine/connection/rest/retrying'
import { fail } from '#shared/domain/base/problem'
import { HandClock } from '../../hand-clock'

let clock: HandClock
let chance: number
let backOff: BackOff
let tried: number[]

const settled = async () => {
  for (let turn = 0; turn < 10; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}
const pass = async (milliseconds: number) => {
  for (let left = milliseconds; left > 0; left -= 50) {
    clock.advance(50)
    await settled()
  }
}
const fault = (retryable = true) => fail('x.fault', 'It failed.', { retryable })
const begin = (work: (signal: AbortSignal) => Promise<string>, signal?: AbortSignal) => {
  const outcome = retrying(
    { clock, random: () => chance, backOff },
    { milliseconds: 75_000, signal },
    (inner) => {
      tried.push(clock.monotonic())
      return work(inner)
    }
  )
  outcome.catch(() => {})
  return outcome
}

beforeEach(() => {
  clock = new HandClock()
  chance = 1
  backOff = new BackOff(clock, () => 0)
  tried = []
})

describe('retries', () => {
  it.each([
    [0, [0, 250, 750]],
    [1, [0, 500, 1500]]
  ])('up to three times with jittered, doubled waits (%d)', async (drawn, times) => {
    chance = drawn
    const outcome = begin(() => Promise.reject(fault()))
    await settled()
    await pass(5000)
    await expect(outcome).rejects.toThrow('x.fault')
    expect(tried).toEqual(times)
    expect(clock.waiting).toBe(0)
  })

  it('until it works', async () => {
    const outcome = begin(() => (tried.length < 2 ? Promise.reject(fault()) : Promise.resolve('done')))
    await settled()
    await pass(500)
    expect(await outcome).toBe('done')
    expect(clock.waiting).toBe(0)
  })

  it('nothing else', async () => {
    await expect(begin(() => Promise.reject(fault(false)))).rejects.toThrow('x.fault')
    await expect(begin(() => Promise.reject(new RangeError('ours')))).rejects.toThrow('ours')
    expect(tried).toHaveLength(2)
    expect(clock.waiting).toBe(0)
  })
})

describe('the shared back-off', () => {
  it('is awaited before the first attempt and between attempts', async () => {
    backOff.slowDown(2000)
    const outcome = begin(() => {
      if (tried.length === 1) backOff.slowDown(7000)
      return tried.length === 1 ? Promise.reject(fault()) : Promise.resolve('done')
    })
    await settled()
    await pass(12_000)
    expect(await outcome).toBe('done')
    expect(tried).toHaveLength(2)
    expect(tried[0]).toBeGreaterThanOrEqual(2000)
    expect(tried[1]! - tried[0]!).toBeGreaterThanOrEqual(7000)
  })

  it('ends with the original error if it is too long', async () => {
    const outcome = begin(() => {
      backOff.slowDown(120_000)
      return Promise.reject(fault())
    })
    await settled()
    await pass(1000)
    await expect(outcome).rejects.toThrow('x.fault')
    expect(tried).toHaveLength(1)
    await expect(begin(() => Promise.resolve('done'))).rejects.toMatchObject({
      problem: { code: 'service.busy', sentence: expect.stringContaining('in 119 seconds') as string }
    })
  })
})

describe('a retried call', () => {
  it('ends with the signal without a timer', async () => {
    for (const work of [() => Promise.reject(fault()), never]) {
      const stop = new AbortController()
      const outcome = begin(work, stop.signal)
      await settled()
      stop.abort()
      await expect(outcome).rejects.toThrow('rest.stopped')
      expect(clock.waiting).toBe(0)
    }
    const before = tried.length
    await expect(begin(never, AbortSignal.abort())).rejects.toThrow('rest.stopped')
    expect(tried).toHaveLength(before)
  })

  it('ends when the total time is over', async () => {
    const outcome = begin(never)
    await settled()
    await pass(75_000)
    await expect(outcome).rejects.toMatchObject({ problem: { code: 'network.timeout', retryable: true } })
    expect(clock.waiting).toBe(0)
  })
})

const never = (signal: AbortSignal) =>
  new Promise<string>((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(new Error('ended')))
  )
