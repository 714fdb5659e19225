import { binNear, ratio, stillFits, type Bin } from './bin'

/** No bin is higher than that for its own sake: a market coarser than that has higher ones. */
const basisPoint = 1e-4
const farTimes = 5
/** The levels of a side, but for the outermost, fill so many near bins: a shallow book is not one bar. */
const binsOfReach = 24
/** The best prices have to lie well within the near bins. */
const maxBinsOfSpread = 16
/** A wide moment must not make the bins coarse: what was seen finer counts on, and is half forgotten in ten minutes. */
const fading = 1.0012
/** How far a book reaches is measured with every so many looks. */
const looksOfReach = 60
/** What was learned of a price is of no use for one that is so many times as high or as low. */
const anotherOrder = 3

/** What a look at a book tells of its prices; NaN where there is nothing to tell. */
interface Extent {
  readonly mid: number
  /** The least distance of two levels. */
  readonly step: number
  /** That of the best ones. */
  readonly spread: number
}

/**
 * Chooses how high the bins of a market are. They change when its price is another order of magnitude or when it is
 * traded in other steps, and else not at all.
 */
export class Bins {
  near: Bin | null = null
  far: Bin | null = null
  #step = Infinity
  #spread = Infinity
  #reach = Infinity
  #looks = 0
  /** The middle of the market when its reach was measured. */
  #mid = NaN

  /** `reachOf` says how far the levels lie from the best ones. */
  follow({ mid, step, spread }: Extent, reachOf: () => number): void {
    if (ratio(mid, this.#mid) > anotherOrder) this.forget()
    if (step > 0) this.#step = Math.min(step, this.#step * fading)
    if (spread >= 0) this.#spread = Math.min(spread, this.#spread * fading)
    if (this.#looks % looksOfReach === 0) {
      const reach = reachOf()
      this.#reach = reach > 0 ? reach : Infinity
      this.#mid = mid
    }
    this.#looks += 1
    const fine = Math.min(mid * basisPoint, this.#reach / binsOfReach)
    const ideal = Math.max(fine, known(this.#step), known(this.#spread) / maxBinsOfSpread)
    if (this.near && stillFits(this.near, ideal)) return
    this.near = binNear(ideal)
    // Of 1, 2 and 5 that makes 5, 10 and 20: always so many near bins, which therefore can be added up to far ones.
    this.far = binNear(this.near.value * farTimes)
  }

  forget(): void {
    this.near = null
    this.far = null
    this.#step = Infinity
    this.#spread = Infinity
    this.#reach = Infinity
    this.#looks = 0
  }
}

const known = (distance: number) => (distance === Infinity ? 0 : distance)
