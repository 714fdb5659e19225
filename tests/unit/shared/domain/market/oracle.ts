import type { Decimal } from '#shared/domain/base/decimal'
import type { BookMessage, Level } from '#shared/domain/market/messages'

/** More fraction digits than any test. */
export const oracleScale = 40

export const oracleUnits = ({ units, scale }: Decimal) => units * 10n ** BigInt(oracleScale - scale)

export interface OracleLevel {
  readonly price: bigint
  readonly amount: bigint
}

/** A map by price with sorted keys. */
export class OracleSide {
  readonly #amounts = new Map<bigint, bigint>()
  readonly #prices: bigint[] = []

  constructor(readonly bids: boolean) {}

  get count(): number {
    return this.#prices.length
  }

  get best(): OracleLevel | null {
    return this.at(0)
  }

  /** 0 is the best. */
  at(index: number): OracleLevel | null {
    const price = this.#prices[this.bids ? this.#prices.length - 1 - index : index]
    return price === undefined ? null : { price, amount: this.#amounts.get(price)! }
  }

  levels(max = Infinity): OracleLevel[] {
    return Array.from({ length: Math.min(max, this.count) }, (_, index) => this.at(index)!)
  }

  clear(): void {
    this.#amounts.clear()
    this.#prices.length = 0
  }

  set(level: Level): void {
    const price = oracleUnits(level.price)
    const amount = oracleUnits(level.amount)
    const index = this.#prices.length === 0 ? 0 : this.#indexOf(price)
    if (amount === 0n) {
      if (this.#amounts.delete(price)) this.#prices.splice(index, 1)
      return
    }
    if (!this.#amounts.has(price)) this.#prices.splice(index, 0, price)
    this.#amounts.set(price, amount)
  }

  #indexOf(price: bigint): number {
    let low = 0
    let high = this.#prices.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#prices[middle]! < price) low = middle + 1
      else high = middle
    }
    return low
  }
}

export class OracleBook {
  readonly bids = new OracleSide(true)
  readonly asks = new OracleSide(false)

  apply(message: Pick<BookMessage, 'snapshot' | 'bids' | 'asks'>): void {
    if (message.snapshot) this.clear()
    for (const level of message.bids) this.bids.set(level)
    for (const level of message.asks) this.asks.set(level)
  }

  clear(): void {
    this.bids.clear()
    this.asks.clear()
  }

  get crossed(): boolean {
    const bid = this.bids.best
    const ask = this.asks.best
    return bid !== null && ask !== null && bid.price >= ask.price
  }
}
