import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CandleBook, type Coverage } from '#shared/domain/market/candles/index'

const coverage = () => new CandleBook().coverage

/** By millisecond. */
const watched = (spans: Coverage, now: number) => {
  const all = new Set<number>()
  for (const { from, to } of spans.spans(now)) for (let time = from; time < to; time++) all.add(time)
  return all
}

const moment = fc.integer({ min: 0, max: 60 })

describe('coverage', () => {
  it('contains every observed moment in ordered spans', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(moment, moment), { maxLength: 20 }), moment, moment, (seen, from, to) => {
        const spans = coverage()
        const truth = new Set<number>()
        for (const [start, end] of seen) {
          spans.seen(start, end)
          for (let time = start; time < end; time++) truth.add(time)
        }
        expect(watched(spans, 100)).toEqual(truth)
        const list = spans.spans(100)
        for (const [index, span] of list.entries()) {
          expect(span.to).toBeGreaterThan(span.from)
          if (index > 0) expect(span.from).toBeGreaterThan(list[index - 1]!.to)
        }
        const gaps = new Set<number>()
        for (const gap of spans.unseen(from, to, 100)) {
          for (let time = gap.from; time < gap.to; time++) gaps.add(time)
        }
        const missing = Array.from({ length: Math.max(to - from, 0) }, (_, index) => from + index)
        expect([...gaps]).toEqual(missing.filter((time) => !truth.has(time)))
        expect(spans.covers(from, to, 100)).toBe(gaps.size === 0)
      }),
      { numRuns: 1000 }
    )
  })

  it('continues while watched', () => {
    const spans = coverage()
    spans.watchingSince(10)
    expect([spans.covers(10, 20, 20), spans.covers(10, 20, 19), spans.covers(9, 20, 20)]).toEqual([
      true,
      false,
      false
    ])
    expect(spans.spans(10)).toEqual([])
    spans.watchingSince(15)
    expect(spans.since).toBe(10)
    expect(spans.past).toEqual([])
    spans.watchingUntil(30)
    expect(spans.past).toEqual([{ from: 10, to: 30 }])
    spans.watchingUntil(40)
    expect([spans.since, spans.spans(99)]).toEqual([null, [{ from: 10, to: 30 }]])
  })

  it('keeps every interruption, also if the estimated clock was corrected back over it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(moment, fc.integer({ min: -60, max: 60 })), { maxLength: 20 }),
        (times) => {
          const spans = coverage()
          let now = 1000
          for (const [lasted, interrupted] of times) {
            spans.watchingSince(now)
            now = Math.max(now, spans.since!) + 1 + lasted
            spans.watchingUntil(now)
            now += interrupted
          }
          expect(spans.past).toHaveLength(times.length)
        }
      )
    )
  })

  it('joins times that the service repeats, because its clock was set back', () => {
    const spans = coverage()
    spans.watchingSince(10_000)
    spans.stepped({ from: 20_000, to: 19_500 })
    expect(spans.spans(20_500)).toEqual([{ from: 10_000, to: 20_500 }])
  })

  it('counts changes only', () => {
    const spans = coverage()
    spans.watchingSince(1)
    const before = spans.version
    spans.spans(50)
    expect(spans.version).toBe(before)
    spans.watchingUntil(60)
    expect(spans.version).toBeGreaterThan(before)
  })

  it('keeps the newest spans', () => {
    const spans = coverage()
    for (let index = 0; index < 2100; index++) spans.seen(index * 10, index * 10 + 5)
    const list = spans.spans(0)
    expect([list.length, list[0]!.from, list.at(-1)!.to]).toEqual([2000, 1000, 20_995])
  })

  it('ignores backward time', () => {
    const spans = coverage()
    spans.seen(20, 10)
    spans.seen(NaN, 10)
    spans.watchingSince(50)
    spans.watchingUntil(40)
    expect(spans.spans(100)).toEqual([])
  })
})
