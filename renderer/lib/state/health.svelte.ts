import type { HealthFrame } from '#shared/contract/market/feed'
import type { FeedReceiver } from '../feed'

/** How main itself is doing, as of the last frame of the feed. */
export class Health {
  last = $state.raw<HealthFrame | null>(null)

  /** By how many milliseconds the service's clock is ahead of this computer's; 0 while that is not known. */
  get clockOffset(): number {
    return this.last?.stream?.clockOffset ?? 0
  }

  start(feed: FeedReceiver): () => void {
    return feed.onFrame((frame) => {
      if (frame.health) this.last = frame.health
    })
  }
}
