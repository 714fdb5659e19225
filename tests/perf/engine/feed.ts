import { createFeed, type FeedRequest } from '../feed/feed'
import { writeFrames } from '../feed/frames'
import { serve } from './serve'

// In a separate process.
serve({
  write({ request, file }: { request: FeedRequest; file: string }) {
    const feed = createFeed(request)
    const snapshots = `${file}.snapshots`
    const messages = `${file}.messages`
    writeFrames(snapshots, feed.snapshots)
    writeFrames(messages, feed.messages)
    const bytes = feed.messages.reduce((sum, message) => sum + message.length, 0)
    return {
      markets: feed.markets,
      snapshots,
      messages,
      truth: feed.truth,
      meanBytes: bytes / feed.messages.length
    }
  }
})
