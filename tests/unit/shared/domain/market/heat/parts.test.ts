import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Book } from '#shared/domain/market/book/index'
import { intervals, intervalSeconds, type Interval } from '#shared/domain/market/candles/index'
import { HeatBook, HeatColumn, type ColumnSums } from '#shared/domain/market/heat/index'
import type { BookMessage } from '#shared/domain/market/messages'
import { typical, Feed, type Habits } from '../feed'
import { columnsOf } from './truth'

const beginning = Date.UTC(2026, 10, 21, 11, 52, 30)
const kinds: readonly Habits[] = [
  typical,
  { ...typical, name: 'coarse', price: 400n, priceScale: 1, tick: 5n, depth: 30, spacing: 1 },
  { ...typical, name: 'sparse', depth: 40, spacing: 3000, strays: 20 },
  { ...typical, name: 'moving', price: 20_000n, depth: 40, spacing: 1, finer: 20, jumps: 5 }
]

interface Look {
  readonly wait: number
  readonly live: boolean
}
const look: fc.Arbitrary<Look> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ wait: fc.integer({ min: 200, max: 1990 }), live: fc.constant(true) }) },
  { weight: 2, arbitrary: fc.record({ wait: fc.integer({ min: 1, max: 700_000 }), live: fc.boolean() }) }
)
const looks = fc.array(look, { minLength: 20, maxLength: 120 })

/** The same samples for each of the books that `at` returns. */
function sampled(
  habits: Habits,
  seed: number,
  all: readonly Look[],
  at: (index: number) => HeatBook[]
): void {
  const feed = new Feed(habits, seed)
  const book = new Book()
  const apply = (message: BookMessage) => {
    if (message.snapshot) book.replaceExact(message)
    else book.updateExact(message)
  }
  apply(feed.snapshot())
  let time = beginning
  for (const [index, { wait, live }] of all.entries()) {
    apply(feed.next())
    time += wait
    for (const heat of at(index)) {
      if (live) heat.look(book, time)
      else heat.pause()
    }
  }
}

const plain = ({ sizes, ...head }: HeatColumn) => ({ ...head, sizes: [...sizes] })
const shown = (heat: HeatBook, of: readonly Interval[] = intervals) =>
  of.map((interval) => [interval, columnsOf(heat, interval).map(plain)])

/** What a listener was told, which is all that is stored. */
class Stored {
  readonly #columns: [Interval, ColumnSums, HeatColumn][] = []

  constructor(heat: HeatBook) {
    heat.listener = {
      finished: (interval, column) => {
        const read = new HeatColumn()
        column.read(intervalSeconds[interval] * 1000, read)
        this.#columns.push([interval, column.save()!, read])
      },
      cleared: () => this.#columns.splice(0)
    }
  }

  restored(): HeatBook {
    const heat = new HeatBook()
    for (const [interval, column, read] of this.#columns) {
      if (interval === '1m') heat.tier('1m').push(read)
      if (interval === '5m' || interval === '1h') heat.tier(interval).restoreFinished(column)
    }
    return heat
  }
}

const longer: readonly Interval[] = ['1m', '5m', '15m', '1h', '4h', '1d']
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

it.each(kinds)('continues from its finished columns and its saved state alone: $name', (habits) => {
  fc.assert(
    fc.property(fc.nat(1e6), looks, fc.nat(), (seed, all, random) => {
      const straight = new HeatBook()
      const stored = new Stored(straight)
      const cut = random % all.length
      let restored: HeatBook | null = null
      sampled(habits, seed, all, (index) => {
        if (index === cut) {
          restored = stored.restored()
          restored.restore(copy(straight.save()))
          expect(shown(restored, longer)).toEqual(shown(straight, longer))
        }
        return restored ? [straight, restored] : [straight]
      })
      expect(shown(restored!, longer)).toEqual(shown(straight, longer))
      expect(restored!.save()).toEqual(straight.save())
    }),
    { numRuns: 40 }
  )
})

describe('recorded heat before that of a new book', () => {
  it.each(kinds)('equals that of a book that was never closed: $name', (habits) => {
    fc.assert(
      fc.property(fc.nat(1e6), looks, fc.nat(), fc.nat(), (seed, all, one, other) => {
        const cut = one % all.length
        const merged = Math.min(all.length - 1, cut + (other % 4))
        const straight = new HeatBook()
        const recorded = new HeatBook()
        const own = new HeatBook()
        sampled(habits, seed, all, (index) => {
          if (index === cut) {
            straight.pause()
            // Of the same height.
            own.restore({ ...copy(recorded.save()), ...nothingSeen })
          }
          if (index === merged) own.prepend(recorded)
          return [straight, index < cut ? recorded : own]
        })
        expectNear(own, straight)
      }),
      { numRuns: 40 }
    )
  })

  const nothingSeen = { looked: null, from: null, covered: null, minute: null, fiveMinutes: null }

  /** Columns that finish before they are joined are rounded first. */
  function expectNear(heat: HeatBook, right: HeatBook): void {
    for (const interval of intervals) {
      const columns = columnsOf(heat, interval)
      const expected = columnsOf(right, interval)
      expect(columns.map(({ start, bin, first }) => ({ start, bin, first }))).toEqual(
        expected.map(({ start, bin, first }) => ({ start, bin, first }))
      )
      for (const [index, { seen, sizes }] of columns.entries()) {
        expect(seen).toBeCloseTo(expected[index]!.seen, 9)
        for (const [bin, size] of sizes.entries()) {
          const is = expected[index]!.sizes[bin]!
          if (Math.abs(size - is) > is * 0.002) expect.fail(`${interval} ${index} ${bin}: ${size} for ${is}`)
        }
      }
    }
  }

  it('keeps columns of other bins apart', () => {
    const recorded = new HeatBook()
    const own = new HeatBook()
    sampled(kinds[0]!, 1, steady(200), () => [recorded])
    const from = columnsOf(recorded, '1m').length
    sampled({ ...kinds[1]!, price: 90_000n }, 2, [...pause(400), ...steady(200)], (index) =>
      index < 400 ? [] : [own]
    )
    const [height] = columnsOf(own, '1m').map(({ bin }) => bin)
    own.prepend(recorded)
    const bins = columnsOf(own, '1m').map(({ bin }) => bin)
    expect(new Set(bins.slice(0, from)).has(height!)).toBe(false)
    expect(new Set(bins.slice(from))).toEqual(new Set([height]))
  })

  it('is left out if the clock was set back since', () => {
    const recorded = new HeatBook()
    const own = new HeatBook()
    sampled(typical, 1, steady(600), () => [recorded])
    sampled(typical, 1, steady(200), () => [own])
    const before = shown(own)
    own.prepend(recorded)
    expect(shown(own)).toEqual(before)
  })

  const steady = (count: number): Look[] => Array.from({ length: count }, () => ({ wait: 1000, live: true }))
  const pause = (count: number): Look[] => Array.from({ length: count }, () => ({ wait: 1000, live: false }))
})
