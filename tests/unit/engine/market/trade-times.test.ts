import fc from 'fast-check'
import { expect, it } from 'vitest'
import { TradeTimes } from '#engine/market/trade-times'

const origin = 1_790_000_000_000

it('keeps times up to two seconds ahead, and clamps later ones', () => {
  const step = fc.record({
    pass: fc.integer({ min: 0, max: 3000 }),
    /** Relative milliseconds. */
    from: fc.oneof(fc.integer({ min: -5000, max: 5000 }), fc.integer({ min: -4_000_000, max: 4_000_000 })),
    nanoseconds: fc.constantFrom(0, 1, 999_999)
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let now = origin
      const times = new TradeTimes(() => now)
      for (const { pass, from, nanoseconds } of steps) {
        now += pass
        const written = BigInt(now + from) * 1_000_000n + BigInt(nanoseconds)
        times.read(Number(written / 1_000_000_000n), Number(written % 1_000_000_000n))
        const read = BigInt(times.seconds) * 1_000_000_000n + BigInt(times.nanoseconds)
        const isAhead = written > BigInt(now + 2000) * 1_000_000n
        expect(read).toBe(isAhead ? BigInt(now) * 1_000_000n : written)
        expect(times.ahead > 0).toBe(isAhead)
        if (isAhead) expect(times.ahead).toBeCloseTo(Number(written - read) / 1e6, 3)
      }
    }),
    { numRuns: 500 }
  )
})

it('checks the clock again after it may have been set back', () => {
  let now = origin
  const times = new TradeTimes(() => now)
  times.read(origin / 1000, 0)
  now -= 300_000
  times.reset()
  times.read(origin / 1000, 0)
  expect(times.ahead).toBe(300_000)
})
