import type { ChartCandle, ChartCandles } from '../../lib/markets'
import type { Slot } from './slots'
import { noSums, sessionOf, withCandle, type Sums } from './sums'

const minute = 60

interface StudySources {
  /** The length of a slot. */
  readonly seconds: number
  readonly whole: boolean
  readonly minutes: ChartCandles | null
}

/** VWAP and CVD from 00:00 UTC; candles shorter than a minute are completed with minute candles. */
export class Studies {
  /** The session's volume up to each slot; null if unknown. */
  readonly sums: (Sums | null)[] = []
  #minutes: ChartCandle[] = []
  /** Nothing is known before them. */
  #areMinutesWhole = false
  readonly #before = new Map<number, Sums>()

  /**
   * Recomputes from that slot and returns the first changed one; `minutes` are minute candles, `whole` means none are
   * missing.
   */
  follow(slots: readonly Slot[], from: number, { seconds, whole, minutes }: StudySources): number {
    const short = seconds < minute
    const first = short && this.#followMinutes(minutes) ? 0 : from
    this.sums.length = Math.min(first, slots.length)
    let sums = this.sums.at(-1) ?? null
    // The first candle may start within a minute.
    let known = first > 0 && sums !== null
    for (let index = first; index < slots.length; index += 1) {
      const { candle, start } = slots[index]!
      if (short && isNewMinute(slots, index)) {
        const before = this.#atMinute(Math.floor(start / minute) * minute)
        if (before && (index > 0 || whole || start % minute === 0)) {
          sums = before
          known = true
        }
      }
      if (!short) known = true
      if (candle && known) sums = withCandle(sums, candle, sessionOf(start))
      this.sums.push(known ? sums : null)
    }
    return first
  }

  /** The session's volume at the start of that minute; null if unknown. */
  #atMinute(start: number): Sums | null {
    if (this.#minutes.length === 0) return null
    const session = sessionOf(start)
    if (!this.#areMinutesWhole && this.#minutes[0]!.start > session) return null
    const known = this.#before.get(start)
    if (known) return known
    // No trades in this minute.
    let earlier = this.#minutes.length - 1
    while (earlier >= 0 && this.#minutes[earlier]!.start >= start) earlier -= 1
    const last = this.#minutes[earlier]
    if (!last || last.start < session) return noSums(session)
    return withCandle(this.#before.get(last.start) ?? null, last, session)
  }

  /** True if anything before the current minute changed. */
  #followMinutes(minutes: ChartCandles | null): boolean {
    const all = minutes?.all ?? []
    const known = this.#minutes
    const shared = Math.min(known.length, all.length) - 1
    let same = 0
    while (same < shared && known[same] === all[same]) same += 1
    const isWhole = minutes?.isWhole ?? false
    const isMore = isWhole !== this.#areMinutesWhole || (known.length === 0 && all.length > 0)
    const changed = same < shared || all.length < known.length || isMore
    this.#areMinutesWhole = isWhole
    if (changed) this.#before.clear()
    const from = changed ? 0 : Math.max(0, shared)
    let sums = all[from] ? (this.#before.get(all[from].start) ?? null) : null
    for (let index = from; index < all.length; index += 1) {
      const candle = all[index]!
      const session = sessionOf(candle.start)
      if (sums?.session !== session) sums = noSums(session)
      this.#before.set(candle.start, sums)
      sums = withCandle(sums, candle, session)
    }
    this.#minutes = [...all]
    return changed
  }
}

function isNewMinute(slots: readonly Slot[], index: number): boolean {
  const before = slots[index - 1]
  const { start } = slots[index]!
  return !before || Math.floor(before.start / minute) !== Math.floor(start / minute)
}
