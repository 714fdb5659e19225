/** More in one update are ignored. */
const maxTaken = 64

/**
 * What an update removed from the best price, as a trade would, in the book's units. Levels are compared with the best price
 * of their turn, so that a trade through several levels counts in each. Shared by all books: it is read before the next update.
 */
class Taken {
  count = 0
  /** One more than are counted, so that writing needs no check. */
  readonly prices = new Float64Array(maxTaken + 1)
  readonly sizes = new Float64Array(maxTaken + 1)
  /** 1: asks, -1: bids. */
  readonly signs = new Int8Array(maxTaken + 1)

  add(sign: number, price: number, size: number): void {
    const { count } = this
    this.prices[count] = price
    this.sizes[count] = size
    this.signs[count] = sign
    if (count < maxTaken) this.count = count + 1
  }

  /** Removes those from an index on that are worse than a key of their side. */
  removeWorse(from: number, sign: number, key: number): void {
    const end = this.count
    this.count = from
    for (let index = from; index < end; index += 1) {
      const price = this.prices[index]!
      if (sign * price < key) this.add(sign, price, this.sizes[index]!)
    }
  }

  clear(): void {
    this.count = 0
  }
}

export const taken = new Taken()
