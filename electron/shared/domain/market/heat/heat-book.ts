import type { Book } from '../book'
import { intervals, type Interval } from '../candles/intervals'
import { Bins } from './bins'
import { HeatSample } from './sample'
import { HeatTier } from './tier'

const sample = new HeatSample()
/** A look at the book says how it was for so long before it, in milliseconds, and no longer. */
const maxSample = 2000
/** A clock that goes back by more was set, and what came before it has no place in time any more. */
const setBack = 5000

/**
 * What rested in a market over time, by price, from one look a second. It holds only what was seen: between two looks
 * the book has to have been live all the time, and whoever looks says when it was not.
 */
export class HeatBook {
  /** Counts every change. */
  version = 0
  /** Counts how often it started over: columns of an earlier time are gone. */
  era = 0
  readonly #bins = new Bins()
  readonly #tiers = new Map<Interval, HeatTier>(
    intervals.map((interval) => [interval, new HeatTier(interval)])
  )
  /** When it was looked at last, milliseconds since the epoch; null while it is not known since. */
  #looked: number | null = null
  /** What comes after it was looked at, or is yet to be, but not told of. */
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

  /**
   * The book as it is at that time, in milliseconds since the epoch. `heard`: the last moment at which anything came from
   * the service. Silence may mean that nothing happens or that the connection is gone: it is told of once it has ended.
   */
  look(book: Book, time: number, heard = time): void {
    if (time < this.#covered - setBack) this.clear()
    if (!sample.take(book, this.#bins)) return this.pause()
    const looked = this.#looked
    if (looked === null) this.#from = time
    else if (time - looked > maxSample) this.#from = Math.max(this.#from, time - maxSample)
    this.#looked = time
    const from = Math.max(this.#from, this.#covered)
    const to = Math.min(time, heard)
    if (from >= to) return
    for (const tier of this.#tiers.values()) tier.add(sample, from, to)
    this.#from = this.#covered = to
    this.version += 1
  }

  /** The book is not live, or was not live in between: nothing is known from the last look on. */
  pause(): void {
    this.#looked = null
  }

  clear(): void {
    for (const tier of this.#tiers.values()) tier.clear()
    this.#bins.forget()
    this.#looked = null
    this.#covered = -Infinity
    this.era += 1
    this.version += 1
  }
}
