import type { HealthFrame } from '#shared/contract/market/feed'
import { valueOf } from '../client'
import type { Desk } from '../desk'
import { joinFrames } from './join-frames'

/** One per second. */
const maxPause = 3000

/** The last minutes of main's health: those that main kept, then the feed frame by frame. */
export class HealthSeries {
  frames = $state.raw<readonly HealthFrame[]>([])

  constructor(private readonly desk: Pick<Desk, 'bridge' | 'feed' | 'attempt'>) {}

  start(page: Document): () => void {
    const shown = () => {
      // Main sends nothing to a hidden window, so the missed part is fetched.
      if (!page.hidden) void this.load()
    }
    shown()
    page.addEventListener('visibilitychange', shown)
    const stop = this.desk.feed.onFrame(({ health }) => {
      if (!health) return
      const before = this.frames.at(-1)
      this.add([health])
      // A covered window may get neither the feed nor an event.
      if (before && health.at - before.at > maxPause) void this.load()
    })
    return () => {
      stop()
      page.removeEventListener('visibilitychange', shown)
    }
  }

  private load() {
    return this.desk.attempt(async () => this.add(await valueOf(this.desk.bridge.call.diagnostics.health())))
  }

  private add(frames: readonly HealthFrame[]): void {
    this.frames = joinFrames(this.frames, frames)
  }
}
