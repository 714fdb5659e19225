import type { StreamFigures } from '../connection/stream-figures'

import type { MarketFrame } from './market-news'

/** One MessagePort per window. Main sends the next frame only after the window acknowledges the last one as drawn. */
export interface HealthFrame {
  /** 99th percentile of main's event loop delay, in milliseconds. */
  readonly loopDelay: number
  readonly heap: number
  readonly at: number
  readonly stream?: StreamFigures
}

export interface FeedFrame {
  readonly kind: 'frame'
  readonly sequence: number
  readonly health?: HealthFrame
  readonly markets?: MarketFrame
  /** The replay's position, in milliseconds since the epoch; only from the port of a replay. */
  readonly replay?: { readonly at: number }
}

export interface FeedAcknowledgement {
  readonly kind: 'drawn'
  readonly sequence: number
}

/** The message that transfers the port to a window. */
export const feedPortChannel = 'leadline:feed-port'
/** The same for the frames of a replay, which come from its own process. */
export const replayPortChannel = 'leadline:replay-port'
