import fc from 'fast-check'
import { expect, it } from 'vitest'
import { foldText, gapsOf, isStep, stepsOf, timeOf, withWholeGaps } from '#renderer/panels/chart/gaps'
import { seenOf, seenShare } from '#renderer/panels/chart/seen'
import { maxSlots, Slots } from '#renderer/panels/chart/slots'
import { chartOf, newsOf, type Trade } from './news'

const at = (second: number): Trade => ({ second, price: 100, amount: 1, side: 'buy' })
const seconds = (all: Iterable<number>) => [...all].map(at)

it('has one slot per period, with its candle', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 150 }), { minLength: 1 }), (starts) => {
      starts.sort((one, other) => one - other)
      const slots = new Slots()
      slots.follow(chartOf(seconds(starts), '1s'), null)
      const [first, last] = [starts[0]!, starts.at(-1)!]
      expect(slots.all.map(({ start }) => start)).toEqual(
        Array.from({ length: last - first + 1 }, (_, index) => first + index)
      )
      expect(slots.all.filter(({ candle }) => candle).map(({ start }) => start)).toEqual(starts)
    })
  )
})

it('is independent of the order of candles', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { minLength: 2, maxLength: 40 }),
      (starts) => {
        const candles = chartOf(seconds([starts[0]!]), '1s')
        const slots = new Slots()
        slots.follow(candles, null)
        const drawn: unknown[] = slots.all.map(({ start, candle }) => [start, candle])
        for (const start of starts.slice(1)) {
          candles.apply(newsOf([at(start)], '1s', { fresh: false }))
          const change = slots.follow(candles, null)
          // Redrawing the changed part suffices.
          drawn.length = change?.from ?? drawn.length
          for (const { start: time, candle } of slots.all.slice(drawn.length)) drawn.push([time, candle])
        }
        const whole = new Slots()
        whole.follow(candles, null)
        expect(slots.all).toEqual(whole.all)
        expect(drawn).toEqual(whole.all.map(({ start, candle }) => [start, candle]))
      }
    )
  )
})

it('advances with the clock, except for late trades', () => {
  const slots = new Slots()
  const candles = chartOf([at(100)], '1s')
  slots.follow(candles, 102_500)
  expect(slots.all.map(({ start }) => start)).toEqual([100])
  expect(slots.follow(candles, 105_000)).toEqual({ fresh: false, from: 1 })
  expect(slots.all.map(({ start }) => start)).toEqual([100, 101, 102])
  expect(slots.follow(candles, null)).toBeNull()
})

it('folds a long empty time', () => {
  const slots = new Slots()
  slots.follow(chartOf(seconds([0, 100_000]), '1s', { watched: [0, 5000, 99_000_000, Infinity] }), null)
  const behind = slots.all.findIndex(({ folded }) => folded > 0)
  expect(slots.all.length).toBeLessThan(100)
  expect(slots.all[behind - 1]!.start + slots.all[behind]!.folded + 1).toBe(slots.all[behind]!.start)
  expect(slots.indexAt(50_000)).toBe(behind)
  expect(slots.indexAt(100_000)).toBe(slots.all.length - 1)
  expect(slots.indexAt(-1)).toBe(-1)
  expect(slots.seenOfFold(behind)).toBe('part')
  expect(foldText(3600, 'none')).toBe('1 h 00 min not recorded')
})

it('folds only what was not recorded, and says for how long', () => {
  const minutes = fc.integer({ min: 0, max: 200 })
  fc.assert(
    fc.property(
      fc.uniqueArray(minutes, { minLength: 2, maxLength: 6 }),
      fc.uniqueArray(minutes, { minLength: 1, maxLength: 8 }),
      (cuts, traded) => {
        const spans = [...cuts].sort((one, other) => one - other).slice(cuts.length % 2)
        const isSeen = (minute: number) =>
          spans.some((from, at) => at % 2 === 0 && minute >= from && minute < spans[at + 1]!)
        const trades = traded.filter(isSeen).sort((one, other) => one - other)
        fc.pre(trades.length > 1)
        const slots = new Slots()
        const watched = spans.map((minute) => minute * 60_000)
        slots.follow(chartOf(seconds(trades.map((minute) => minute * 60)), '1m', { watched }), null)
        const shown = new Set(slots.all.map(({ start }) => start / 60))
        const hidden = Array.from({ length: trades.at(-1)! - trades[0]! }, (_, index) => trades[0]! + index)
        for (const minute of hidden) if (isSeen(minute)) expect(shown).toContain(minute)
        for (const { kind, ...gap } of gapsOf(slots, 0, 300)) {
          if (kind === 'cut') continue
          expect(kind).toBe('gap')
          const { start, length } = timeOf({ kind, ...gap }, slots)
          const [from, to] = [start / 60, (start + length) / 60]
          expect(hidden.filter((minute) => minute >= from && minute < to).some(isSeen)).toBe(false)
          expect([isSeen(from - 1), isSeen(to)]).toEqual([true, true])
          // A short band, however long the gap is.
          expect(gap.to - gap.from).toBeLessThanOrEqual(24)
        }
      }
    )
  )
})

it('shows a gap as a whole that begins and ends out of view', () => {
  const slots = new Slots()
  slots.follow(chartOf(seconds([0, 7200]), '15s', { watched: [0, 30_000, 7_190_000, Infinity] }), null)
  expect(slots.all.length).toBeLessThan(24)
  const gaps = gapsOf(slots, ...withWholeGaps(slots, 5, 6))
  expect(gaps.map(({ kind }) => kind)).toEqual(['gap', 'cut'])
  const { start, length } = timeOf(gaps[0]!, slots)
  expect(start).toBe(30)
  // The slot in which it ends was seen in part, without a trade.
  expect(foldText(length, 'none')).toBe('1 h 59 min not recorded')
})

it('stays within its limit', () => {
  const slots = new Slots()
  slots.follow(chartOf(seconds(Array.from({ length: 100 }, (_, index) => index * 200)), '1s'), null)
  expect(slots.all.length).toBe(maxSlots)
  expect(slots.all.at(-1)!.start).toBe(99 * 200)
})

it('marks unobserved slots without candles as gaps', () => {
  const slots = new Slots()
  const candles = chartOf(seconds([0, 1, 2, 4, 8, 9]), '1s', { watched: [0, 4500, 7000, Infinity] })
  slots.follow(candles, null)
  expect(gapsOf(slots, 0, 20)).toEqual([{ kind: 'gap', from: 5, to: 7, folded: 0 }])
  // Coverage received later.
  candles.apply(newsOf([], '1s', { fresh: false, watched: [0, Infinity] }))
  expect(slots.follow(candles, null)).toEqual({ fresh: true, from: 0 })
  expect(gapsOf(slots, 0, 20)).toEqual([])
})

it('returns how much of a period was observed', () => {
  const cut = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 2, maxLength: 8 })
  const time = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 20 }))
  fc.assert(
    fc.property(cut, time, (cuts, [from, length]) => {
      cuts.sort((one, other) => one - other)
      if (cuts.length % 2 === 1) cuts.pop()
      const spans = Float64Array.from(cuts)
      const watched = Array.from({ length }, (_, index) => from + index).filter((moment) =>
        cuts.some((start, place) => place % 2 === 0 && moment >= start && moment < cuts[place + 1]!)
      ).length
      const truth = watched === 0 ? 'none' : watched === length ? 'whole' : 'part'
      expect(seenShare(spans, from, from + length)).toBe(truth)
      expect(seenOf(spans, from, from + length)).toBe(truth)
    })
  )
})

it('claims nothing about time skipped by the service’s clock', () => {
  const slots = new Slots()
  const skipped = [3000, 303_000]
  const candles = chartOf(seconds([0, 1, 2, 303, 304]), '1s', {
    watched: [0, 3000, 303_000, Infinity],
    steps: skipped
  })
  slots.follow(candles, null)
  const source = { steps: slots.steps, indexAt: (at: number) => slots.indexAt(at) }
  const at = slots.all.findIndex(({ start }) => start === 303)
  expect(stepsOf(source, 0, slots.all.length)).toEqual([{ index: at, text: 'clock changed +5:00' }])
  for (const gap of gapsOf(slots, 0, slots.all.length)) {
    const { start, length } = timeOf(gap, slots)
    expect(isStep(slots.steps, start * 1000, (start + length) * 1000)).toBe(true)
  }
})
