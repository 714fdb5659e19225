import { binNear, binOf, ratio, stillFits, type Bin } from './bin'
import { finiteOr, type SavedBins } from './saved'

/** The maximum bin height, unless the market's step is larger. */
const basisPoint = 1e-4
const farTimes = 5
const nearTimes = 5
/** The levels of a side fill at least this many bins. */
const binsOfReach = 24
/** Fine bins reach less far. */
const fineBinsOfReach = 60
const maxBinsOfSpread = 16
/** Finer observations decay by half in ten minutes, so one wide moment does not coarsen the bins. */
const fading = 1.0012
/** The reach is measured every this many samples. */
const looksOfReach = 60
/** A price change by this factor resets the bins. */
const anotherOrder = 3

/** NaN if unknown. */
interface Extent {
  readonly mid: number
  readonly step: number
  readonly spread: number
}

/**
 * Chooses the bin heights of a market. They change only if the price changes by an order of magnitude or the step
 * changes.
 */
export class Bins {
  fine: Bin | null = null
  near: Bin | null = null
  far: Bin | null = null
  #step = Infinity
  #spread = Infinity
  #reach = Infinity
  #looks = 0
  #mid = NaN

  follow({ mid, step, spread }: Extent, reachOf: () => number): void {
    if (ratio(mid, this.#mid) > anotherOrder) this.clear()
    if (step > 0) this.#step = Math.min(step, this.#step * fading)
    if (spread >= 0) this.#spread = Math.min(spread, this.#spread * fading)
    if (this.#looks % looksOfReach === 0) {
      const reach = reachOf()
      this.#reach = reach > 0 ? reach : Infinity
      this.#mid = mid
    }
    this.#looks += 1
    const min = Math.max(known(this.#step), known(this.#spread) / maxBinsOfSpread)
    const near = Math.max(min, Math.min(mid * basisPoint, this.#reach / binsOfReach))
    const fine = Math.max(min, Math.min((mid * basisPoint) / nearTimes, this.#reach / fineBinsOfReach))
    if (!this.near || !stillFits(this.near, near)) this.#use(binNear(near))
    if (!this.fine || !stillFits(this.fine, fine)) this.fine = binNear(fine)
  }

  clear(): void {
    this.fine = null
    this.near = null
    this.far = null
    this.#step = Infinity
    this.#spread = Infinity
    this.#reach = Infinity
    this.#looks = 0
  }

  save(): SavedBins {
    return {
      fine: savedBin(this.fine),
      near: savedBin(this.near),
      step: finiteOr(this.#step),
      spread: finiteOr(this.#spread),
      reach: finiteOr(this.#reach),
      looks: this.#looks,
      mid: finiteOr(this.#mid)
    }
  }

  restore({ fine, near, step, spread, reach, looks, mid }: SavedBins): void {
    this.clear()
    if (fine) this.fine = binOf(fine.digit, fine.exponent)
    if (near) this.#use(binOf(near.digit, near.exponent))
    this.#step = step ?? Infinity
    this.#spread = spread ?? Infinity
    this.#reach = reach ?? Infinity
    this.#looks = looks
    this.#mid = mid ?? NaN
  }

  #use(near: Bin): void {
    this.near = near
    // 1, 2 and 5 become 5, 10 and 20, so near bins add up to far ones.
    this.far = binNear(near.value * farTimes)
  }
}

const savedBin = (bin: Bin | null): SavedBins['near'] => bin && { digit: bin.digit, exponent: bin.exponent }

const known = (distance: number) => (distance === Infinity ? 0 : distance)
