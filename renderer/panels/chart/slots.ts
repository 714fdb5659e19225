import { intervalSeconds } from '#shared/domain/market/candles/intervals'
import type { ChartCandle, ChartCandles } from '../../lib/markets'
import { foldsOf, maxRun } from './folds'
import { seenOf, seenShare, type Seen } from './seen'

/** A slot of the time axis, with or without a candle. */
export interface Slot {
  /** Seconds since the epoch. */
  readonly start: number
  candle: ChartCandle | null
  /** For a slot without a candle, "whole" means that nothing was traded. */
  seen: Seen
  /** Slots folded before this one because they are empty. */
  readonly folded: number
}

/** A period counts as without trades after this time in milliseconds, because trades may be late. */
const onTheWay = 2000
/** The maximum of the axis; longer candles reach further back. */
export const maxSlots = 6000
/** The same with older candles. */
export const maxExtended = 30_000
const roomToGrow = 1000
const noSteps = new Float64Array(0)

/** Everything after this slot changed; all of it if rebuilt. */
export interface Change {
  readonly fresh: boolean
  readonly from: number
}

/** The time axis: evenly spaced from the oldest candle to now. */
export class Slots {
  readonly all: Slot[] = []
  #source: ChartCandles | null = null
  #known: ChartCandle[] = []
  #spans: Float64Array | null = null
  #max = maxSlots
  /** Clock changes of the service, as pairs in milliseconds since the epoch. */
  steps: Float64Array = noSteps

  get seconds(): number {
    return this.#source ? intervalSeconds[this.#source.interval] : 0
  }

  /** Whether older candles have no place on the axis. */
  get isFull(): boolean {
    return this.all.length >= maxExtended
  }

  /** Makes room for older candles. False if there was already. */
  extend(): boolean {
    if (this.#max === maxExtended) return false
    this.#max = maxExtended
    this.#known = []
    return true
  }

  /** The last slot with a candle, or -1. */
  get lastCandle(): number {
    return this.candleBefore(this.all.length)
  }

  /** The previous slot with a candle, or -1. */
  candleBefore(index: number): number {
    let at = Math.min(index, this.all.length) - 1
    while (at >= 0 && !this.all[at]!.candle) at -= 1
    return at
  }

  /** The slot of a time in seconds, or the next one if folded; -1 if before all. */
  indexAt(seconds: number): number {
    let low = 0
    let high = this.all.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.all[middle]!.start <= seconds) low = middle + 1
      else high = middle
    }
    const before = this.all[low - 1]
    if (!before) return -1
    const holds = seconds < before.start + this.seconds
    return holds || low === this.all.length ? low - 1 : low
  }

  /** Null if nothing changed. The axis reaches at least `now`, in milliseconds since the epoch. */
  follow(candles: ChartCandles | null, now: number | null): Change | null {
    if (!candles) return this.#clear()
    this.steps = candles.steps
    const changed = candles === this.#source ? this.#followChanges(candles, now) : 'rebuild'
    if (changed === 'rebuild' || this.all.length > this.#max + roomToGrow) return this.#build(candles, now)
    return changed
  }

  #clear(): Change | null {
    if (!this.#source) return null
    this.#source = null
    this.#known = []
    this.#spans = null
    this.steps = noSteps
    this.all.length = 0
    return { fresh: true, from: 0 }
  }

  #build(candles: ChartCandles, now: number | null): Change {
    if (candles.interval !== this.#source?.interval) this.#max = maxSlots
    this.#source = candles
    this.#known = [...candles.all]
    this.#spans = candles.spans
    this.all.length = 0
    for (const candle of candles.all) this.#append(candle.start, candle)
    this.#reach(now)
    if (this.all.length > this.#max) this.all.splice(0, this.all.length - this.#max)
    this.#look(0)
    return { fresh: true, from: 0 }
  }

  #followChanges(candles: ChartCandles, now: number | null): Change | null | 'rebuild' {
    const length = this.all.length
    let from = this.#takeChanged(candles.all)
    if (from === 'rebuild') return 'rebuild'
    if (this.#runAtEnd() > 2 * maxRun) return 'rebuild'
    // Unrecorded time is folded, so the axis depends on them.
    if (!isSame(candles.spans, this.#spans)) return 'rebuild'
    this.#reach(now)
    from = Math.min(from, length)
    from = Math.min(from, this.#look(from))
    return from < this.all.length ? { fresh: false, from } : null
  }

  /** The first slot whose candle changed. */
  #takeChanged(candles: readonly ChartCandle[]): number | 'rebuild' {
    const known = this.#known
    // Main may have dropped old candles; they stay until the axis is rebuilt.
    let gone = 0
    while (gone < known.length && candles.length > 0 && known[gone]!.start < candles[0]!.start) gone += 1
    let first: number | 'rebuild' = Infinity
    for (let index = 0; index < candles.length && first !== 'rebuild'; index += 1) {
      const candle = candles[index]!
      if (known[index + gone] === candle) continue
      const position = this.#put(candle)
      first = position === -1 ? 'rebuild' : Math.min(first, position)
    }
    if (first !== Infinity || gone > 0) this.#known = [...candles]
    return first
  }

  /** -1 if the axis does not contain it. */
  #put(candle: ChartCandle): number {
    const last = this.all.at(-1)
    if (!last || candle.start > last.start) {
      const length = this.all.length
      this.#append(candle.start, candle)
      return length
    }
    const index = this.indexAt(candle.start)
    const slot = this.all[index]
    if (slot?.start !== candle.start) return -1
    slot.candle = candle
    return index
  }

  /** Appends empty slots up to the start. */
  #append(start: number, candle: ChartCandle | null): void {
    const { seconds } = this
    const last = this.all.at(-1)
    if (last) this.#appendRun(last.start + seconds, Math.round((start - last.start) / seconds) - 1)
    this.#push(start, candle, 0)
  }

  #appendRun(start: number, count: number): void {
    const { seconds } = this
    const folds = foldsOf(this.#spans, { start, count, seconds })
    let position = 0
    let folded = 0
    for (const { from, to } of [...folds, { from: count, to: count }]) {
      for (; position < from; position += 1) {
        this.#push(start + position * seconds, null, folded)
        folded = 0
      }
      folded = to - from
      position = to
    }
  }

  #push(start: number, candle: ChartCandle | null, folded: number): void {
    this.all.push({ start, candle, seen: 'whole', folded })
  }

  /** A clock far ahead of the market creates a fold. */
  #reach(now: number | null): void {
    const last = this.all.at(-1)
    if (!last || now === null) return
    const over = Math.floor((now - onTheWay) / 1000 / this.seconds) * this.seconds - this.seconds
    if (over > last.start) this.#append(over, null)
  }

  #runAtEnd(): number {
    return this.all.length - 1 - this.lastCandle
  }

  /** Returns the first slot whose coverage changed. */
  #look(from: number): number {
    const spans = this.#spans
    let first = Infinity
    for (let index = from; index < this.all.length; index += 1) {
      const slot = this.all[index]!
      const seen = spans ? seenOf(spans, slot.start * 1000, (slot.start + this.seconds) * 1000) : 'whole'
      if (seen !== slot.seen) first = Math.min(first, index)
      slot.seen = seen
    }
    return first
  }

  seenOfFold(index: number): Seen {
    const slot = this.all[index]
    if (!slot || slot.folded === 0 || !this.#spans) return 'none'
    const to = slot.start * 1000
    return seenShare(this.#spans, to - slot.folded * this.seconds * 1000, to)
  }
}

const isSame = (spans: Float64Array, known: Float64Array | null) =>
  spans === known || (spans.length === known?.length && spans.every((time, at) => time === known[at]))
