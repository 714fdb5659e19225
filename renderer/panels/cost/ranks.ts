import type { PastCosts } from '#shared/contract/recording/past-costs'
import { compareDecimals, parseDecimal, type Decimal } from '#shared/domain/base/decimal'
import { minMoments } from '../../lib/cost/compared'

export type CostSide = 'buy' | 'sell'

interface PastPoint {
  readonly at: number
  readonly value: number
}

/** What a size cost at moments of the past. */
export class RankedCosts {
  /** Ascending; a side that did not have the size cost more than all of them. */
  readonly #sorted: Readonly<Record<CostSide, readonly Decimal[]>>

  constructor(private readonly past: PastCosts) {
    const sorted = (side: CostSide) =>
      past.costs
        .flatMap((cost) => (cost[side] === null ? [] : [parseDecimal(cost[side])!]))
        .sort(compareDecimals)
    this.#sorted = { buy: sorted('buy'), sell: sorted('sell') }
  }

  get from(): number {
    return this.past.from
  }

  get to(): number {
    return this.past.to
  }

  get step(): number {
    return this.past.step
  }

  get span(): PastCosts['span'] {
    return this.past.span
  }

  /** Moments that were recorded, and all of them. */
  get recorded(): number {
    return this.past.costs.length
  }

  get notFetched(): PastCosts['notFetched'] {
    return this.past.notFetched
  }

  get moments(): number {
    return this.past.moments
  }

  /** Whole percent, rounded down: all is recorded only if nothing is missing. */
  get recordedPercent(): number {
    return this.moments === 0 ? 0 : Math.floor((100 * this.recorded) / this.moments)
  }

  get isEnough(): boolean {
    return this.recorded >= minMoments
  }

  /** The percentage of the recorded moments at which the size cost less, rounded down. */
  percentBelow(side: CostSide, now: Decimal): number {
    const sorted = this.#sorted[side]
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (compareDecimals(sorted[middle]!, now) < 0) low = middle + 1
      else high = middle
    }
    return Math.floor((100 * low) / this.recorded)
  }

  /** By nearest rank; null if the side often lacked the size. */
  percentile(side: CostSide, percent: number): Decimal | null {
    return this.#sorted[side][Math.max(0, Math.ceil((percent * this.recorded) / 100) - 1)] ?? null
  }

  /** For drawing: parted where nothing was recorded or the side did not have the size. */
  linesOf(side: CostSide): readonly (readonly PastPoint[])[] {
    const lines: PastPoint[][] = []
    let before = -Infinity
    for (const { at, [side]: value } of this.past.costs) {
      if (value === null) continue
      const point = { at, value: Number(value) }
      if (at - before === this.step) lines.at(-1)!.push(point)
      else lines.push([point])
      before = at
    }
    return lines
  }
}
