import { expect, test } from 'vitest'
import { Marks, type Mark } from '#engine/feed/seat/marks'

const trades = new Map([['BTCUSD', 0]])
const mark = (next: number, at: number, more: Partial<Mark> = {}): Mark => ({
  ...{ next, at, serviceAt: at, isEarly: false, trades, run: 1 },
  ...more
})

function marksOf(...all: readonly Mark[]): Marks {
  const marks = new Marks()
  for (const each of all) marks.add(each)
  return marks
}

const nextOf = (marks: Marks, lastSeq: number) => marks.of('BTCUSD', lastSeq)?.next

test('a market joins at the last mark that the recordings reach, or else where the seat began', () => {
  const marks = marksOf(mark(10, 0), mark(20, 70_000), mark(30, 140_000))
  expect([5, 9, 19, 28, 29, 100].map((last) => nextOf(marks, last))).toEqual([10, 10, 20, 20, 30, 30])
})

test('while nothing is recorded, the first mark counts', () => {
  const marks = marksOf(mark(10, 0), mark(20, 70_000), mark(20, 140_000), mark(20, 210_000))
  expect(marks.of('BTCUSD', 100)?.at).toBe(70_000)
})

test('numbers of another recording replace those before', () => {
  expect(nextOf(marksOf(mark(1000, 0), mark(2000, 70_000), mark(5, 140_000)), 1)).toBe(5)
})

test('of many marks, the first and about one a minute are kept, and each that begins a run', () => {
  const marks = marksOf(...Array.from({ length: 5000 }, (_, index) => mark(10 + index, index * 5000)))
  expect(nextOf(marks, 0)).toBe(10)
  const kept = new Set(Array.from({ length: 5000 }, (_, index) => nextOf(marks, 9 + index)))
  expect(kept.size).toBeLessThanOrEqual(300)
  const last = [4100, 4500, 4999].map((index) => 10 + index - nextOf(marks, 9 + index)!)
  expect(Math.max(...last)).toBeLessThanOrEqual(13)
  const runs = marksOf(
    mark(10, 0),
    mark(20, 5000),
    mark(30, 10_000, { run: 2 }),
    mark(40, 15_000, { run: 2 })
  )
  expect(nextOf(runs, 29)).toBe(30)
})

test('a mark counts once its time by the service is known, for the markets that were there', () => {
  const marks = marksOf(mark(10, 1000, { serviceAt: null, isEarly: true }))
  expect(marks.of('BTCUSD', 100)).toBeUndefined()
  marks.time(250)
  expect(marks.of('BTCUSD', 100)).toMatchObject({ serviceAt: 1250, isEarly: true })
  expect(marks.of('ETHUSD', 100)).toBeUndefined()
})
