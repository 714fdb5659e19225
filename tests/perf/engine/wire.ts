/** What JSON.parse makes of a frame of the feed. The feed is our own, therefore the peers trust it and check nothing. */
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

/** The unit of every ratio. */
export const parse = (frame: Buffer): WireMessage => JSON.parse(frame.toString())
