import type { FeedPath } from '#shared/contract/app/diagnostics-stream'
import type { StreamCounts } from '#shared/contract/connection/stream-counts'
import type { StreamStatus } from '#shared/contract/market/markets'
import type { Joint } from '#engine/recording/history/desk-recordings'
import type { MarketHub } from '#engine/market/types'

export interface LiveMarkets {
  readonly profileId: string
  readonly hub: MarketHub
  /** Milliseconds by which the service's clock is ahead of that of a desk's collector; null while unknown. */
  readonly lead?: () => number | null
  /** Of a desk feed: when the newest message arrived, in milliseconds since the epoch by the clock of its collector. */
  readonly newestAt?: () => number | null
  /** Of a desk feed: where a market continues the recordings. */
  readonly joint?: (market: string) => Joint | null
  readonly stream: { readonly status: StreamStatus; retryNow(): void }
}

/** A stream of the platform, or a desk feed. */
export interface Running extends LiveMarkets {
  readonly dispose: () => void
  readonly feedPath: () => FeedPath | null
  readonly counts: () => Partial<StreamCounts>
  readonly woke: () => void
  readonly networkChanged: () => void
  /** Not of a desk feed, whose collector has the limit. */
  readonly staleLimitChanged?: () => void
}

export interface Begun {
  readonly running: Running
  /** Once everything else knows of it. */
  readonly start: () => void
}
