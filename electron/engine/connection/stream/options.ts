/** All times are in milliseconds. */
export interface SessionOptions {
  /** Nothing at all on the socket for so long, and the connection counts as silent. It may change at any time. */
  readonly staleAfter: () => number
  readonly pingEvery: number
  /** Granted to the second ping that stays unanswered. */
  readonly pongPatience: number
  /** The service takes one subscription a second and delays what is more without a word. */
  readonly requestEvery: number
  /** A slow acknowledgement is no failure; after so long the service is asked what it knows. */
  readonly acknowledgeWithin: number
  readonly reconcileEvery: number
  readonly resyncWithin: number
  /** The way through proxies included. */
  readonly handshakeWithin: number
  readonly tokenWithin: number
  /** A larger frame ends the connection. */
  readonly maxBytes: number
  readonly backoffBase: number
  readonly backoffCap: number
  /** A connection that brought data for so long starts the waits from their beginning. */
  readonly steadyAfter: number
  /** Handshakes in any minute that the session begins by itself. */
  readonly maxConnects: number
  /** A timer that comes so late means that the computer slept. */
  readonly sleptAfter: number
}

export const defaultSessionOptions: SessionOptions = {
  staleAfter: () => 10_000,
  pingEvery: 4000,
  pongPatience: 2000,
  requestEvery: 1000,
  acknowledgeWithin: 30_000,
  reconcileEvery: 60_000,
  resyncWithin: 30_000,
  handshakeWithin: 30_000,
  tokenWithin: 30_000,
  maxBytes: 8 * 1024 * 1024,
  backoffBase: 500,
  backoffCap: 30_000,
  steadyAfter: 10_000,
  maxConnects: 20,
  sleptAfter: 10_000
}
