import type { Book } from '../book'
import { intervals, type Interval } from '../candles/intervals'
import { Bins } from './bins'
import type { OpenColumn } from './open-column'
import { HeatSample } from './sample'
import { finiteOr, type SavedHeat } from './saved'
import { HeatTier, type StoredTier } from './tier'

const sample = new HeatSample()
/** A sample covers at most this many milliseconds before it. */
const maxSample = 2000
/** Longer silence has ended the connection. */
const maxSilence = 3_600_000
/** Less is not sampled, in milliseconds. */
const minSample = 1
/** A larger step back means that the clock was set. */
const setBack = 5000

/** Longer columns are sums of finished shorter ones, so that they follow from what is stored of those. */
const partsOf: Partial<Record<Interval, Interval>> = { '15m': '5m', '1h': '5m', '4h': '1h', '1d': '1h' }

export interface StoredHeat {
  readonly saved: SavedHeat
  readonly tiers: readonly (readonly [Interval, StoredTier])[]
}

interface HeatListener {
  finished(interval: Interval, column: OpenColumn): void
  cleared(): void
}

/** Heat from one sample per second. A period counts only if the book was live throughout; call `pause` otherwise. */
export class HeatBook {
  version = 0
  /** Increases when its past changes. */
  era = 0
  listener: HeatListener | null = null
  readonly #bins = new Bins()
  #tiers = tiers()
  /** The last sample in milliseconds since the epoch, or null. */
  #looked: number | null = null
  /** The end of the recorded time. */
  #from = -Infinity
  #covered = -Infinity

  constructor() {
    this.#listen()
  }

  get bytes(): number {
    let bytes = 0
    for (const tier of this.#tiers.values()) bytes += tier.bytes
    return bytes
  }

  tier(interval: Interval): HeatTier {
    return this.#tiers.get(interval)!
  }

  /** `receivedAt` is the last time anything arrived: silence is recorded only after it has ended. */
  look(book: Book, time: number, receivedAt = time): void {
    if (time < this.#covered - setBack) this.clear()
    const looked = this.#looked
    if (looked === null) this.#from = time
    else if (time - looked > maxSample) this.#from = Math.max(this.#from, time - maxSample)
    const from = Math.max(this.#from, this.#covered, time - maxSilence)
    const to = Math.min(time, receivedAt)
    // So that silence changes nothing, however much of it passes.
    const isSilent = looked !== null && to - from < minSample
    if (!isSilent && !sample.take(book, this.#bins)) return this.pause()
    this.#looked = time
    if (isSilent || from >= to) return
    for (const tier of this.#tiers.values()) if (!partsOf[tier.interval]) tier.add(sample, from, to)
    this.#from = this.#covered = to
    this.version += 1
  }

  /** The book is not live: nothing is recorded until the next sample. */
  pause(): void {
    this.#looked = null
  }

  clear(): void {
    for (const tier of this.#tiers.values()) tier.clear()
    this.#bins.clear()
    this.#looked = null
    this.#covered = -Infinity
    this.listener?.cleared()
    this.#pastChanged()
  }

  /** Everything but finished columns and those of less than a minute. */
  save(): SavedHeat {
    return {
      bins: this.#bins.save(),
      looked: this.#looked,
      from: finiteOr(this.#from),
      covered: finiteOr(this.#covered),
      minute: this.tier('1m').save(),
      fiveMinutes: this.tier('5m').save()
    }
  }

  /** Its finished columns must be there. */
  restore({ bins, looked, from, covered, minute, fiveMinutes }: SavedHeat): void {
    this.#bins.restore(bins)
    this.#looked = looked
    this.#from = from ?? -Infinity
    this.#covered = covered ?? -Infinity
    if (minute) this.tier('1m').restore(minute)
    if (fiveMinutes) this.tier('5m').restore(fiveMinutes)
    this.#pastChanged()
  }

  /** All of it, as plain data that another process can send. */
  store(): StoredHeat {
    return { saved: this.save(), tiers: Array.from(this.#tiers, ([name, tier]) => [name, tier.store()]) }
  }

  /** It must be new. */
  load({ saved, tiers: stored }: StoredHeat): void {
    for (const [interval, tier] of stored) this.tier(interval).load(tier)
    this.restore(saved)
  }

  /**
   * Inserts what was recorded before its own columns, unless the clock was set back since. The other one must not be
   * used afterwards.
   */
  prepend(earlier: HeatBook): void {
    const own = this.#tiers
    if (this.#covered < earlier.#covered - setBack && this.#covered > -Infinity) return
    this.#tiers = earlier.#tiers
    for (const [interval, tier] of own) if (!partsOf[interval]) this.tier(interval).append(tier)
    this.#listen()
    this.#pastChanged()
  }

  /** Continues as another one, which must not be used afterwards. */
  become(other: HeatBook): void {
    this.#tiers = other.#tiers
    this.#bins.restore(other.#bins.save())
    this.#looked = other.#looked
    this.#from = other.#from
    this.#covered = other.#covered
    this.#listen()
    this.#pastChanged()
  }

  #listen(): void {
    for (const tier of this.#tiers.values())
      tier.onFinish = (column) => this.listener?.finished(tier.interval, column)
  }

  #pastChanged(): void {
    this.era += 1
    this.version += 1
  }
}

/** For a market whose books alone are read: sampling them takes a third of the time. */
export class NoHeat extends HeatBook {
  override look(): void {}
}

function tiers(): Map<Interval, HeatTier> {
  const made = new Map<Interval, HeatTier>()
  for (const interval of intervals) {
    const parts = partsOf[interval]
    made.set(interval, new HeatTier(interval, parts ? made.get(parts)! : null))
  }
  return made
}
