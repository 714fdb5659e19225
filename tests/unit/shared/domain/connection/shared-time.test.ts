import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextPart, sharedLater } from '#shared/domain/connection/shared-time'

const every = 300_000
const at = (time: string) => Date.parse(`2026-11-27T${time}Z`)

it('expects a time a minute after the end of its part', () => {
  const shared = { until: at('14:04:59.900'), every }
  expect(sharedLater(at('14:07:12'), shared, at('14:08:00'))).toBe(at('14:11:00'))
  // It is shared, but seats may still be fetching it.
  expect(sharedLater(at('14:04:00'), shared, at('14:05:20'))).toBe(at('14:06:00'))
  expect(sharedLater(at('14:04:00'), shared, at('14:06:00'))).toBeNull()
  expect(sharedLater(at('14:07:12'), shared, at('14:11:00'))).toBe(Infinity)
  for (const until of ['14:04:59.900', '14:05:00.400', '14:09:40'])
    expect(nextPart({ until: at(until), every }, at('14:05:20'))).toBe(at('14:11:00'))
})

it('is never expected before now, and only what is shared counts as missing', () => {
  const time = fc.integer({ min: 0, max: 10_000_000 })
  fc.assert(
    fc.property(time, time, time, fc.constantFrom(1000, every, 3_600_000), (then, until, now, length) => {
      const due = sharedLater(then, { until, every: length }, now)
      if (due === null) expect(then).toBeLessThanOrEqual(until)
      else expect(due).toBeGreaterThan(now)
    })
  )
})
