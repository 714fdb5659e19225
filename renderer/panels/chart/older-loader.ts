import type { MarketView } from '../../lib/markets'
import type { Slots } from './slots'
import { sessionOf } from './sums'

/** `full` if there is more, but no room for it. */
export type OlderState = 'idle' | 'loading' | 'full'

type Wanted = 'candles' | 'minutes' | 'heat' | 'ownHeat'

interface Sources {
  readonly view: Pick<MarketView, 'candles' | 'heat' | 'loadOlderCandles' | 'loadOlderHeat'>
  /** With the candles that complete sessions and stored heat, if shorter ones than a minute are drawn. */
  readonly minutes: () => Pick<MarketView, 'candles' | 'heat' | 'loadOlderCandles' | 'loadOlderHeat'> | null
  readonly slots: Slots
  readonly visible: () => { readonly from: number; readonly to: number } | null
  readonly withHeat: () => boolean
  /** Of the anchored VWAP, in seconds since the epoch; null without one. */
  readonly anchor: () => number | null
  /** The axis has to be built again. */
  readonly extended: () => void
  readonly changed: (state: OlderState) => void
  /** Monotonic milliseconds. */
  readonly now?: () => number
}

/** Milliseconds without requests after one that failed. */
const pauseAfterFailure = 5000

/** Loads what was recorded before, when the user comes near the left end of the chart, and back to an anchor. */
export class OlderLoader {
  #moved = false
  #era = 0
  #isLoading = false
  #pausedUntil = -Infinity
  #state: OlderState = 'idle'

  constructor(private readonly sources: Sources) {}

  /** For another market. */
  restart(): void {
    this.#era += 1
    this.#moved = false
    this.#isLoading = false
    this.#pausedUntil = -Infinity
    this.#show('idle')
  }

  /** By the user. */
  moved(): void {
    this.#moved = true
    this.look()
  }

  look(): void {
    if (this.#isLoading) return
    const { slots, extended } = this.sources
    const wanted = this.#moved ? this.#wanted() : (this.#wantedOfAnchor() ?? this.#wantedInView())
    if (wanted === 'candles' && slots.extend()) extended()
    if (wanted === 'full' || wanted === null) return this.#show(wanted ?? 'idle')
    if (this.#now >= this.#pausedUntil) void this.#load(wanted)
  }

  get #now(): number {
    return (this.sources.now ?? (() => performance.now()))()
  }

  #wanted(): Wanted | 'full' | null {
    const { view, minutes, slots, withHeat } = this.sources
    const visible = this.sources.visible()
    const oldest = slots.all[0]
    if (!visible || !oldest || !view.candles) return null
    // Half of what is in view, so that it is there in time.
    const from = visible.from - (visible.to - visible.from) / 2
    if (from < 0) {
      if (slots.isFull || view.candles.isFull) return 'full'
      if (view.candles.olderEnd !== null) return 'candles'
    }
    const sums = minutes()?.candles
    const ofAnchor = this.#wantedOfAnchor()
    if (ofAnchor) return ofAnchor
    const hasMore = sums !== null && sums !== undefined && sums.olderEnd !== null
    if (hasMore && sums.all[0]!.start > sessionOf(oldest.start)) return 'minutes'
    return withHeat() ? this.#wantedHeat(slots.all[Math.max(0, Math.floor(from))]?.start ?? Infinity) : null
  }

  /** Heat as it was before a restart, without being asked for. */
  #wantedInView(): Wanted | null {
    const { view, slots, withHeat } = this.sources
    const start = slots.all[Math.max(0, Math.floor(this.sources.visible()?.from ?? Infinity))]?.start
    return withHeat() && view.heat && start !== undefined ? this.#wantedHeat(start) : null
  }

  /** Shorter columns take longer to read, so those of a minute come first. */
  #wantedHeat(start: number): Wanted | null {
    const { view, minutes } = this.sources
    const isBefore = (end: number | null | undefined) => start < (end ?? -Infinity)
    if (isBefore((minutes() ?? view).heat?.olderEnd)) return 'heat'
    return isBefore(view.heat?.olderEnd) ? 'ownHeat' : null
  }

  #wantedOfAnchor(): Wanted | null {
    const { view, slots, anchor } = this.sources
    const oldest = slots.all[0]
    if (!oldest || slots.isFull || (anchor() ?? Infinity) >= oldest.start) return null
    return view.candles && view.candles.olderEnd !== null ? 'candles' : null
  }

  async #load(wanted: Wanted): Promise<void> {
    const { view, minutes } = this.sources
    const loads = {
      candles: () => view.loadOlderCandles(),
      minutes: () => minutes()?.loadOlderCandles() ?? Promise.resolve(false),
      heat: () => (minutes() ?? view).loadOlderHeat(),
      ownHeat: () => view.loadOlderHeat()
    }
    const era = this.#era
    const { candles, heat } = view
    this.#isLoading = true
    // The legend says where shorter heat begins.
    if (this.#moved && wanted !== 'ownHeat') this.#show('loading')
    const isLoaded = await loads[wanted]().catch(() => false)
    if (era !== this.#era) return
    this.#isLoading = false
    // It was not cancelled because the chart has another interval.
    const isSame = view.candles === candles && view.heat === heat
    if (!isLoaded && isSame) this.#pausedUntil = this.#now + pauseAfterFailure
    this.#show('idle')
  }

  #show(state: OlderState): void {
    if (state === this.#state) return
    this.#state = state
    this.sources.changed(state)
  }
}
