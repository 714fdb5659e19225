import type { CompareAs } from '#shared/contract/market/panels/chart'
import {
  compareDecimals,
  divideDecimals,
  multiplyDecimals,
  subtractDecimals,
  type Decimal
} from '#shared/domain/base/decimal'
import type { ChartCandle, ChartCandles } from '../../../lib/markets'
import type { Slot, Slots } from '../slots'
import { isBreak } from '../studies/breaks'
import { Folded } from '../studies/folded'

/** The last prices of both markets at a slot; null where trades may be missing. */
interface Closes {
  readonly own: Decimal | null
  readonly other: Decimal | null
}

export interface Compared {
  /** The chart's market, and the other one. */
  readonly own: string
  readonly other: string
  readonly compareAs: CompareAs
  /** The slot at the left edge. */
  readonly since: number
  /** Why the other market has no prices, in a word; null while it has, or may have. */
  readonly refusal: string | null
}

const none: Closes = { own: null, other: null }
/** Of a ratio above 1, and of a smaller one. */
const [ratioDigits, fineRatioDigits] = [6, 10]
const percentDigits = 3
const maxBases = 100
const noSpans = new Float64Array(0)
const hundred: Decimal = { units: 100n, scale: 0 }

/** Two markets on the axis of one of them. A price counts until the next trade, but not over a gap. */
export class Comparison {
  readonly #folded: Folded<Slot, Closes>
  #candles: ChartCandles | null = null
  #known: readonly ChartCandle[] = []
  #spans: Float64Array = noSpans
  /** Where the first price since a slot is, until something changes. */
  readonly #bases = new Map<string, number>()

  constructor(private readonly slots: Slots) {
    this.#folded = new Folded((before, slot, index) => this.#step(before ?? none, slot, index))
  }

  /** Recomputes what follows a changed slot or a changed candle of the other market; returns the first changed slot. */
  follow(from: number, other: ChartCandles | null): number {
    const { all } = this.slots
    const first = Math.max(0, Math.min(from, this.#changed(other)))
    this.#candles = other
    this.#folded.follow(all, first)
    this.#bases.clear()
    return Math.min(first, all.length)
  }

  at(index: number): Closes {
    return this.#folded.states[index] ?? none
  }

  /** How many of one the other costs. */
  ratio(index: number): Decimal | null {
    const { own, other } = this.at(index)
    if (!own || !other || other.units === 0n) return null
    const digits = compareDecimals(own, other) < 0 ? fineRatioDigits : ratioDigits
    return divideDecimals(own, other, digits)
  }

  spread(index: number): Decimal | null {
    const { own, other } = this.at(index)
    return own && other && subtractDecimals(own, other)
  }

  /** The change since the first price at or after a slot, in percent. */
  percent(name: keyof Closes, index: number, since: number): Decimal | null {
    const value = this.at(index)[name]
    const start = this.#baseOf(name, since)
    const base = this.at(start)[name]
    if (!value || !base || base.units === 0n || index < start) return null
    const change = multiplyDecimals(subtractDecimals(value, base), hundred)
    return divideDecimals(change, base, percentDigits)
  }

  #baseOf(name: keyof Closes, since: number): number {
    const key = `${name} ${since}`
    const known = this.#bases.get(key)
    if (known !== undefined) return known
    const { states } = this.#folded
    let start = since
    while (start < states.length && !states[start]![name]) start += 1
    if (this.#bases.size > maxBases) this.#bases.clear()
    this.#bases.set(key, start)
    return start
  }

  #step(before: Closes, { start, candle }: Slot, index: number): Closes {
    const own = candle ? candle.decimal('close') : isBreak(this.slots, index) ? null : before.own
    const candles = this.#candles
    if (!candles) return { own, other: null }
    const from = this.slots.all[index - 1]?.start ?? start
    // The last one may be in the time that is folded before the slot.
    const found = lastCandle(candles.all, start)
    const isNew = found !== null && (index === 0 ? found.start === start : found.start > from)
    const last = isNew ? found.decimal('close') : before.other
    const since = isNew ? found.start : from
    const isKnown = since === start || candles.watched(since * 1000, (start + this.slots.seconds) * 1000)
    return { own, other: isKnown ? last : null }
  }

  #changed(other: ChartCandles | null): number {
    const all = other?.all ?? []
    const known = this.#known
    const spans = other?.spans ?? noSpans
    const isOther = other !== this.#candles || !isSame(spans, this.#spans)
    this.#spans = spans
    let same = 0
    while (same < known.length && known[same] === all[same]) same += 1
    if (same === known.length && same === all.length) return isOther ? 0 : Infinity
    this.#known = [...all]
    return isOther || same === 0 ? 0 : this.slots.indexAt((all[same] ?? known[same]!).start)
  }
}

/** At or before a time. */
function lastCandle(all: readonly ChartCandle[], start: number): ChartCandle | null {
  let low = 0
  let high = all.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (all[middle]!.start <= start) low = middle + 1
    else high = middle
  }
  return all[low - 1] ?? null
}

const isSame = (one: Float64Array, other: Float64Array) =>
  one === other || (one.length === other.length && one.every((time, at) => time === other[at]))
