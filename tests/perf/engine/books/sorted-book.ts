import type { WireLevel } from '../wire'
import type { PlainBook } from './plain-peer'

/** Binary search in arrays, best last because most changes are there. */
class SortedSide {
  #prices: number[] = []
  #amounts: number[] = []

  /** 1 if higher prices are better. */
  constructor(private readonly sign: 1 | -1) {}

  clear(): void {
    this.#prices = []
    this.#amounts = []
  }

  store(price: number, amount: number): void {
    const key = price * this.sign
    let low = 0
    let high = this.#prices.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#prices[middle]! < key) low = middle + 1
      else high = middle
    }
    const there = this.#prices[low] === key
    if (amount === 0) {
      if (!there) return
      this.#prices.splice(low, 1)
      this.#amounts.splice(low, 1)
    } else if (there) this.#amounts[low] = amount
    else {
      this.#prices.splice(low, 0, key)
      this.#amounts.splice(low, 0, amount)
    }
  }

  best(): readonly [number, number] | undefined {
    const last = this.#prices.length - 1
    return last < 0 ? undefined : [this.#prices[last]! * this.sign, this.#amounts[last]!]
  }
}

export function sortedBook(): PlainBook {
  const bidSide = new SortedSide(1)
  const askSide = new SortedSide(-1)
  const change = (bids: readonly WireLevel[], asks: readonly WireLevel[]) => {
    for (const { price, amount } of bids) bidSide.store(Number(price), Number(amount))
    for (const { price, amount } of asks) askSide.store(Number(price), Number(amount))
  }
  return {
    replace(bids, asks) {
      bidSide.clear()
      askSide.clear()
      change(bids, asks)
    },
    change,
    bestBid: () => bidSide.best(),
    bestAsk: () => askSide.best()
  }
}
