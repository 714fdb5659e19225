import { expect } from 'vitest'
import { parseDecimal } from '#shared/domain/base/decimal'
import { intervals, intervalSeconds, type Interval } from '#shared/domain/market/candles/index'
import { HeatColumn, heatBins, type HeatBook } from '#shared/domain/market/heat/index'
import { oracleScale, type OracleBook, type OracleLevel } from '../oracle'

export interface Seen {
  /** In milliseconds. */
  readonly from: number
  readonly to: number
  readonly levels: readonly OracleLevel[]
  /** Half the sum of the best prices. */
  readonly middle: bigint
  /** Spread, and what rests within 10 and 50 bp of the mid, bids first; null of a crossed or one-sided book. */
  readonly figures: readonly bigint[] | null
}

export function seenOf(book: OracleBook, from: number, to: number): Seen {
  const bid = book.bids.best?.price ?? book.asks.best!.price
  const ask = book.asks.best?.price ?? bid
  return {
    from,
    to,
    levels: [...book.bids.levels(), ...book.asks.levels()],
    middle: (bid + ask) / 2n,
    figures: figuresOf(book)
  }
}

function figuresOf(book: OracleBook): bigint[] | null {
  const [bid, ask] = [book.bids.best?.price, book.asks.best?.price]
  if (bid === undefined || ask === undefined || bid >= ask) return null
  const within = (side: OracleBook['bids'], points: bigint) => {
    const near = [...side.levels()].filter(({ price }) => {
      const apart = 2n * price - bid - ask
      return (apart < 0n ? -apart : apart) * 10_000n <= (bid + ask) * points
    })
    return near.reduce((sum, { amount }) => sum + amount, 0n)
  }
  return [
    ask - bid,
    ...[10n, 50n].flatMap((points) => [within(book.bids, points), within(book.asks, points)])
  ]
}

export function columnsOf(heat: HeatBook, interval: Interval): HeatColumn[] {
  const tier = heat.tier(interval)
  return Array.from({ length: tier.count }, (_, index) => {
    const column = new HeatColumn()
    tier.read(index, column)
    return column
  })
}

/** They add up shorter columns, each of which has a window of bins of its own. */
const sumsOfColumns: readonly Interval[] = ['15m', '1h', '4h', '1d']

/** Each bin's mean from exact sums. `steady`: the bins never change, so no column restarts. */
export function expectColumns(heat: HeatBook, seen: readonly Seen[], steady: boolean): void {
  for (const interval of intervals) {
    const length = intervalSeconds[interval] * 1000
    const columns = columnsOf(heat, interval)
    const starts = new Set(seen.flatMap(({ from, to }) => startsOf(from, to, length)))
    expect(columns.map(({ start }) => start)).toEqual([...starts])
    const isSum = sumsOfColumns.includes(interval)
    for (const column of columns) expectColumn(column, { length, isSum, steady }, seen)
  }
}

/** Cached for all resolutions. */
const sums = new WeakMap<Seen, Map<number, Map<number, bigint>>>()

function sumsOf(seen: Seen, bin: number): ReadonlyMap<number, bigint> {
  const byHeight = sums.get(seen) ?? new Map<number, Map<number, bigint>>()
  sums.set(seen, byHeight)
  const known = byHeight.get(bin)
  if (known) return known
  const made = new Map<number, bigint>()
  const height = unitsOf(bin)
  for (const { price, amount } of seen.levels) {
    const index = Number(price / height)
    made.set(index, (made.get(index) ?? 0n) + amount)
  }
  byHeight.set(bin, made)
  return made
}

interface Kind {
  readonly length: number
  readonly isSum: boolean
  readonly steady: boolean
}

function expectColumn(column: HeatColumn, { length, isSum, steady }: Kind, all: readonly Seen[]): void {
  const start = column.start * 1000
  const within = all.filter(({ from, to }) => to > start && from < start + length)
  const timeOf = ({ from, to }: Seen) => Math.min(to, start + length) - Math.max(from, start)
  expectFigures(column, within, timeOf)
  const whole = within.reduce((sum, seen) => sum + timeOf(seen), 0)
  const seen = Math.round(column.seen * length)
  // A restarted column contains the rest.
  let dropped = 0
  if (!steady) while (dropped < whole - seen) dropped += timeOf(within.shift()!)
  expect(seen).toBe(whole - dropped)
  for (let position = 0; position < heatBins; position += 1) {
    // At the edge of its window, a shorter column has not all samples of a bin.
    if (isSum && !within.every((one) => sees(one, column, position))) {
      expectBetween(column, position, within)
      continue
    }
    const truth = meanOf(column, position, within, timeOf)
    if (!isNear(column.sizes[position]!, truth))
      expect.fail(`${column.start} at ${column.first + position}: ${column.sizes[position]} for ${truth}`)
  }
}

/** Of the whole column, whatever its bins. */
function expectFigures(column: HeatColumn, all: readonly Seen[], timeOf: (seen: Seen) => number): void {
  let time = 0
  const sums = Array.from(column.figures, () => 0n)
  for (const each of all) {
    if (!each.figures) continue
    time += timeOf(each)
    each.figures.forEach((figure, index) => (sums[index]! += figure * BigInt(timeOf(each))))
  }
  expect(column.figured).toBe(time)
  for (const [index, sum] of sums.entries()) {
    const truth = Number(sum) / 10 ** oracleScale / time
    const found = column.figures[index]!
    if (time === 0) expect(found).toBeNaN()
    else expect(Math.abs(found - truth), `${found} for ${truth}`).toBeLessThanOrEqual(truth * 1e-12)
  }
}

function sees({ middle }: Seen, { bin, first }: HeatColumn, position: number): boolean {
  const from = Number(middle / unitsOf(bin)) - heatBins / 2
  return first + position >= from && first + position < from + heatBins
}

/** It is the mean of some of the sizes there were. */
function expectBetween(column: HeatColumn, position: number, all: readonly Seen[]): void {
  const size = column.sizes[position]!
  const sizes = all
    .filter((one) => sees(one, column, position))
    .map((one) => Number(sumsOf(one, column.bin).get(column.first + position) ?? 0n) / 10 ** oracleScale)
  if (Number.isNaN(size)) return
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)]
  if (size < least * 0.999 || size > most * 1.001)
    expect.fail(`${column.start} at ${column.first + position}: ${size} not within ${least} and ${most}`)
}

/** Over the time in which the bin was observed. */
function meanOf(
  column: HeatColumn,
  position: number,
  all: readonly Seen[],
  timeOf: (seen: Seen) => number
): number {
  const { bin, first } = column
  const index = first + position
  let time = 0
  let sum = 0n
  for (const seen of all) {
    if (!sees(seen, column, position)) continue
    time += timeOf(seen)
    sum += (sumsOf(seen, bin).get(index) ?? 0n) * BigInt(timeOf(seen))
  }
  return Number(sum) / 10 ** oracleScale / time
}

const isNear = (size: number, truth: number) =>
  truth === 0 ? size === 0 : Math.abs(size / truth - 1) < 1 / 1000

const heights = new Map<number, bigint>()

/** Exact. */
function unitsOf(bin: number): bigint {
  const known = heights.get(bin)
  if (known !== undefined) return known
  const [digits, exponent] = bin.toExponential().split('e') as [string, string]
  const { units, scale } = parseDecimal(digits)!
  const made = units * 10n ** BigInt(oracleScale - scale + Number(exponent))
  heights.set(bin, made)
  return made
}

function startsOf(from: number, to: number, length: number): number[] {
  const starts: number[] = []
  for (let start = Math.floor(from / length) * length; start < to; start += length) starts.push(start / 1000)
  return starts
}
