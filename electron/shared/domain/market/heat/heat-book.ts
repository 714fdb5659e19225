import type { Book } from '../book'
import { intervals, type Interval } from '../candles/intervals'
import { Bins } from './bins'
import { HeatSample } from './sample'
import { HeatTier } from './tier'

const sample = new HeatSample()
/** A sample covers at most this many milliseconds before it. */
const maxSample = 2000
/** A larger step back means that the clock was set. */
const setBack = 5000

/** Heat from one sample per second. A period counts only if the book was live throughout; call `pause` otherwise. */
export class HeatBook {
  version = 0
  /** Increases when it restarts. */
  era = 0
  readonly #bins = new Bins()
  readonly #tiers = new Map<Interval, HeatTier>(
    intervals.map((interval) => [interval, new HeatTier(interval)])
  )
  /** The last sample in milliseconds since the epoch, or null. */
  #looked: number | null = null
  /** The end of the recorded time. */
  #from = -Infinity
  #covered = -Infinity

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
    if (!sample.take(book, this.#bins)) return this.pause()
    const looked = this.#looked
    if (looked === null) this.#from = time
    else if (time - looked > maxSample) this.#from = Math.max(this.#from, time - maxSample)
    this.#looked = time
    const from = Math.max(this.#from, this.#covered)
    const to = Math.min(time, receivedAt)
    if (from >= to) return
    for (const tier of this.#tiers.values()) tier.add(sample, from, to)
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
    this.era += 1
    this.version += 1
  }
}
