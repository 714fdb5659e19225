import type { ChartSettings } from '#shared/contract/market/panels/chart'
import type { Decimal } from '#shared/domain/base/decimal'
import type { Slot, Slots } from '../slots'
import { bandsOf, noAnchored, withAnchored, type AnchoredSums, type Bands } from './anchored'
import { exponential, smoothed, type Average, type AverageRule } from './average'
import { isBreak } from './breaks'
import { Folded } from './folded'
import { atrStep, emaStep, rsiOf, rsiStep, type Strength, type TrueRange } from './oscillators'

export type PeriodStudy = 'ema' | 'atr' | 'rsi'

type StudySettings = Pick<ChartSettings, PeriodStudy | 'emaPeriod' | 'atrPeriod' | 'rsiPeriod' | 'anchor'>

/** Null where it begins again, because trades may be missing. */
type States<State> = Folded<Slot, State | null> | null

interface Shown {
  readonly ema: States<Average>
  readonly atr: States<TrueRange>
  readonly rsi: States<Strength>
  readonly anchored: States<AnchoredSums>
}

const nothing: Shown = { ema: null, atr: null, rsi: null, anchored: null }

/** Of a slot: the value, or how many of the candles it needs there are since it began. */
type StudyValue =
  | { readonly value: Decimal }
  | { readonly value: null; readonly count: number; readonly needed: number }

/** The studies of single candles that are on. Periods count candles with trades, and begin again after a gap. */
export class SlotStudies {
  #shown = nothing
  #settings = ''
  #periods: Readonly<Record<PeriodStudy, number>> = { ema: 0, atr: 0, rsi: 0 }
  #isNew = false
  /** In seconds since the epoch; null without an anchored VWAP. */
  anchor: number | null = null

  constructor(private readonly slots: Slots) {}

  choose(settings: StudySettings): void {
    const { ema, atr, rsi, emaPeriod, atrPeriod, rsiPeriod, anchor } = settings
    const key = JSON.stringify([ema, atr, rsi, emaPeriod, atrPeriod, rsiPeriod, anchor])
    if (key === this.#settings) return
    this.#settings = key
    this.#isNew = true
    this.anchor = anchor
    this.#periods = { ema: emaPeriod, atr: atrPeriod, rsi: rsiPeriod }
    this.#shown = {
      ema: ema ? this.#folded(emaStep, exponential(emaPeriod)) : null,
      atr: atr ? this.#folded(atrStep, smoothed(atrPeriod)) : null,
      rsi: rsi ? this.#folded(rsiStep, smoothed(rsiPeriod)) : null,
      anchored: anchor === null ? null : this.#anchored(anchor)
    }
  }

  /** Recomputes from that slot, or everything after another choice; returns the first changed slot. */
  follow(from: number): number {
    const first = this.#isNew ? 0 : from
    this.#isNew = false
    const { ema, atr, rsi, anchored } = this.#shown
    for (const each of [ema, atr, rsi, anchored]) each?.follow(this.slots.all, first)
    return first
  }

  isShown(name: PeriodStudy): boolean {
    return this.#shown[name] !== null
  }

  period(name: PeriodStudy): number {
    return this.#periods[name]
  }

  /** Null if it is off, or where nothing was recorded. */
  value(name: PeriodStudy, index: number): StudyValue | null {
    const { ema, atr, rsi } = this.#shown
    const needed = this.#periods[name]
    if (name === 'rsi') {
      const strength = rsi?.states[index]
      if (!strength) return null
      const { count } = strength.gains
      return count < needed
        ? { value: null, count: count + 1, needed: needed + 1 }
        : { value: rsiOf(strength) }
    }
    const average = name === 'ema' ? ema?.states[index] : atr?.states[index]?.average
    if (!average) return null
    return average.count < needed ? { value: null, count: average.count, needed } : { value: average.value }
  }

  sums(index: number): AnchoredSums | null {
    return this.#shown.anchored?.states[index] ?? null
  }

  /** Null before the anchor. */
  bands(index: number, digits: number): Bands | null {
    const sums = this.sums(index)
    return sums && bandsOf(sums, digits)
  }

  #folded<State>(
    step: (before: State | null, candle: NonNullable<Slot['candle']>, rule: AverageRule) => State,
    rule: AverageRule
  ): Folded<Slot, State | null> {
    return new Folded((before, { candle }, index) => {
      const earlier = isBreak(this.slots, index) ? null : before
      return candle ? step(earlier, candle, rule) : earlier
    })
  }

  /** Goes on after a gap, and says so. */
  #anchored(anchor: number): Folded<Slot, AnchoredSums | null> {
    return new Folded((before, { start, candle, seen }, index) => {
      if (start + this.slots.seconds <= anchor) return null
      const sums = before ?? noAnchored(start)
      const isPart = isBreak(this.slots, index) || (candle !== null && seen !== 'whole')
      const known = isPart ? { ...sums, isPartial: true } : sums
      return candle ? withAnchored(known, candle) : known
    })
  }
}
