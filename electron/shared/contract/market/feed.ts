import type { StreamFigures } from '../connection/stream-figures'

import type { MarketFrame } from './market-news'

/**
 * The feed: one MessagePort per window. Main sends at most one frame at a time; the window acknowledges it when it
 * has drawn it, and only then comes the next, with the newest state.
 */
export interface HealthFrame {
  /** 99th percentile of main's event-loop delay over the last seconds, in milliseconds. */
  readonly loopDelay: number
  /** Bytes of heap that main uses. */
  readonly heap: number
  readonly at: number
  /** How the stream did in the second before, where there is one. */
  readonly stream?: StreamFigures
}

export interface FeedFrame {
  readonly kind: 'frame'
  readonly sequence: number
  readonly health?: HealthFrame
  /** What is new for the things that the window draws. */
  readonly markets?: MarketFrame
}

export interface FeedAcknowledgement {
  readonly kind: 'drawn'
  readonly sequence: number
}

/** The message with which the port itself reaches a window. */
export const feedPortChannel = 'leadline:feed-port'
