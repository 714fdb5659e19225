export const nothing = 0
export const book = 1
export const execution = 2
type PackedKind = typeof nothing | typeof book | typeof execution

const firstCapacity = 256

/**
 * A market message as numbers, reused for each frame: at 20,000 messages a second, objects would overload the garbage
 * collector. Units are below 2^53; longer numbers use `MarketMessage`.
 */
export class PackedMessage {
  kind: PackedKind = nothing
  snapshot = false
  market = -1
  /** The service's time. */
  seconds = 0
  nanoseconds = 0
  /** Bids come first. An execution is one entry with both counts 0. */
  bids = 0
  asks = 0
  prices: Float64Array
  priceScales: Uint8Array
  amounts: Float64Array
  amountScales: Uint8Array

  constructor(capacity = firstCapacity) {
    this.prices = new Float64Array(capacity)
    this.priceScales = new Uint8Array(capacity)
    this.amounts = new Float64Array(capacity)
    this.amountScales = new Uint8Array(capacity)
  }

  get capacity(): number {
    return this.prices.length
  }

  /** Keeps written entries. */
  grow(entries: number): void {
    if (entries <= this.capacity) return
    const capacity = Math.max(entries, this.capacity * 2)
    this.prices = enlarged(this.prices, new Float64Array(capacity))
    this.priceScales = enlarged(this.priceScales, new Uint8Array(capacity))
    this.amounts = enlarged(this.amounts, new Float64Array(capacity))
    this.amountScales = enlarged(this.amountScales, new Uint8Array(capacity))
  }
}

export function copyPacked(message: PackedMessage): PackedMessage {
  const entries = message.kind === execution ? 1 : message.bids + message.asks
  const copy = new PackedMessage(entries)
  copy.kind = message.kind
  copy.snapshot = message.snapshot
  copy.market = message.market
  copy.seconds = message.seconds
  copy.nanoseconds = message.nanoseconds
  copy.bids = message.bids
  copy.asks = message.asks
  copy.prices.set(message.prices.subarray(0, entries))
  copy.priceScales.set(message.priceScales.subarray(0, entries))
  copy.amounts.set(message.amounts.subarray(0, entries))
  copy.amountScales.set(message.amountScales.subarray(0, entries))
  return copy
}

function enlarged<Numbers extends Float64Array | Uint8Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from)
  return to
}
