import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  covers,
  difference,
  intersection,
  lengthOf,
  union,
  type Span
} from '#engine/recording/analysis/spans'

const max = 40
const spans = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max }), fc.integer({ min: 0, max }))
    .map(([one, other]): Span => ({ from: BigInt(one), to: BigInt(other) })),
  { maxLength: 8 }
)

/** Each unit of time that is in one of them. */
const unitsOf = (all: readonly Span[]): string =>
  Array.from({ length: max }, (_, at) =>
    all.some(({ from, to }) => from <= BigInt(at) && BigInt(at) < to) ? '#' : '.'
  ).join('')

const merged = (one: string, other: string, isIn: (one: boolean, other: boolean) => boolean) =>
  Array.from(one, (unit, at) => (isIn(unit === '#', other[at] === '#') ? '#' : '.')).join('')

const areApart = (all: readonly Span[]) =>
  all.every(({ from, to }, index) => from < to && (index === 0 || all[index - 1]!.to <= from))

test('spans are united, intersected and taken away as sets of units are', () => {
  fc.assert(
    fc.property(spans, spans, (some, others) => {
      const [one, other] = [union(some), union(others)]
      expect(unitsOf(one)).toBe(unitsOf(some))
      expect(unitsOf(intersection(one, other))).toBe(merged(unitsOf(one), unitsOf(other), (a, b) => a && b))
      expect(unitsOf(difference(one, other))).toBe(merged(unitsOf(one), unitsOf(other), (a, b) => a && !b))
      for (const all of [one, intersection(one, other), difference(one, other)])
        expect(areApart(all)).toBe(true)
      expect(Number(lengthOf(one))).toBe([...unitsOf(one)].filter((unit) => unit === '#').length)
      for (const { from, to } of others)
        if (from < to)
          expect(covers(one, { from, to })).toBe(!unitsOf(one).slice(Number(from), Number(to)).includes('.'))
    }),
    { numRuns: 400 }
  )
})
