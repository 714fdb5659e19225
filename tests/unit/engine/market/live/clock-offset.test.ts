import fc from 'fast-check'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { ClockOffset, savedOffset } from '#engine/market/live/clock-offset'
import { FuzzRandom } from '../../../shared/wire/fuzz/random'

/** A second with messages: some are late, some have wrong times, and either clock may be set. */
const second = fc.record({
  step: fc.oneof(
    { weight: 9, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: -9000, max: 9000 }) }
  ),
  late: fc.array(fc.oneof(fc.double({ min: 0, max: 800, noNaN: true }), fc.constant(-3000)), {
    maxLength: 5
  }),
  snapshot: fc.boolean(),
  ping: fc.option(fc.integer({ min: 1, max: 90 }))
})

it('continues like one that was not saved and restored', () => {
  fc.assert(
    fc.property(
      fc.array(second, { minLength: 2, maxLength: 30 }),
      fc.nat(),
      fc.nat(5),
      (seconds, random, part) => {
        const straight = new ClockOffset()
        let restored = new ClockOffset()
        const both = (work: (offset: ClockOffset) => void) => {
          for (const offset of [straight, restored]) work(offset)
        }
        const restore = () => {
          const saved = v.parse(savedOffset, JSON.parse(JSON.stringify(restored.save())))
          restored = new ClockOffset()
          restored.restore(saved)
          expect(restored.value).toBe(straight.value)
        }
        let offset = 0
        for (const [index, { step, late, snapshot, ping }] of seconds.entries()) {
          offset += step
          const isTime = index === random % seconds.length
          for (const [number, more] of late.entries()) {
            if (isTime && number === part) restore()
            both((one) => (snapshot ? one.addSnapshot(offset + more) : one.add(offset + more)))
          }
          if (ping !== null) both((one) => one.ping(ping))
          if (isTime && part >= late.length) restore()
          both((one) => one.turn((index + 1) * 1000))
          // Before, both are the same.
          if (index < random % seconds.length) continue
          expect(restored.save()).toEqual(straight.save())
          expect([restored.value, restored.canBe(offset + 700)]).toEqual([
            straight.value,
            straight.canBe(offset + 700)
          ])
        }
      }
    ),
    { numRuns: 600 }
  )
})

/** One that was just restored compares all seconds. */
it.each([1, 5, 60])('remembers for as long as one that compares all seconds (1 in %i busy)', (quiet) => {
  const random = new FuzzRandom(quiet)
  const straight = new ClockOffset()
  const settled = new Set<number | null>()
  for (let second = 1; second <= 900; second++) {
    for (let late = random.chance(quiet) ? 3 : 0; late > 0; late--)
      straight.add(second / 10 + random.below(random.chance(4) ? 800 : 9) - (random.chance(90) ? 3000 : 0))
    if (random.chance(quiet * 20)) straight.ping(1 + random.below(90))
    const restored = new ClockOffset()
    restored.restore(straight.save())
    for (const offset of [straight, restored]) offset.turn(second * 1000)
    expect(JSON.stringify(restored.save())).toBe(JSON.stringify(straight.save()))
    settled.add(straight.save().settled)
  }
  expect(settled.size).toBeGreaterThan(5)
})
