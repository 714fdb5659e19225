import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Feeder } from '#renderer/panels/chart/feeder'

interface Point {
  readonly time: number
  readonly value: number | null
}

/** Follows the library's rules. */
class Series {
  points: Point[] = []
  wholes = 0
  updates = 0
  #last = -Infinity

  setData(points: Point[]): void {
    this.wholes += 1
    this.points = points.filter(({ value }) => value !== null)
    this.#last = points.at(-1)?.time ?? -Infinity
  }

  update(given: Point, historical = false): void {
    const point = { ...given }
    // As the library does.
    Object.assign(given, { added: given.time })
    this.updates += 1
    const place = this.points.findIndex(({ time }) => time === point.time)
    if (historical && (place < 0 || point.value === null)) throw new Error('It would overwrite a neighbour.')
    if (!historical && point.time < this.#last) throw new Error('Cannot update oldest data.')
    if (place >= 0) this.points.splice(place, 1)
    if (point.value !== null) this.points.push(point)
    this.points.sort((one, other) => one.time - other.time)
    if (!historical) this.#last = point.time
  }
}

const values = fc.array(fc.option(fc.nat(9)), { maxLength: 60 })

it.each([true, false])('keeps the series equal to the data, with empty points: %s', (makesSlots) => {
  fc.assert(
    fc.property(fc.array(values, { minLength: 1, maxLength: 6 }), (states) => {
      const series = new Series()
      let now: readonly (number | null)[] = []
      const feeder = new Feeder<Point>(
        series,
        (index) => ({ time: index, value: now[index] ?? null }),
        ({ value }) => value === null,
        makesSlots
      )
      for (const next of states) {
        const from = next.findIndex((value, index) => value !== now[index])
        now = next
        feeder.feed(next.length, { fresh: false, from: from < 0 ? next.length : from })
        expect(series.points).toEqual(
          next.flatMap((value, time) => (value === null ? [] : [{ time, value }]))
        )
      }
    })
  )
})

it('updates only the newest or one more', () => {
  const series = new Series()
  const now: (number | null)[] = [1, null, 3]
  const point = (index: number) => ({ time: index, value: now[index] ?? null })
  const feeder = new Feeder<Point>(series, point, ({ value }) => value === null)
  feeder.feed(3, { fresh: true, from: 0 })
  now[2] = 4
  feeder.feed(3, { fresh: false, from: 2 })
  now.push(null, 5)
  feeder.feed(5, { fresh: false, from: 3 })
  now[0] = 7
  feeder.feed(5, { fresh: false, from: 0 })
  expect(series.wholes).toBe(1)
  expect(series.points.map(({ value }) => value)).toEqual([7, 4, 5])
})

it('gives no point again that did not change', () => {
  const series = new Series()
  let now = [1, 2, 3]
  const point = (index: number) => ({ time: index, value: now[index]!, beside: [now[index]!, 0] })
  const feeder = new Feeder(series, point, () => false)
  feeder.feed(3, { fresh: true, from: 0 })
  feeder.feed(3, { fresh: false, from: 0 })
  expect(series.updates).toBe(0)
  now = [1, 5, 3, 4]
  feeder.feed(4, { fresh: false, from: 0 })
  feeder.feed(4, { fresh: false, from: 0 })
  expect(series.updates).toBe(2)
  now = [1, 5, 3, 6]
  feeder.feed(4, { fresh: false, from: 3 })
  expect(series.points.map(({ value }) => value)).toEqual([1, 5, 3, 6])
})

it('adds the value of a slot after the next one began', () => {
  const series = new Series()
  const now: (number | null)[] = [1]
  const point = (index: number) => ({ time: index, value: now[index] ?? null })
  const feeder = new Feeder<Point>(series, point, ({ value }) => value === null)
  feeder.feed(1, { fresh: true, from: 0 })
  for (let slot = 1; slot < 10; slot += 1) {
    now.push(null)
    feeder.feed(now.length, { fresh: false, from: slot })
    now[slot - 1] = slot
    feeder.feed(now.length, { fresh: false, from: slot - 1 })
  }
  expect(series.wholes).toBe(1)
  expect(series.points.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
})
