/** The peers trust the feed. */
export interface WireLevel {
  readonly price: string
  readonly amount: string
}

export interface WireMessage {
  readonly channel: { readonly type: 'market_data' | 'execution_data' }
  readonly payload: {
    readonly market: string
    readonly type: 'SNAPSHOT' | 'UPDATE'
    readonly bids: readonly WireLevel[]
    readonly asks: readonly WireLevel[]
    readonly price: string
    readonly amount: string
  }
}

/** The unit of all ratios. */
export const parse = (frame: Buffer): WireMessage => JSON.parse(frame.toString())
