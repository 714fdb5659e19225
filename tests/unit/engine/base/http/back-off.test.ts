import { expect, it } from 'vitest'
import { BackOff } from '#engine/base/http/back-off'
import { HandClock } from '../../hand-clock'

const backOff = (random = 1) => {
  const clock = new HandClock()
  return { clock, backOff: new BackOff(clock, () => random) }
}

/** The wait after each of that many refusals. */
function waits(count: number, { clock, backOff: shared }: ReturnType<typeof backOff>): number[] {
  return Array.from({ length: count }, () => {
    shared.slowDown(null)
    const wait = shared.remaining
    clock.advance(wait)
    return wait
  })
}

it('doubles the wait with each refusal, up to a minute', () => {
  expect(waits(8, backOff())).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
  expect(waits(2, backOff(0))).toEqual([500, 1000])
})

it('starts again after a success', () => {
  const given = backOff()
  waits(4, given)
  given.backOff.relax()
  expect(waits(2, given)).toEqual([1000, 2000])
})

it('waits as long as the service asks, and never less than before', () => {
  const { clock, backOff: shared } = backOff()
  shared.slowDown(7000)
  shared.slowDown(100)
  expect(shared.remaining).toBe(7000)
  clock.advance(7000)
  expect(shared.remaining).toBe(0)
})
