/** Times are microseconds since the epoch, strictly increasing per market. */
export interface PriceLevel {
  readonly price: string
  readonly amount: string
}

export interface BookMessage {
  readonly kind: 'book'
  readonly type: 'SNAPSHOT' | 'UPDATE'
  readonly market: string
  readonly time: number
  readonly bids: readonly PriceLevel[]
  readonly asks: readonly PriceLevel[]
}

export interface ExecutionMessage {
  readonly kind: 'execution'
  readonly market: string
  readonly time: number
  readonly price: string
  readonly amount: string
}

export type MarketMessage = BookMessage | ExecutionMessage

export type Aggressor = 'buy' | 'sell'

/** The aggressor is never sent. */
export interface SidedExecution {
  readonly message: ExecutionMessage
  readonly aggressor: Aggressor
}

/** The truth for tests. */
export interface BookTruth {
  readonly market: string
  readonly time: string
  readonly bids: readonly PriceLevel[]
  readonly asks: readonly PriceLevel[]
}

export interface TradeTruth {
  readonly market: string
  readonly price: string
  readonly amount: string
  readonly executed_at: string
}

let cachedSecond = -1
let cachedText = ''

/** RFC 3339 with six digits; the second is cached. */
export function writeMicroseconds(time: number): string {
  const second = Math.floor(time / 1_000_000)
  if (second !== cachedSecond) {
    cachedSecond = second
    cachedText = new Date(second * 1000).toISOString().slice(0, 20)
  }
  return `${cachedText}${String(time - second * 1_000_000).padStart(6, '0')}Z`
}
