import {
  maxAnalysisRows,
  type AnalysisCoverage,
  type AnalysisPeriod,
  type AnalysisRequest
} from '#shared/contract/recording/analysis'
import type { Span } from './spans'

interface Piece extends Span {
  readonly row: number
}

const million = 1_000_000n
const minute = 60_000
const day = 86_400_000
const minutesInDay = 1440
/** 1970-01-01 was a Thursday. */
const [firstWeekday, daysInWeek, saturday] = [4, 7, 6]

interface GridOptions extends Pick<AnalysisRequest, 'days'> {
  readonly period: AnalysisPeriod
  /** In minutes. */
  readonly bucket: number
  readonly byTimeOfDay: boolean
}

/** The rows of a report, and which time belongs to which of them. */
export class Grid {
  readonly rows: readonly AnalysisPeriod[]
  /** The time of all rows, in order. */
  readonly pieces: readonly Piece[]
  readonly bucket: number
  readonly #step: number
  readonly #first: number
  /** By step from the first one. */
  readonly #rowOf: Int32Array

  constructor({ period: { from, to }, days, bucket, byTimeOfDay }: GridOptions) {
    const isLong = !byTimeOfDay && (to - from) / (bucket * minute) > maxAnalysisRows - 1
    this.bucket = isLong ? minutesInDay : bucket
    const step = this.bucket * minute
    this.#step = step
    this.#first = Math.floor(from / step)
    const steps = Math.ceil(to / step) - this.#first
    this.#rowOf = new Int32Array(steps).fill(-1)
    const rows: AnalysisPeriod[] = []
    const known = new Map<number, number>()
    const pieces: Piece[] = []
    for (let index = 0; index < steps; index++) {
      const start = (this.#first + index) * step
      if (!isWanted(start, days)) continue
      const key = byTimeOfDay ? (start % day) / minute : start
      const length = byTimeOfDay ? this.bucket : step
      const row = known.get(key) ?? rows.push({ from: key, to: key + length }) - 1
      known.set(key, row)
      this.#rowOf[index] = row
      const piece = { from: Math.max(start, from), to: Math.min(start + step, to) }
      pieces.push({ from: BigInt(piece.from) * million, to: BigInt(piece.to) * million, row })
    }
    const order = rows.map((_row, index) => index).sort((one, other) => rows[one]!.from - rows[other]!.from)
    const rank = new Map(order.map((row, index) => [row, index]))
    this.rows = order.map((row) => rows[row]!)
    this.pieces = pieces.map((piece) => ({ ...piece, row: rank.get(piece.row)! }))
    for (let index = 0; index < steps; index++)
      if (this.#rowOf[index]! >= 0) this.#rowOf[index] = rank.get(this.#rowOf[index]!)!
    this.#from = BigInt(from) * million
    this.#to = BigInt(to) * million
  }

  readonly #from: bigint
  readonly #to: bigint

  /** -1 if the time is in none. */
  rowAt(time: bigint): number {
    if (time < this.#from || time >= this.#to) return -1
    return this.#rowOf[Math.floor(Number(time / million) / this.#step) - this.#first] ?? -1
  }

  /** Nanoseconds of each row within spans, which are sorted and disjoint. */
  within(spans: readonly Span[]): bigint[] {
    const lengths = this.rows.map(() => 0n)
    let first = 0
    for (const { from, to, row } of this.pieces) {
      while (first < spans.length && spans[first]!.to <= from) first += 1
      for (let index = first; index < spans.length && spans[index]!.from < to; index++) {
        const span = spans[index]!
        lengths[row]! += (span.to < to ? span.to : to) - (span.from > from ? span.from : from)
      }
    }
    return lengths
  }

  /** Nanoseconds of each row. */
  get lengths(): bigint[] {
    const lengths = this.rows.map(() => 0n)
    for (const { from, to, row } of this.pieces) lengths[row]! += to - from
    return lengths
  }
}

function isWanted(time: number, days: AnalysisRequest['days']): boolean {
  if (days === 'all') return true
  const weekday = (Math.floor(time / day) + firstWeekday) % daysInWeek
  return (weekday === 0 || weekday === saturday) === (days === 'weekends')
}

export const coverageOf = (live: bigint, total: bigint): AnalysisCoverage => ({
  live: Number(live / million),
  total: Number(total / million),
  partial: live < total
})

export const sumOf = (lengths: readonly bigint[]): bigint => lengths.reduce((sum, each) => sum + each, 0n)
