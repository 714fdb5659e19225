import type { HealthFrame } from '../../../electron/shared/contract/feed'
import type { FeedReceiver } from '../feed'

/** How main itself is doing, as of the last frame of the feed. */
export class Health {
  last = $state.raw<HealthFrame | null>(null)

  start(feed: FeedReceiver): () => void {
    return feed.hear((frame) => {
      if (frame.health) this.last = frame.health
    })
  }
}
