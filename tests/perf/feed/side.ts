import type { Random } from '#sandbox/market/random'

/** Prices sorted best first, with sizes. */
export class Side {
  readonly prices: number[] = []
  readonly amounts = new Map<number, number>()

  /** 1 for asks, -1 for bids. */
  constructor(readonly sign: 1 | -1) {}

  get best(): number {
    return this.prices[0] ?? 0
  }

  set(price: number, amount: number): void {
    const rank = this.#rank(price)
    const there = this.prices[rank] === price
    if (amount === 0) {
      if (there) this.prices.splice(rank, 1)
      this.amounts.delete(price)
      return
    }
    if (!there) this.prices.splice(rank, 0, price)
    this.amounts.set(price, amount)
  }

  /** Mostly near the touch. */
  someRank(random: Random): number {
    const count = this.prices.length
    const where = random.fraction()
    const rank =
      where < 0.6
        ? random.exponential(8)
        : where < 0.85
          ? random.exponential(count * 0.08)
          : count * random.fraction()
    return Math.min(count - 1, Math.floor(rank))
  }

  #rank(price: number): number {
    let low = 0
    let high = this.prices.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.prices[middle]! - price) * this.sign < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}
