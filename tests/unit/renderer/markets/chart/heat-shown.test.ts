import fc from 'fast-check'
import { expect, it } from 'vitest'
import { heatHead, heatWidth } from '#shared/contract/market/market-news'
import type { Interval } from '#shared/domain/market/candles/intervals'
import { HeatColumns } from '#renderer/lib/markets/heat'
import { columnAt, shownHeat } from '#renderer/panels/chart/heat-shown'

function columnsOf(interval: Interval, starts: readonly number[], bin: number): HeatColumns {
  const columns = new HeatColumns(10_000, interval)
  const values = new Float64Array(starts.length * heatWidth)
  starts.forEach((start, at) => {
    values.set([start, 1, bin, 0, NaN, NaN], at * heatWidth)
    values[at * heatWidth + heatHead] = start
  })
  columns.apply({ interval, fresh: true, values })
  return columns
}

const multiples = (of: number, max: number) =>
  fc
    .uniqueArray(fc.integer({ min: 0, max }).map((count) => count * of))
    .map((all) => all.toSorted((a, b) => a - b))

it('shows columns of the interval from the first one on, and recorded minutes before', () => {
  fc.assert(
    fc.property(
      multiples(5, 200),
      multiples(60, 20),
      fc.boolean(),
      fc.integer({ min: 0, max: 100 }),
      fc.integer({ min: 0, max: 100 }),
      (short, long, withMinutes, from, length) => {
        const sources = {
          heat: columnsOf('5s', short, 1),
          minutes: withMinutes ? columnsOf('1m', long, 5) : null
        }
        const slots = Array.from({ length: 201 }, (_, slot) => ({
          ...{ start: slot * 5, candle: null, seen: 'whole' as const, folded: 0 }
        }))
        const expected = (slot: number) => {
          const start = slot * 5
          if (short.includes(start)) return `1 ${start}`
          const isEarlier = short.every((other) => other > start)
          const minute = long.findLast((other) => other <= start && other + 60 > start)
          return withMinutes && isEarlier && minute !== undefined ? `5 ${minute}` : null
        }
        const { byBin, newest, minutesUntil } = shownHeat(sources, slots, { from, to: from + length })
        const shown = new Map<number, string>()
        for (const [bin, placed] of byBin)
          for (const { slot, column } of placed) shown.set(slot, `${bin} ${column.start}`)
        let last: string | null = null
        let hasMinutes = false
        for (let slot = from; slot <= from + length; slot += 1) {
          expect(shown.get(slot) ?? null).toBe(expected(slot))
          expect(columnAt(sources, slot * 5)?.start ?? null).toBe(
            expected(slot) === null ? null : Number(expected(slot)!.split(' ')[1])
          )
          last = expected(slot) ?? last
          hasMinutes ||= expected(slot)?.startsWith('5') ?? false
        }
        expect(newest ? `${newest.bin} ${newest.start}` : null).toBe(last)
        expect(minutesUntil).toBe(hasMinutes ? (short[0] ?? Infinity) : null)
      }
    )
  )
})
