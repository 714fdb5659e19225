import type { HealthFrame } from '#shared/contract/market/feed'
import type { FeedReceiver } from '../feed'

/** Main's own health, as of the last frame of the feed. */
export class Health {
  last = $state.raw<HealthFrame | null>(null)

  /** How many milliseconds the service's clock is ahead of this computer's; 0 while unknown. */
  get clockOffset(): number {
    return this.last?.stream?.clockOffset ?? 0
  }

  start(feed: FeedReceiver): () => void {
    return feed.onFrame((frame) => {
      if (frame.health) this.last = frame.health
    })
  }
}
