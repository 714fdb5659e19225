import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Histogram, relativeError } from '#engine/app/diagnostics/histogram'
import { StreamMeter } from '#engine/app/diagnostics/stream-meter'

const nearestRank = (values: readonly number[], part: number) =>
  values.toSorted((one, other) => one - other)[Math.max(1, Math.ceil(part * values.length)) - 1]!
const thousandth = 0.001
const within = (value: number, truth: number, errors = 1) =>
  Math.abs(value - truth) <= truth * relativeError * errors + thousandth

const duration = fc.oneof(
  fc.double({ min: 0, max: 5, noNaN: true }),
  fc.double({ min: 5, max: 3_000_000, noNaN: true })
)

describe('a histogram', () => {
  it('returns every percentile within its stated error', () => {
    fc.assert(
      fc.property(
        fc.array(duration, { minLength: 1, maxLength: 400 }),
        fc.double({ min: 0.001, max: 1, noNaN: true }),
        (values, part) => {
          const histogram = new Histogram()
          for (const value of values) histogram.add(value)
          expect(histogram.total).toBe(values.length)
          expect(within(histogram.percentile(part), nearestRank(values, part))).toBe(true)
        }
      ),
      { numRuns: 500 }
    )
  })

  it('shifts all values for one more error', () => {
    fc.assert(
      fc.property(fc.array(duration, { minLength: 1, maxLength: 200 }), duration, (values, by) => {
        const histogram = new Histogram()
        for (const value of values) histogram.add(value)
        histogram.raise(by)
        const raised = values.map((value) => value + by)
        for (const part of [0.5, 0.99]) {
          expect(within(histogram.percentile(part), nearestRank(raised, part), 2.1)).toBe(true)
        }
      })
    )
  })

  it('resets when read, and returns null if empty', () => {
    const histogram = new Histogram()
    expect(histogram.take()).toBeNull()
    histogram.add(1e300)
    histogram.add(-5)
    histogram.add(NaN)
    expect(histogram.take()?.p99).toBeGreaterThan(3_600_000)
    expect(histogram.take()).toBeNull()
  })
})

/** One second of messages with their delays, from a clock ahead by `skew`. */
function second(meter: StreamMeter, at: number, ways: readonly number[], skew: number) {
  const day = 1_790_000_000_000
  for (const [index, way] of ways.entries()) {
    const received = day + at + index
    const service = received - way + skew
    const seconds = Math.floor(service / 1000)
    meter.frame(300)
    meter.latency(received, seconds, (service - seconds * 1000) * 1e6)
  }
  return meter.take(at + 1000)
}

const ways = fc.array(fc.double({ min: 0, max: 40, noNaN: true }), { minLength: 20, maxLength: 60 })
const fastest = 4

describe('the stream meter', () => {
  it('counts messages per second', () => {
    const meter = new StreamMeter(0)
    for (let count = 0; count < 600; count++) meter.frame(250)
    meter.queue(7)
    meter.queue(3)
    meter.painted(12)
    const figures = meter.take(2000)
    expect(figures).toMatchObject({
      messages: 300,
      bytes: 75_000,
      queue: 7,
      latency: null,
      clockOffset: null
    })
    expect(within(figures.paint!.p50, 12)).toBe(true)
    expect(meter.take(3000)).toMatchObject({ messages: 0, bytes: 0, queue: 0, paint: null })
  })

  it('estimates latency and clock offset despite skew and jitter', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -400_000, max: 400_000, noNaN: true }),
        fc.array(ways, { minLength: 4, maxLength: 12 }),
        (skew, all) => {
          const meter = new StreamMeter(0)
          // The minimum delay is half of the round trip.
          meter.roundTrip(2 * fastest)
          const seconds = all.map((each) => [fastest, ...each.map((way) => fastest + way)])
          const changes = seconds.map((each, index) => second(meter, index * 1000, each, skew))
          const last = changes.at(-1)!
          expect(last.clockOffset).toBeCloseTo(skew, 1)
          for (const [part, value] of [
            [0.5, last.latency!.p50],
            [0.99, last.latency!.p99]
          ] as const) {
            expect(Math.abs(value - nearestRank(seconds.at(-1)!, part))).toBeLessThan(
              0.02 + 45 * relativeError
            )
          }
        }
      )
    )
  })

  it('ignores single wrong times', () => {
    const meter = new StreamMeter(0)
    const usual = [3, 5, 8, 4, 6]
    for (let index = 0; index < 5; index++) second(meter, index * 1000, usual, 0)
    second(meter, 5000, [...usual, -90_000], 0)
    second(meter, 6000, [...usual, 90_000], 0)
    const figures = second(meter, 7000, usual, 0)
    expect(figures.clockOffset).toBeCloseTo(-3, 1)
    expect(figures.latency!.p99).toBeLessThan(6)
  })

  it.each([
    ['ahead', 300_000],
    ['back', -300_000]
  ])('follows a clock set %s within seconds', (_way, step) => {
    const meter = new StreamMeter(0)
    const usual = [3, 5, 8, 4, 6]
    for (let index = 0; index < 6; index++) second(meter, index * 1000, usual, 20)
    for (let index = 6; index < 12; index++) second(meter, index * 1000, usual, 20 + step)
    const figures = second(meter, 12_000, usual, 20 + step)
    expect(figures.clockOffset).toBeCloseTo(20 + step - 3, 1)
    expect(figures.latency!.p99).toBeLessThan(6)
  })

  it('keeps the offset without data, and resets it for another service', () => {
    const meter = new StreamMeter(0)
    for (let index = 0; index < 6; index++) second(meter, index * 1000, [3, 5, 4], 20)
    const { clockOffset } = second(meter, 6000, [3, 5, 4], 20)
    for (let index = 7; index < 700; index++) meter.take(index * 1000)
    expect(meter.clockOffset).toBe(clockOffset)
    meter.resetClock()
    expect(meter.clockOffset).toBeNull()
    second(meter, 701_000, [3, 5, 4], -3_600_000)
    expect(meter.clockOffset).toBeCloseTo(-3_600_003, 0)
  })

  it('does not mistake a slow stream for a clock change', () => {
    const meter = new StreamMeter(0)
    for (let index = 0; index < 5; index++) second(meter, index * 1000, [3, 4, 5], 0)
    let behind = 0
    for (let index = 5; index < 30; index++) {
      behind += 900
      const figures = second(meter, index * 1000, [behind, behind + 1], 0)
      expect(figures.clockOffset).toBeCloseTo(-3, 1)
      expect(figures.latency!.p50).toBeGreaterThan(behind * 0.98 - 4)
    }
  })

  it('detects a clock set back, and counts no message as late because of it', () => {
    const meter = new StreamMeter(0)
    const slowest = 40
    for (let index = 0; index < 30; index++) {
      const figures = second(meter, index * 1000, [3, 4, slowest], index < 10 ? 300_000 : 0)
      if (figures.latency) expect(figures.latency.p99).toBeLessThan(slowest * 1.1)
      if (index > 14) expect(figures.clockOffset).toBeCloseTo(-3, 1)
    }
    expect(second(meter, 30_000, [3, 4, slowest], 0).latency).not.toBeNull()
  })

  it('counts messages after a pause with their true delay', () => {
    const meter = new StreamMeter(0)
    for (let index = 0; index < 5; index++) second(meter, index * 1000, [3, 4, 5], 0)
    for (let index = 5; index < 25; index++) second(meter, index * 1000, [], 0)
    expect(second(meter, 25_000, [19_000, 18_000], 0).latency!.p50).toBeGreaterThan(17_000)
  })

  it('tolerates a share of wrong times', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -400_000, max: 400_000, noNaN: true }),
        fc.constantFrom(-3_600_000, -300_000, -2500),
        fc.integer({ min: 1, max: 9 }),
        (skew, wrong, some) => {
          const meter = new StreamMeter(0)
          const usual = Array.from({ length: 20 }, (_, index) => 3 + (index % 7))
          const ways = usual.flatMap((way, index) => (index < some ? [way, way + wrong] : [way]))
          let figures = second(meter, 0, ways, skew)
          for (let index = 1; index < 400; index++) figures = second(meter, index * 1000, ways, skew)
          expect(figures.clockOffset).toBeCloseTo(skew - 3, 1)
          expect(figures.latency!.p50).toBeGreaterThan(1)
        }
      ),
      { numRuns: 10 }
    )
  })

  it('uses snapshots without updates, and updates once they arrive', () => {
    const meter = new StreamMeter(0)
    const now = 1_790_000_000_000
    meter.snapshot(now, (now + 300_000) / 1000, 0)
    expect(meter.clockOffset).toBeNull()
    for (let index = 1; index <= 3; index++) meter.take(index * 1000)
    expect(meter.clockOffset).toBe(300_000)
    // The time of an old change says nothing about the clock.
    meter.resetClock()
    meter.snapshot(now, (now - 70_000) / 1000, 0)
    for (let index = 4; index <= 6; index++) meter.take(index * 1000)
    expect(meter.clockOffset).toBeCloseTo(0)
    second(meter, 7000, [3, 4, 5], -90_000)
    expect(meter.clockOffset).toBeCloseTo(-90_003, 0)
  })
})
