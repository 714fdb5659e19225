/** All times are in milliseconds. */
export interface SessionOptions {
  /** Time without data after which the connection is silent. It may change. */
  readonly staleAfter: () => number
  readonly pingEvery: number
  /** Time for the second pong. */
  readonly pongPatience: number
  /** The service accepts one subscription a second and delays more without notice. */
  readonly requestEvery: number
  /** After this the service's list is requested. */
  readonly acknowledgeWithin: number
  readonly reconcileEvery: number
  readonly resyncWithin: number
  /** Including proxies. */
  readonly handshakeWithin: number
  readonly tokenWithin: number
  /** A larger frame ends the connection. */
  readonly maxBytes: number
  readonly backoffBase: number
  readonly backoffCap: number
  /** A connection with data for this long resets the waits. */
  readonly steadyAfter: number
  /** Automatic handshakes per minute. */
  readonly maxConnects: number
  /** A later timer means that the computer slept. */
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
